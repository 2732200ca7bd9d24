import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { errorsOf, refusedForm } from '../../../server/storefront/field-errors.ts';
import { typedDigits, typedNumber, typedPhone, typedText } from '../../../server/storefront/typed.ts';

describe('what people type into forms', () => {
  it('turns phone numbers in any usual spelling, with Latin, Arabic or Persian digits, into one form', () => {
    const written = [
      ...['55123456', '5512 3456', '5512-3456', '(974) 5512.3456', '+974 5512 3456', '00974 55123456'],
      ...['+97455123456', '٥٥١٢٣٤٥٦', '٠٠٩٧٤ ٥٥١٢ ٣٤٥٦', '۵۵۱۲۳۴۵۶', '\u200e+974\u00a05512\u20113456\u202c'],
    ];
    for (const text of written) expect(typedPhone(text), text).to.equal('+97455123456');
    // A number that is not valid in Qatar is left for the contract to refuse.
    expect(typedPhone('+966 5512 3456')).to.equal('+96655123456');
    expect(typedPhone('call me')).to.equal('callme');
    expect(typedPhone(' ')).to.equal(undefined);
  });

  it('reads whole numbers, codes and texts', () => {
    expect(typedNumber(' ٦١ ')).to.equal(61);
    for (const none of ['1,204', '1.5', '-5', '12a']) expect(typedNumber(none), none).to.be.NaN;
    expect(typedNumber('')).to.equal(undefined);
    expect(typedDigits('١٢٣-٤٥ ٦')).to.equal('123456');
    expect(typedText('  بجوار المسجد ')).to.equal('بجوار المسجد');
    expect(typedText('   ')).to.equal(undefined);
  });

  it('shows each error of a refusal at its form field, and never shows a password again', () => {
    const refusal = new WaslError('common.VALIDATION_FAILED', {
      errors: [
        { pointer: '/phone', code: 'pattern', message: '' },
        { pointer: '/zoneNumber', code: 'not', message: '' },
        { pointer: '/buildingNumber', code: 'required', message: '' },
        { pointer: '/displayName', code: 'maxLength', message: '' },
        { pointer: '/password', code: 'minLength', message: '' },
      ],
    });
    expect(errorsOf(refusal, { displayName: 'name' })).to.deep.equal({
      ...{ phone: 'phone', zoneNumber: 'zone', buildingNumber: 'missing', name: 'tooLong' },
      password: 'passwordTooShort',
    });
    expect(errorsOf(new WaslError('auth.EMAIL_TAKEN'))).to.deep.equal({ email: 'emailTaken' });
    expect(errorsOf(new WaslError('common.UNAVAILABLE'))).to.equal(null);
    expect(errorsOf(new Error('broken'))).to.equal(null);
    const { values } = refusedForm(
      { email: 'a@b.example', password: 'x', newPassword: 'y', mfaToken: '1' },
      {},
    );
    expect(values).to.deep.equal({ email: 'a@b.example' });
  });
});

import { expect } from 'chai';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { openTypedCode, sealTypedCode } from '../../../server/marketplace/orders/delivery-code.ts';

describe('a code typed at the door', () => {
  const secrets = new Secrets(onlyKey('test-application-secret-0123456789abcdef'));

  it('is sent encrypted, never twice the same, and decrypted for its task alone', () => {
    const [one, two] = [sealTypedCode(secrets, 'task', '908172'), sealTypedCode(secrets, 'task', '908172')];
    expect(one).not.to.equal(two);
    expect(Buffer.from(one, 'base64').toString('latin1')).not.to.include('908172');
    expect(openTypedCode(secrets, 'task', one)).to.equal('908172');
    expect(openTypedCode(secrets, 'other', one)).to.equal(null);
  });

  it('counts as missing when it is not encrypted', () => {
    for (const odd of ['908172', '', undefined, 908_172, null])
      expect(openTypedCode(secrets, 'task', odd)).to.equal(null);
  });
});

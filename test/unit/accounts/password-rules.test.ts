import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { checkNewPassword } from '../../../server/kernel/security/password-rules.ts';

const NOORA = { email: 'noora.alkuwari@example.qa', displayName: 'نورة الكواري' };

function refusal(password: string, { owner = NOORA, minLength = 10 } = {}): string | null {
  try {
    checkNewPassword(password, owner, { minLength, field: 'newPassword' });
    return null;
  } catch (error) {
    if (!(error instanceof WaslError)) throw error;
    expect(error.errors[0]?.pointer).to.equal('/newPassword');
    return error.code;
  }
}

describe('new passwords', () => {
  it('have as many characters as the installation requires, counted as people count', () => {
    expect(refusal('zx9 kwq04')).to.equal('auth.PASSWORD_TOO_SHORT');
    expect(refusal('zx9 kwq04m')).to.equal(null);
    expect(refusal('zx9 kwq04m', { minLength: 15 })).to.equal('auth.PASSWORD_TOO_SHORT');
    // Nine, though more of them in UTF-16, and fewer when the accent is joined with its letter.
    expect(refusal('🦌🐚🕌🌴⛵🏺🌊🧭🪔')).to.equal('auth.PASSWORD_TOO_SHORT');
    expect(refusal('cafe\u0301-xqwz')).to.equal('auth.PASSWORD_TOO_SHORT');
  });

  it('need no particular kind of character, and may be words of any language with spaces', () => {
    for (const password of [
      'correct horse battery',
      'pearl-dhow-corniche',
      'lantern oryx saffron',
      'souq-waqif-lantern-7',
      'نخلة ولؤلؤة وشراع',
      'zzkqwpxmvnrt',
      '8273640915728364',
      'xxxJq7-vw2-ty9xxx',
    ])
      expect(refusal(password), password).to.equal(null);
  });

  for (const [what, passwords] of Object.entries({
    'among the commonest': ['qwertyuiop', '1q2w3e4r5t', 'PASSWORD123', 'Liverpool1'],
    'a common one with digits and marks around it, or in place of letters': [
      'password2026!',
      '!!sunshine!!',
      'P@ssw0rd!!',
      '2026jennifer',
    ],
    'keys or letters in a row': ['abcdefghij', 'zyxwvutsrqp', 'asdfghjklzxc', '9876543210'],
    'the same again and again': ['aaaaaaaaaaaa', 'abcabcabcabc', '121212121212', 'pearlpearl'],
    'what the service is called and about': [
      'wasl-qatar-2026',
      'WaslDoha!!!1',
      'marketplace1',
      'قطر الدوحة 2026',
    ],
    'what its owner is called': ['noora.alkuwari1', 'Alkuwari-2026', 'noora@example.qa', 'نورة الكواري 1'],
  })) {
    it(`are refused when they are ${what}`, () => {
      for (const password of passwords)
        expect(refusal(password), password).to.equal('auth.PASSWORD_TOO_COMMON');
    });
  }
});

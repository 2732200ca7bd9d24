import { expect } from 'chai';
import sinon from 'sinon';
import { looksLikeTotp, newTotpSecret, totpStep, totpUri } from '../../../server/kernel/security/totp.ts';

// The key of RFC 6238's test vectors, "12345678901234567890", in base32.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
// Appendix B, SHA-1: seconds since the epoch and the last six digits of the code.
const VECTORS = [
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('authenticator codes', () => {
  let clock: sinon.SinonFakeTimers;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => clock.restore());

  for (const [seconds, code] of VECTORS) {
    it(`include the code of second ${seconds} in RFC 6238, with one step of drift either way`, async () => {
      const step = Math.floor(seconds / 30);
      const at = async (second: number) => {
        clock.setSystemTime(second * 1000);
        return totpStep(SECRET, code);
      };
      expect(await at(seconds)).to.equal(step);
      expect(await at((step + 1) * 30 + 29)).to.equal(step);
      expect(await at((step - 1) * 30)).to.equal(step);
      expect(await at((step + 2) * 30)).to.equal(null);
      expect(await at((step - 1) * 30 - 1)).to.equal(null);
    });
  }

  it('are six digits and nothing else', async () => {
    for (const code of ['', '12345', '1234567', '12 456', '١٢٣٤٥٦', '7K2M-QX4D']) {
      expect(looksLikeTotp(code)).to.equal(false);
      expect(await totpStep(SECRET, code)).to.equal(null);
    }
  });

  it('come from a key of 160 bits per account, and an address that apps can read', () => {
    const secret = newTotpSecret();
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).to.not.equal(secret);
    const uri = new URL(totpUri(secret, 'a+b@wasl.example'));
    expect(uri.searchParams.get('secret')).to.equal(secret);
    expect(uri.searchParams.get('issuer')).to.equal('Wasl');
  });
});

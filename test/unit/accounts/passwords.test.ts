import { expect } from 'chai';
import { hashPassword, verifyPassword } from '../../../server/kernel/security/passwords.ts';

const PASSWORD = 'pearl-dhow-corniche';

describe('passwords', () => {
  it('match their own hash only, and are never hashed the same way twice', async () => {
    const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).to.not.equal(other);
    expect(await verifyPassword(one, PASSWORD)).to.equal(true);
    expect(await verifyPassword(one, `${PASSWORD} `)).to.equal(false);
  });

  it('are the same however their accents were typed', async () => {
    const hash = await hashPassword('caf\u00e9-corniche');
    expect(await verifyPassword(hash, 'cafe\u0301-corniche')).to.equal(true);
  });

  it('never match where there is no hash, at the same cost', async () => {
    const hash = await hashPassword(PASSWORD);
    const fastest = async (stored: string | null) => {
      const times: number[] = [];
      for (let run = 0; run < 5; run += 1) {
        const start = process.hrtime.bigint();
        expect(await verifyPassword(stored, 'not-the-password')).to.equal(false);
        times.push(Number(process.hrtime.bigint() - start) / 1e6);
      }
      return Math.min(...times);
    };
    // Skipping the work would be a thousand times faster; the margin is for a busy machine.
    expect(await fastest(null)).to.be.greaterThan((await fastest(hash)) / 3);
  });
});

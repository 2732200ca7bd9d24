import { expect } from 'chai';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { LINK_LIFE_S, PrivateLinks } from '../../../server/kernel/uploads/private-links.ts';

const NAME = `${'ab'.repeat(24)}.jpg`;
const NOW = 1_770_000_000_000;
const LIFE = LINK_LIFE_S * 1_000;

describe('links to photos of doors (S19)', () => {
  const links = new PrivateLinks(new Secrets(onlyKey('test-application-secret-0123456789abcdef')));
  const query = (name = NAME, now = NOW) =>
    Object.fromEntries(new URLSearchParams(links.queryFor(name, now)));

  it('work for five to ten minutes', () => {
    for (let made = NOW; made < NOW + LIFE; made += 17_000) {
      expect(links.admits(NAME, query(NAME, made), made + LIFE)).to.equal(true);
      expect(links.admits(NAME, query(NAME, made), made + 2 * LIFE)).to.equal(false);
    }
  });

  it('are for one picture and one moment, and made by this service alone', () => {
    const other = new PrivateLinks(new Secrets(onlyKey('other-application-secret-0123456789abcde')));
    const foreign = Object.fromEntries(new URLSearchParams(other.queryFor(NAME, NOW)));
    const right = query();
    for (const wrong of [
      {},
      foreign,
      query(`${'cd'.repeat(24)}.jpg`),
      { ...right, until: String(Number(right.until) + 600) },
      { ...right, signature: '' },
      { ...right, signature: [right.signature] },
      { ...right, until: [right.until] },
    ])
      expect(links.admits(NAME, wrong, NOW), JSON.stringify(wrong)).to.equal(false);
  });
});

import { expect } from 'chai';
import { importJWK, jwtVerify } from 'jose';
import { isVapidKey, newVapidKey } from '../../../server/kernel/process/vapid-key.ts';
import { Vapid } from '../../../server/notifications/push/vapid.ts';

const SUBJECT = 'mailto:ops@wasl.example';
const HOUR = 3_600_000;

describe('identifying the sender to push services', () => {
  const vapid = new Vapid({ privateKey: newVapidKey(), subject: SUBJECT });

  async function read(header: string) {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? [];
    const point = Buffer.from(key, 'base64url');
    const jwk = await importJWK({
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      alg: 'ES256',
    });
    const verified = await jwtVerify(token, jwk, { algorithms: ['ES256'], typ: 'JWT' });
    return { token, key, payload: verified.payload };
  }

  it('is signed for the origin of the push service, with the key that clients subscribe with', async () => {
    const now = Date.now();
    const { key, payload } = await read(
      vapid.authorization(new URL('https://push.service.qa:8443/send/abc?d=1'), now),
    );
    expect(key).to.equal(vapid.publicKey);
    expect(payload).to.include({ aud: 'https://push.service.qa:8443', sub: SUBJECT });
    const life = (payload.exp ?? 0) - now / 1000;
    expect(life).to.be.within(3_600, 24 * 3_600);
  });

  it('is signed once for hours, and again long before it expires', async () => {
    const [one, other] = [new URL('https://a.push.qa/1'), new URL('https://b.push.qa/1')];
    const now = Date.now();
    const first = vapid.authorization(one, now);
    expect(vapid.authorization(new URL('https://a.push.qa/2'), now + 5 * HOUR)).to.equal(first);
    expect(vapid.authorization(other, now)).to.not.equal(first);
    const later = vapid.authorization(one, now + 7 * HOUR);
    expect(later).to.not.equal(first);
    const { payload } = await read(first);
    expect((payload.exp ?? 0) * 1000).to.be.greaterThan(now + 6 * HOUR);
  });

  it('accepts a private key of P-256, as the command creates it, and nothing else', () => {
    for (let count = 0; count < 20; count += 1) expect(isVapidKey(newVapidKey())).to.equal(true);
    for (const wrong of ['', 'abc', Buffer.alloc(32).toString('base64url'), 'A'.repeat(44)])
      expect(isVapidKey(wrong), wrong).to.equal(false);
    expect(isVapidKey(Buffer.alloc(32, 255).toString('base64url')), 'beyond the order of the curve').to.equal(
      false,
    );
  });
});

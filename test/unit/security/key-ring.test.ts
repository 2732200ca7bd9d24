import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { decodeProtectedHeader } from 'jose';
import { type KeyRing, onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { keyIdOf } from '../../../server/kernel/security/key-id.ts';
import { onlyHashing, Secrets } from '../../../server/kernel/security/secrets.ts';
import { AccessTokens } from '../../../server/kernel/security/tokens.ts';

const OLD = 'the-old-secret-0123456789abcdef-0123456789';
const NEW = 'the-new-secret-0123456789abcdef-0123456789';
/** The steps of a replacement, as in docs/keys.md. */
const STEPS: Record<'before' | 'announced' | 'switched' | 'after', KeyRing> = {
  before: onlyKey(OLD),
  announced: { current: OLD, next: NEW, previous: [] },
  switched: { current: NEW, next: null, previous: [OLD] },
  after: onlyKey(NEW),
};
type Step = keyof typeof STEPS;
/** Processes in these steps run side by side while they are replaced one after the other. */
const SIDE_BY_SIDE: readonly (readonly [Step, Step])[] = [
  ['before', 'before'],
  ['before', 'announced'],
  ['announced', 'before'],
  ['announced', 'switched'],
  ['switched', 'announced'],
  ['switched', 'after'],
  ['after', 'switched'],
];
const CLAIMS = {
  accountId: '019c4690-1357-7f25-91bd-637adc78a147',
  sessionId: '019c4690-60b3-79e7-90d4-4a9df002cdfa',
  surface: 'api',
} as const;

const secretsIn = (step: Step) => new Secrets(STEPS[step], onlyHashing(OLD));
const tokensIn = (step: Step) => new AccessTokens({ jwtSecret: STEPS[step], accessTokenLife: 900 });

/** A sealed value in the format from before values named their key. */
function sealedWithoutName(secret: string, text: string, boundTo: string, iv = randomBytes(12)): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'wasl', 'seal:mfa-secret', 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

describe('a secret that is replaced', () => {
  for (const [one, other] of SIDE_BY_SIDE)
    it(`is understood between a process ${one} and one ${other} the step`, () => {
      const [writer, reader] = [secretsIn(one), secretsIn(other)];
      expect(reader.open('mfa-secret', writer.seal('mfa-secret', 'text', 'id'), 'id')).to.equal('text');
      expect(reader.isSigned('cursor', writer.sign('cursor', 'a', 'b'), 'a', 'b')).to.equal(true);
      expect(reader.hash('token', 'a')).to.deep.equal(writer.hash('token', 'a'));
      expect(tokensIn(other).verify(tokensIn(one).sign(CLAIMS))).to.include(CLAIMS);
    });

  it('is refused where it was used before every process accepted it, or after it was dropped', () => {
    for (const [one, other] of [
      ['switched', 'before'],
      ['before', 'after'],
    ] as const) {
      const [writer, reader] = [secretsIn(one), secretsIn(other)];
      const sealed = writer.seal('mfa-secret', 'text', 'id');
      expect(() => reader.open('mfa-secret', sealed, 'id')).to.throw(/neither APP_SECRET nor/);
      expect(reader.isSigned('cursor', writer.sign('cursor', 'a'), 'a')).to.equal(false);
      expect(tokensIn(other).verify(tokensIn(one).sign(CLAIMS))).to.equal(null);
    }
  });

  it('is named by what is made with it, and the name does not contain it', () => {
    const id = keyIdOf(NEW).toString('hex');
    expect(decodeProtectedHeader(tokensIn('switched').sign(CLAIMS))).to.deep.equal({
      ...{ alg: 'HS256', typ: 'at+jwt' },
      kid: id,
    });
    const sealed = secretsIn('switched').seal('mfa-secret', 'text', 'id');
    expect(secretsIn('announced').sealedBy(sealed)).to.equal(id);
    expect(sealed.subarray(0, 5)).to.deep.equal(secretsIn('switched').currentPrefix);
    expect(secretsIn('before').sealedBy(sealed)).to.equal(null);
    expect(id).to.match(/^[0-9a-f]{8}$/);
    expect(Buffer.from(NEW).includes(keyIdOf(NEW))).to.equal(false);
  });

  it('opens values from before they named their key, even one whose iv looks like a name', () => {
    for (const step of ['before', 'announced', 'switched'] as const) {
      const secrets = secretsIn(step);
      const iv = Buffer.concat([secretsIn('before').currentPrefix, randomBytes(7)]);
      for (const sealed of [sealedWithoutName(OLD, 'text', 'id'), sealedWithoutName(OLD, 'text', 'id', iv)]) {
        expect(secrets.open('mfa-secret', sealed, 'id')).to.equal('text');
        expect(() => secrets.open('mfa-secret', sealed, 'another id')).to.throw();
      }
    }
    expect(() =>
      secretsIn('after').open('mfa-secret', sealedWithoutName(OLD, 'text', 'id'), 'id'),
    ).to.throw();
  });

  it('opens nothing that was cut short or altered', () => {
    const secrets = secretsIn('switched');
    const sealed = secrets.seal('mfa-secret', 'text', 'id');
    for (const length of [0, 4, 5, 20, 32, sealed.length - 1])
      expect(() => secrets.open('mfa-secret', sealed.subarray(0, length), 'id')).to.throw();
    for (const at of [0, 3, 8, 20, sealed.length - 1]) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => secrets.open('mfa-secret', altered, 'id')).to.throw();
    }
    expect(() => secrets.open('bank-account', sealed, 'id')).to.throw();
    expect(secrets.isSigned('cursor', Buffer.alloc(0), 'a')).to.equal(false);
    expect(secrets.isSigned('cursor', secrets.sign('cursor', 'a').subarray(1), 'a')).to.equal(false);
  });
});

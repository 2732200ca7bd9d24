import { expect } from 'chai';
import { decodeJwt } from 'jose';
import sinon from 'sinon';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { AccessTokens, newRefreshToken } from '../../../server/kernel/security/tokens.ts';

const claims = {
  accountId: '019c4690-1357-7f25-91bd-637adc78a147',
  sessionId: '019c4690-60b3-79e7-90d4-4a9df002cdfa',
  surface: 'api',
} as const;

describe('access tokens', () => {
  const tokens = new AccessTokens({
    jwtSecret: onlyKey('test-token-secret-0123456789abcdef'),
    accessTokenLife: 900,
  });
  let clock: sinon.SinonFakeTimers;

  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: 1_770_000_000_000, toFake: ['Date'] });
  });
  afterEach(() => clock.restore());

  it('name account, session, surface and issuer, and nothing else', () => {
    expect(decodeJwt(tokens.sign(claims))).to.deep.equal({
      sub: claims.accountId,
      sid: claims.sessionId,
      aud: 'api',
      iss: 'wasl',
      iat: 1_770_000_000,
      exp: 1_770_000_900,
    });
  });

  it('are valid to the stated second', () => {
    const token = tokens.sign(claims);
    clock.setSystemTime(1_770_000_899_000);
    expect(tokens.verify(token)).to.deep.equal({ ...claims, expiresAt: new Date(1_770_000_900_000) });
    clock.setSystemTime(1_770_000_900_000);
    expect(tokens.verify(token)).to.equal(null);
  });

  it('are refused with any letter of the signature changed', () => {
    const token = tokens.sign(claims);
    const at = token.lastIndexOf('.') + 1;
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(tokens.verify(token.slice(0, at) + other + token.slice(at + 1))).to.equal(null);
    expect(tokens.verify('')).to.equal(null);
  });

  it('come with refresh tokens of 256 random bits', () => {
    expect(newRefreshToken()).to.match(/^rt_[\w-]{43}$/);
    expect(newRefreshToken()).to.not.equal(newRefreshToken());
  });
});

import { expect } from 'chai';
import { SignJWT, UnsecuredJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { giveRole } from '../../../server/accounts/account-store.ts';
import { AccessTokens } from '../../../server/kernel/security/tokens.ts';
import { type AccountsService, type AuthSession, register, startAccounts } from './accounts-service.ts';

describe('the caller of a request', () => {
  let service: AccountsService;

  before(async () => {
    service = await startAccounts();
  });
  after(() => service.stop());

  const refused = async (authorization: string) => {
    const headers = { Authorization: authorization };
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me', { headers });
  };
  const sessionIdOf = async (session: AuthSession) =>
    (await service.callers.resolveToken(session.accessToken)).caller.sessionId;

  it('is a guest without the header', async () => {
    expect(await service.callers.resolve(undefined)).to.deep.equal({ kind: 'guest' });
  });

  it('is the account with its roles, read at every request', async () => {
    const session = await register(service.client());
    const { caller, expiresAt } = await service.callers.resolveToken(session.accessToken);
    expect(caller).to.deep.equal({
      kind: 'account',
      accountId: session.account.id,
      sessionId: caller.sessionId,
      roles: new Set(['BUYER']),
      sellerId: null,
      rights: new Set(),
      driverId: null,
      isSuperAdmin: false,
      mfa: false,
      mfaAge: null,
      mfaEnrolled: false,
    });
    expect(expiresAt.getTime() - Date.now()).to.be.within(890_000, 900_000);
    await giveRole(service.database, session.account.id, 'DISPATCHER');
    const again = await service.callers.resolve(`Bearer ${session.accessToken}`);
    expect(again).to.deep.equal({ ...caller, roles: new Set(['BUYER', 'DISPATCHER']) });
  });

  it('names the seller owned or worked for, but not one whose application was rejected', async () => {
    const owner = await register(service.client());
    const staff = await register(service.client());
    const id = uuidv7();
    const plan = await service.database('commission_plans').first('id');
    const application = {
      id,
      legal_name: 'Al Dana Trading',
      display_name_en: 'Al Dana',
      display_name_ar: 'الدانة',
      status: 'APPLIED',
      owner_account_id: owner.account.id,
      commission_plan_id: plan.id,
    };
    await service.database('sellers').insert(application);
    await service.database('seller_staff').insert({ account_id: staff.account.id, seller_id: id });
    const sellerOf = async ({ accessToken }: AuthSession) =>
      (await service.callers.resolveToken(accessToken)).caller.sellerId;
    expect([await sellerOf(owner), await sellerOf(staff)]).to.deep.equal([id, id]);
    await service.database('sellers').where({ id }).update({ status: 'REJECTED' });
    expect(await sellerOf(owner)).to.equal(null);
  });

  it('is refused when the header is not a bearer token', async () => {
    const tooLong = `Bearer ${'a'.repeat(5000)}.b.c`;
    for (const header of ['Bearer', 'Bearer x', 'Basic cm9vdDpyb290', 'Bearer a.b.c d', tooLong]) {
      await refused(header);
    }
  });

  it('is refused with an unsigned token, or one signed with another key', async () => {
    const session = await register(service.client());
    const sid = await sessionIdOf(session);
    const claims = () =>
      new SignJWT({ sid })
        .setSubject(session.account.id)
        .setAudience('api')
        .setIssuer('wasl')
        .setIssuedAt()
        .setExpirationTime('15m');
    const key = new TextEncoder().encode(service.config.jwtSecret.current);
    const header = { alg: 'HS256', typ: 'at+jwt' };
    const bearer = (token: string) => `Bearer ${token}`;
    const right = await claims().setProtectedHeader(header).sign(key);
    expect(await service.callers.resolve(bearer(right))).to.include({ kind: 'account' });

    const otherKey = new TextEncoder().encode('another-secret-0123456789abcdef-0123');
    await refused(bearer(await claims().setProtectedHeader(header).sign(otherKey)));
    await refused(
      bearer(
        await claims()
          .setProtectedHeader({ ...header, alg: 'HS512' })
          .sign(key),
      ),
    );
    await refused(bearer(await claims().setAudience('elsewhere').setProtectedHeader(header).sign(key)));
    await refused(bearer(await claims().setIssuer('elsewhere').setProtectedHeader(header).sign(key)));
    await refused(bearer(await claims().setExpirationTime('-1s').setProtectedHeader(header).sign(key)));
    const unsigned = new UnsecuredJWT({ sid })
      .setSubject(session.account.id)
      .setAudience('api')
      .setIssuer('wasl');
    await refused(bearer(unsigned.setExpirationTime('15m').encode()));
    const [head, , signature] = right.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: session.account.id, sid, aud: 'api' })).toString(
      'base64url',
    );
    await refused(bearer(`${head}.${forged}.${signature}`));
  });

  it("is refused with a token of another account's session, or of a session that does not exist", async () => {
    const [one, other] = [await register(service.client()), await register(service.client())];
    const tokens = new AccessTokens(service.config);
    const sign = (accountId: string, sessionId: string) =>
      tokens.sign({ accountId, sessionId, surface: 'api' });
    await refused(`Bearer ${await sign(one.account.id, await sessionIdOf(other))}`);
    await refused(`Bearer ${await sign(one.account.id, uuidv7())}`);
  });
});

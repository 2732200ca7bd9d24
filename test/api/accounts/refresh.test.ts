import { expect } from 'chai';
import {
  type AccountsService,
  type AuthSession,
  PASSWORD,
  register,
  startAccounts,
} from './accounts-service.ts';

describe('refresh tokens and sessions', () => {
  let service: AccountsService;

  before(async () => {
    service = await startAccounts();
  });
  after(() => service.stop());

  const refresh = (refreshToken: string) =>
    service.client().call<AuthSession>('POST', '/auth/refresh', { body: { refreshToken } });
  const refused = (refreshToken: string) =>
    service
      .client()
      .refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/refresh', { body: { refreshToken } });
  const opens = async ({ accessToken }: AuthSession) => {
    const client = service.client();
    client.token = accessToken;
    return (await client.call('GET', '/me')).status;
  };
  const sessionOf = (accountId: string) =>
    service.database('sessions').where({ account_id: accountId }).first();
  /** Makes the last rotation of an account's tokens older by this much. */
  const age = (accountId: string, interval: string) =>
    service.database.raw(
      `UPDATE refresh_tokens SET rotated_at = rotated_at - ?::interval
        WHERE session_id IN (SELECT id FROM sessions WHERE account_id = ?)`,
      [interval, accountId],
    );

  /** Resolves once a statement on this database waits for another transaction's lock. */
  const somebodyWaits = async () => {
    for (let look = 0; look < 2_000; look += 1) {
      const { rows } = await service.database.raw(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
    }
    throw new Error('no statement waited for a lock');
  };

  it('are replaced by a new pair, and the session lives on', async () => {
    const first = await register(service.client());
    const before = await sessionOf(first.account.id);
    const { status, body } = await refresh(first.refreshToken);
    expect(status).to.equal(200);
    expect(body.refreshToken).to.not.equal(first.refreshToken);
    expect(body.account).to.deep.equal(first.account);
    expect(await opens(body)).to.equal(200);
    const after = await sessionOf(first.account.id);
    expect(after.id).to.equal(before.id);
    expect(after.expires_at).to.be.greaterThan(before.expires_at);
    expect(after.expires_at.getTime() - Date.now()).to.be.within(30 * 86_400_000 - 60_000, 30 * 86_400_000);
  });

  it('are stored as hashes only', async () => {
    const { refreshToken, account } = await register(service.client());
    const rows = await service
      .database('refresh_tokens')
      .whereIn('session_id', service.database('sessions').where({ account_id: account.id }).select('id'));
    expect(JSON.stringify(rows)).to.not.contain(refreshToken);
    expect(rows[0].token_hash).to.have.length(32);
  });

  it('all end when a rotated token is used again', async () => {
    const first = await register(service.client());
    const second = (await refresh(first.refreshToken)).body;
    await age(first.account.id, '11 seconds');
    await refused(first.refreshToken);
    await refused(second.refreshToken);
    expect(await opens(first)).to.equal(401);
    expect(await opens(second)).to.equal(401);
    const { revoke_reason } = await sessionOf(first.account.id);
    expect(revoke_reason).to.equal('REFRESH_TOKEN_REUSED');
    const entries = await service.database('audit_log').where({ subject_id: first.account.id });
    expect(entries.map(({ action, account_id, reason }) => ({ action, account_id, reason }))).to.deep.include(
      {
        action: 'refreshSession',
        account_id: null,
        reason: 'REFRESH_TOKEN_REUSED',
      },
    );
  });

  it("of other sessions survive when one session's are stolen", async () => {
    const first = await register(service.client());
    const other = await service
      .client()
      .post<AuthSession>('/auth/login', { email: first.email, password: PASSWORD });
    await refresh(first.refreshToken);
    await age(first.account.id, '11 seconds');
    await refused(first.refreshToken);
    expect(await opens(other)).to.equal(200);
  });

  it('are issued again within ten seconds, since the first answer may have been lost', async () => {
    const first = await register(service.client());
    const lost = (await refresh(first.refreshToken)).body;
    await age(first.account.id, '9 seconds');
    const again = await refresh(first.refreshToken);
    expect(again.status).to.equal(200);
    expect(again.body.refreshToken).to.not.equal(lost.refreshToken);
    expect((await refresh(again.body.refreshToken)).status).to.equal(200);
  });

  it('are issued to each of ten simultaneous refreshes; the first pair used ends the others', async () => {
    const first = await register(service.client());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refreshToken)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).to.equal(10);
    const [one, other] = answers.map(({ body }) => body.refreshToken);
    const used = await refresh(one!);
    expect(used.status).to.equal(200);
    expect((await refresh(used.body.refreshToken)).status).to.equal(200);
    // Two parties hold the token, and the service cannot know which one is the owner.
    await refused(other!);
    expect(await opens(used.body)).to.equal(401);
    expect((await sessionOf(first.account.id)).revoke_reason).to.equal('REFRESH_TOKEN_REUSED');
  });

  it('survive in one branch when ten branches are used simultaneously', async () => {
    const first = await register(service.client());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refreshToken)));
    const next = await Promise.all(answers.map(({ body }) => refresh(body.refreshToken)));
    expect(next.filter(({ status }) => status === 200)).to.have.length(1);
  });

  it('are not issued again, grace period or not, once their successors have been used', async () => {
    const first = await register(service.client());
    const second = (await refresh(first.refreshToken)).body;
    const third = (await refresh(second.refreshToken)).body;
    await refused(first.refreshToken);
    await refused(third.refreshToken);
  });

  it('end 90 days after sign-in, however much they are used', async () => {
    const session = await register(service.client());
    const sessions = () => service.database('sessions').where({ account_id: session.account.id });
    const raw = service.database.raw.bind(service.database);
    await sessions().update({
      created_at: raw(`now() - interval '89 days'`),
      ends_at: raw(`now() + interval '1 day'`),
      expires_at: raw(`now() + interval '1 day'`),
    });
    const { body, status } = await refresh(session.refreshToken);
    expect(status).to.equal(200);
    const { expires_at, ends_at } = await sessions().first();
    expect(expires_at).to.deep.equal(ends_at);
    await sessions().update({
      ends_at: raw(`now() - interval '1 second'`),
      expires_at: raw(`now() - interval '1 second'`),
    });
    await refused(body.refreshToken);
    expect(await opens(body)).to.equal(401);
  });

  it('are at most 10,000 of one session, which then ends, so that refreshing stays cheap', async () => {
    const first = await register(service.client());
    const { id } = await sessionOf(first.account.id);
    await service.database.raw(
      `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at, rotated_at)
       SELECT gen_random_uuid(), ?, decode(md5(n::text), 'hex'), now() + interval '1 day', now()
         FROM generate_series(1, 9998) n`,
      [id],
    );
    const last = await refresh(first.refreshToken);
    expect(last.status).to.equal(200);
    await refused(last.body.refreshToken);
    expect(await opens(last.body)).to.equal(401);
    expect((await sessionOf(first.account.id)).revoke_reason).to.equal('TOO_MANY_TOKENS');
  });

  it('follow what the previous refresh decided, even when both began at once', async () => {
    const first = await register(service.client());
    const earlier = await service.database.transaction();
    const sessions = earlier('sessions').where({ account_id: first.account.id });
    const { id } = await sessions.clone().forUpdate().first('id');
    await earlier('refresh_tokens')
      .where({ session_id: id })
      .update({ rotated_at: earlier.raw(`now() - interval '11 seconds'`) });
    const later = refused(first.refreshToken);
    await somebodyWaits();
    await earlier.commit();
    await later;
    expect((await sessionOf(first.account.id)).revoke_reason).to.equal('REFRESH_TOKEN_REUSED');
  });

  it('both stop at sign-out', async () => {
    const client = service.client();
    const session = await register(client);
    expect((await client.call('POST', '/auth/logout')).status).to.equal(204);
    await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
    await client.refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/logout');
    await refused(session.refreshToken);
  });

  it('of other sessions survive a sign-out', async () => {
    const client = service.client();
    const { email } = await register(client);
    const other = await service.client().post<AuthSession>('/auth/login', { email, password: PASSWORD });
    await client.post('/auth/logout');
    expect(await opens(other)).to.equal(200);
  });

  it('are never issued to a refresh that coincides with the sign-out', async () => {
    const client = service.client();
    const first = await register(client);
    const [, answer] = await Promise.all([client.post('/auth/logout'), refresh(first.refreshToken)]);
    if (answer.status === 200) expect(await opens(answer.body)).to.equal(401);
    else expect(answer.status).to.equal(401);
    await refused(first.refreshToken);
  });

  it('end when the session has not been used for 30 days', async () => {
    const session = await register(service.client());
    await service
      .database('sessions')
      .where({ account_id: session.account.id })
      .update({ expires_at: service.database.raw(`now() - interval '1 second'`) });
    await refused(session.refreshToken);
    expect(await opens(session)).to.equal(401);
  });

  it('are not issued to a disabled account', async () => {
    const session = await register(service.client());
    await service.database('accounts').where({ id: session.account.id }).update({ status: 'DISABLED' });
    await refused(session.refreshToken);
    expect(await opens(session)).to.equal(401);
  });

  it('are refused when they were never issued, or are missing', async () => {
    await refused('rt_7Qm2dV0sYkA4hW9xUeLbN1cTgZ5pJr8f');
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/refresh');
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/refresh', { body: {} });
  });
});

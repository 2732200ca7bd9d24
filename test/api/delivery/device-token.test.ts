import { expect } from 'chai';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { untilFound } from '../../../scripts/shared/waiting.ts';
import { revokeSession } from '../../../server/accounts/session-store.ts';
import { refusal } from '../../realtime/live-fixture.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Token = Schema<'NewDeviceToken'>;
type Tokens = Schema<'DeviceTokenList'>;

const PATH = '/me/device-tokens';

describe('an app that runs while its page sleeps', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });
  afterEach(() => world.clear());
  after(() => world?.close());

  const give = (to: ApiClient, purpose: string, name?: string) =>
    to.post<Token>(PATH, { purpose, ...(name === undefined ? {} : { name }) });

  /** A separate client, which has nothing but the token. */
  function app({ token }: Token): ApiClient {
    const client = world.service.client();
    client.token = token;
    return client;
  }

  const points = (sequence: number) => ({
    points: [{ sequence, ...STORE, accuracy: 5, recordedAt: new Date().toISOString() }],
  });

  it("reports its driver's position, and reads offers, with the token alone", async () => {
    const driver = await world.onDuty();
    const service = app(await give(driver.client, 'POSITIONS', 'Pixel 9'));
    const receipt = await service.post<Schema<'LocationReceipt'>>('/driver/locations', points(1));
    expect(receipt).to.deep.equal({ accepted: 1, latestSequence: 1 });
    const seen = await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${driver.driverId}`);
    expect(seen.presence).to.equal('ONLINE');
    expect((await service.get<Schema<'OfferedTaskList'>>('/driver/offers')).data).to.deep.equal([]);

    const { taskId, number } = await world.ready();
    const { data } = await service.get<Schema<'OfferedTaskList'>>('/driver/offers');
    const [offer] = data;
    expect(data).to.have.lengthOf(1);
    expect(offer).to.deep.include({ taskId, orderNumber: number });
    expect(offer?.pickup).to.deep.equal({ name: 'Industrial Area store', location: STORE });
    expect(offer?.offer.expiresAt).to.be.a('string');
    expect(JSON.stringify(data), "nothing of the buyer's").to.not.match(/\+974|dropoff|contactName/);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    expect((await service.get<Schema<'OfferedTaskList'>>('/driver/offers')).data).to.deep.equal([]);
  });

  it('numbers its positions independently: those of the page beside it do not count as repetitions', async () => {
    const driver = await world.onDuty();
    const service = app(await give(driver.client, 'POSITIONS'));
    await world.report(driver, STORE);
    const { accepted } = await service.post<Schema<'LocationReceipt'>>('/driver/locations', points(1));
    expect(accepted).to.equal(1);
  });

  it('can do nothing else with it: no task, no profile, no sign-in, no live channel', async () => {
    const driver = await world.onDuty();
    const given = await give(driver.client, 'POSITIONS');
    const service = app(given);
    const { taskId } = await world.ready();
    for (const [method, path] of [
      ['GET', '/driver/tasks'],
      ['POST', `/driver/tasks/${taskId}/accept`],
      ['GET', '/me'],
      ['GET', '/notifications'],
      ['GET', '/categories'],
      ['GET', PATH],
      ['DELETE', `${PATH}/${given.id}`],
      ['POST', '/auth/logout'],
    ] as const)
      await service.refused(403, 'auth.FORBIDDEN', method, path);
    for (const purpose of ['POSITIONS', 'NOTIFICATIONS'])
      await service.refused(403, 'auth.FORBIDDEN', 'POST', PATH, { body: { purpose } });
    const problem = await refusal(world.service.url, given.token);
    expect(problem.code).to.equal('auth.UNAUTHENTICATED');
  });

  it('with a token for notifications reads them, and nothing of the work', async () => {
    const driver = await world.onDuty();
    await world.ready();
    const service = app(await give(driver.client, 'NOTIFICATIONS'));
    const bell = await service.get<Schema<'NotificationList'>>('/notifications');
    const [offered] = bell.data;
    expect(offered?.kind).to.equal('TASK_OFFERED');
    await service.post(`/notifications/${offered?.id}/read`);
    await service.refused(403, 'auth.FORBIDDEN', 'GET', '/driver/offers');
    await service.refused(403, 'auth.FORBIDDEN', 'POST', '/driver/locations', { body: points(1) });
    await service.refused(403, 'auth.FORBIDDEN', 'POST', '/notifications/read-all');
  });

  it('needs the role of a driver for positions; a revoked role takes effect at once', async () => {
    const { client } = await world.somebody();
    await client.refused(403, 'auth.FORBIDDEN', 'POST', PATH, { body: { purpose: 'POSITIONS' } });
    const driver = await world.approved();
    const service = app(await give(driver.client, 'POSITIONS'));
    await service.get('/driver/offers');
    await world.database('account_roles').where({ account_id: driver.accountId, role: 'DRIVER' }).delete();
    await service.refused(403, 'auth.FORBIDDEN', 'GET', '/driver/offers');
    await world.database('account_roles').insert({ account_id: driver.accountId, role: 'DRIVER' });
  });

  it('has one token per purpose and session: a new one voids the former', async () => {
    const driver = await world.approved();
    const first = await give(driver.client, 'POSITIONS', 'Old phone');
    const other = await give(driver.client, 'NOTIFICATIONS');
    const second = await give(driver.client, 'POSITIONS');
    await app(first).refused(401, 'auth.UNAUTHENTICATED', 'GET', '/driver/offers');
    await app(second).get('/driver/offers');
    await app(other).get('/notifications');
    const { data } = await driver.client.get<Tokens>(PATH);
    expect(data.map(({ id }) => id)).to.deep.equal([second.id, other.id]);
    // When two pages request one at once, one of the two is valid, and never both.
    const both = await Promise.all([give(driver.client, 'POSITIONS'), give(driver.client, 'POSITIONS')]);
    const answers = await Promise.all(both.map((each) => app(each).call('GET', '/driver/offers')));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
  });

  it('is listed with the time of its last use, never with the token, and revoked at once', async () => {
    const driver = await world.approved();
    const given = await give(driver.client, 'POSITIONS', 'هاتف يوسف');
    const service = app(given);
    await service.get('/driver/offers');
    const used = await untilFound(async () => {
      const [one] = (await driver.client.get<Tokens>(PATH)).data;
      return one?.usedAt == null ? null : one;
    });
    expect(used).to.include({ id: given.id, name: 'هاتف يوسف', purpose: 'POSITIONS', current: true });
    expect(JSON.stringify(used)).to.not.contain(given.token.slice(3));
    const stored = await world.database('device_tokens').where({ id: given.id }).first();
    expect(JSON.stringify(stored)).to.not.contain(given.token.slice(3));
    const stranger = await world.somebody();
    await stranger.client.refused(404, 'common.NOT_FOUND', 'DELETE', `${PATH}/${given.id}`);
    await driver.client.delete(`${PATH}/${given.id}`);
    await service.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/driver/offers');
  });

  it('loses access with its session, and cannot be used to outlive it', async () => {
    const driver: OnDuty = await world.approved();
    const service = app(await give(driver.client, 'POSITIONS'));
    await service.get('/driver/offers');
    const { session_id: sessionId } = await world
      .database('device_tokens')
      .join('sessions', 'sessions.id', 'device_tokens.session_id')
      .where({ account_id: driver.accountId })
      .first('session_id');
    await inTransaction(world.database, (trx) => revokeSession(trx, sessionId, 'SIGNED_OUT'));
    await service.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/driver/offers');
  });

  it('is refused when the token is altered, shortened or made up', async () => {
    const driver = await world.approved();
    const { token } = await give(driver.client, 'POSITIONS');
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [altered, token.slice(0, -1), `${token}A`, `dt_${'A'.repeat(43)}`, token.slice(3)]) {
      const client = world.service.client();
      client.token = wrong;
      await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/driver/offers');
    }
  });
});

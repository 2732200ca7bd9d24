import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { notifyConsumer } from '../../server/notifications/notify-consumer.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { connectLive, type LiveClient, refusal } from './live-fixture.ts';

describe('live connections of the service', () => {
  const clients: LiveClient[] = [];
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false });
  });

  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.close();
  });

  after(() => service.stop());

  async function register(): Promise<{ client: ApiClient; session: Schema<'AuthSession'> }> {
    const client = service.client();
    const session = await client.post<Schema<'AuthSession'>>('/auth/register', {
      email: `${randomUUID()}@example.com`,
      password: 'correct horse battery',
      displayName: 'Buyer',
      locale: 'en',
    });
    client.token = session.accessToken;
    return { client, session };
  }

  async function connect(token: string, transports = ['websocket']): Promise<LiveClient> {
    const client = await connectLive(service.url, token, { transports });
    clients.push(client);
    return client;
  }

  for (const transports of [['websocket'], ['polling']]) {
    it(`ring the bell of one account alone, over ${transports}`, async () => {
      const [mine, other] = [await register(), await register()];
      const bell = await connect(mine.session.accessToken, transports);
      const silence = await connect(other.session.accessToken, transports);
      const { deps } = service.inside;
      const context = {
        effectId: randomUUID(),
        source: { kind: 'order' as const, key: uuidv7() },
        version: 1,
        correlationId: randomUUID(),
        requestId: null,
      };
      const accountId = mine.session.account.id;
      await notifyConsumer(deps)({ kind: 'ORDER_PLACED', accountId, orderNumber: 'W-1' }, context);
      const rung = await bell.next('notification.created');
      expect(rung).to.include({ kind: 'ORDER_PLACED', unreadCount: 1 });
      const { data } = await mine.client.get<Schema<'NotificationList'>>('/notifications');
      expect(data[0]?.id).to.equal(rung.id);
      const marker = { id: uuidv7(), kind: 'MARKER', unreadCount: 0 };
      deps.pusher.push([`account:${other.session.account.id}`], 'notification.created', marker);
      await silence.next('notification.created');
      expect(silence.received.map(({ payload }) => payload)).to.deep.equal([marker]);
    });
  }

  it('are refused after signing out', async () => {
    const { client, session } = await register();
    await connect(session.accessToken);
    await client.call('POST', '/auth/logout');
    expect(await refusal(service.url, session.accessToken)).to.include({ code: 'auth.UNAUTHENTICATED' });
  });

  it('are refused with a token that was tampered with', async () => {
    const { session } = await register();
    const [head, , signature] = session.accessToken.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: randomUUID(), exp: 4_102_444_800 })).toString(
      'base64url',
    );
    expect(await refusal(service.url, `${head}.${claims}.${signature}`)).to.include({
      code: 'auth.UNAUTHENTICATED',
    });
  });

  it('return problems about rooms without revealing what exists', async () => {
    const { session } = await register();
    const client = await connect(session.accessToken);
    const answers = ['dispatch', `order:${uuidv7()}`, `zone:${uuidv7()}`].map((room) =>
      client.ask('subscribe', { room }),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).to.include({ ok: false, code: 'common.NOT_FOUND' });
    }
  });
});

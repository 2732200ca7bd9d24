import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { until } from '../../../scripts/shared/waiting.ts';
import { newVapidKey } from '../../../server/kernel/process/vapid-key.ts';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import { purgeSubscriptions } from '../../../server/notifications/push/push-subscription-store.ts';
import { openWebPush } from '../../../server/notifications/push/web-push-driver.ts';
import type { ChannelDriver, OutgoingMessage } from '../../../server/notifications/sending/channel-driver.ts';
import { startSending } from '../../../server/notifications/start-sending.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, signIn } from '../../support/people.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { PushService, type Subscription } from '../../support/push-service.ts';
import { startService, type TestService } from '../../support/service.ts';

type Kept = Schema<'PushSubscription'>;

const PATH = '/me/push-subscriptions';
const never = new AbortController().signal;

describe('push messages', () => {
  let service: TestService;
  let pushService: PushService;
  let driver: ChannelDriver;
  let publicKey: string;

  before(async () => {
    pushService = await PushService.start();
    service = await startService({
      catalogue: false,
      env: {
        PUSH_DRIVER: 'webpush',
        VAPID_PRIVATE_KEY: newVapidKey(),
        VAPID_SUBJECT: 'mailto:ops@wasl.example',
        TEST_REACHES_LOOPBACK: '1',
        LIMIT_WRITE_PER_MINUTE: '1000',
        LIMIT_SIGN_IN_PER_15_MINUTES: '1000',
      },
    });
    const opened = openWebPush(service.inside.deps.config, service.inside.deps);
    if (opened === null) throw new Error('no driver');
    driver = opened;
    publicKey = (await service.client().get<Schema<'PushKey'>>('/push/key')).publicKey ?? '';
  });
  after(async () => {
    await driver?.close();
    await service?.stop();
    await pushService?.stop();
  });

  interface Person {
    accountId: string;
    client: ApiClient;
    signInAgain(): Promise<ApiClient>;
  }

  async function person(): Promise<Person> {
    const account = await makeAccount(service, ['BUYER']);
    const signInAgain = () => signIn(service, account);
    return { accountId: account.accountId, client: await signInAgain(), signInAgain };
  }

  const device = () => pushService.subscribe(publicKey);
  const subscribe = (client: ApiClient, subscription: Subscription) => client.post<Kept>(PATH, subscription);
  const listed = async (client: ApiClient) =>
    (await client.get<Schema<'PushSubscriptionList'>>(`${PATH}?limit=100`)).data;

  function message(accountId: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
    return {
      deliveryId: uuidv7(),
      notificationId: uuidv7(),
      messageId: uuidv7(),
      kind: 'DELIVERED',
      locale: 'ar',
      title: 'وصل طلبك',
      body: 'سُلّم طلبك W-2026-000123.',
      data: { orderNumber: 'W-2026-000123' },
      urgency: 'normal',
      accountId,
      email: null,
      phone: null,
      expiresAt: null,
      ...changes,
    };
  }

  const send = (to: OutgoingMessage) => driver.send(to, never);
  const texts = async (subscription: Subscription) =>
    (await pushService.got(subscription)).map(({ text }) => JSON.parse(text));

  describe('subscriptions', () => {
    it('are stored, listed without their address, and deleted', async () => {
      const { client, signInAgain } = await person();
      const subscription = await device();
      const answer = await client.call<Kept>('POST', PATH, { body: subscription });
      expect(answer.status).to.equal(201);
      expect(answer.body).to.include({ current: true, reachedAt: null });
      expect(JSON.stringify(answer.body)).to.not.contain(new URL(subscription.endpoint).pathname);
      expect(answer.body.service).to.equal(new URL(subscription.endpoint).host);
      const [elsewhere] = await listed(await signInAgain());
      expect(elsewhere).to.deep.equal({ ...answer.body, current: false });
      const stranger = await person();
      await stranger.client.refused(404, 'common.NOT_FOUND', 'DELETE', `${PATH}/${answer.body.id}`);
      await client.delete(`${PATH}/${answer.body.id}`);
      expect(await listed(client)).to.deep.equal([]);
      await client.refused(404, 'common.NOT_FOUND', 'DELETE', `${PATH}/${answer.body.id}`);
    });

    it('are renewed at their address, with new keys; an Idempotency-Key gets the same response', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      const first = await subscribe(client, { ...subscription, keys: (await device()).keys });
      const again = await client.call<Kept>('POST', PATH, { body: subscription, key: 'again' });
      expect(again.status).to.equal(200);
      expect(again.body.id).to.equal(first.id);
      const repeat = await client.call<Kept>('POST', PATH, { body: subscription, key: 'again' });
      expect(repeat.headers.get('idempotent-replayed')).to.equal('true');
      expect(repeat.body).to.deep.equal(again.body);
      expect(await send(message(accountId))).to.include({ outcome: 'taken' });
      expect(await texts(subscription)).to.have.lengthOf(1);
    });

    it('move to the account that last signed in on the browser', async () => {
      const [former, present] = [await person(), await person()];
      const subscription = await device();
      const first = await subscribe(former.client, subscription);
      const second = await subscribe(present.client, subscription);
      expect(second.id).to.not.equal(first.id);
      expect(await listed(former.client)).to.deep.equal([]);
      expect(await send(message(former.accountId))).to.include({ outcome: 'refused' });
      expect(await send(message(present.accountId))).to.include({ outcome: 'taken' });
      expect(await texts(subscription)).to.have.lengthOf(1);
    });

    it('are limited to ten, however many come at once', async () => {
      const { accountId, client } = await person();
      const { keys } = await device();
      const all = Array.from({ length: 25 }, (_, at) => ({
        endpoint: `https://push.service.qa/${accountId}/${at}`,
        keys,
      }));
      await Promise.all(all.map((each) => subscribe(client, each)));
      expect(await listed(client)).to.have.lengthOf(10);
      const newest = await subscribe(client, { endpoint: 'https://push.service.qa/newest', keys });
      const left = await listed(client);
      expect(left).to.have.lengthOf(10);
      expect(left.map(({ id }) => id)).to.include(newest.id);
    });

    it('are listed page by page', async () => {
      const { accountId, client } = await person();
      const { keys } = await device();
      for (const at of [1, 2, 3])
        await subscribe(client, { endpoint: `https://push.service.qa/${accountId}/${at}`, keys });
      const one = await client.get<Schema<'PushSubscriptionList'>>(`${PATH}?limit=2`);
      const two = await client.get<Schema<'PushSubscriptionList'>>(
        `${PATH}?limit=2&cursor=${one.page.nextCursor}`,
      );
      expect([one.data.length, two.data.length, two.page.hasMore]).to.deep.equal([2, 1, false]);
      const stranger = await person();
      await stranger.client.refused(400, 'common.BAD_CURSOR', 'GET', `${PATH}?cursor=${one.page.nextCursor}`);
    });

    it('must have a public address, and keys that can be encrypted to', async () => {
      const { client } = await person();
      const { keys } = await device();
      const refused = async (body: Subscription, pointer: string) => {
        const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', PATH, { body });
        expect(
          problem.errors.map((each) => each.pointer),
          JSON.stringify(body),
        ).to.deep.equal([pointer]);
      };
      for (const endpoint of [
        'http://push.service.qa/1',
        'https://10.0.0.1/1',
        'https://[::ffff:169.254.169.254]/latest',
        'https://2130706434/',
        'https://push.service.qa@10.0.0.1/',
        'https://redis/',
        'https://push.service.qa:25/',
        `https://push.service.qa/${'ب'.repeat(500)}`,
      ])
        await refused({ endpoint, keys }, '/endpoint');
      const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
      await refused({ endpoint: 'https://push.service.qa/1', keys: { ...keys, p256dh: offCurve } }, '/keys');
      expect(await listed(client)).to.deep.equal([]);
    });

    it('end with their session, and are deleted then', async () => {
      const { accountId, client, signInAgain } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      const other = await signInAgain();
      await client.post('/auth/logout');
      expect(await listed(other)).to.deep.equal([]);
      expect(await send(message(accountId))).to.include({ outcome: 'refused' });
      expect(await pushService.got(subscription)).to.deep.equal([]);
      const { database } = service.inside.deps;
      await purgeSubscriptions(database, 1_000);
      expect(await database('push_subscriptions').where({ account_id: accountId })).to.deep.equal([]);
    });
  });

  describe('sending', () => {
    it('reaches every device of the account, encrypted for each, and reports who accepted', async () => {
      const { accountId, client, signInAgain } = await person();
      const [one, two] = [await device(), await device()];
      await subscribe(client, one);
      await subscribe(await signInAgain(), two);
      const stranger = await person();
      const others = await device();
      await subscribe(stranger.client, others);
      const notification = message(accountId);
      const sent = await send(notification);
      expect(sent.outcome).to.equal('taken');
      expect(sent)
        .to.have.property('providerRef')
        .that.matches(/^http:\/\/127\.0\.0\.1:\d+\/message\/1$/);
      for (const subscription of [one, two])
        expect(await texts(subscription)).to.deep.equal([
          {
            id: notification.notificationId,
            kind: 'DELIVERED',
            locale: 'ar',
            title: notification.title,
            body: notification.body,
            data: notification.data,
          },
        ]);
      const [[first], [second]] = [await pushService.got(one), await pushService.got(two)];
      expect(first?.sealed).to.not.equal(second?.sealed);
      expect(await pushService.got(others)).to.deep.equal([]);
      expect((await listed(client)).every(({ reachedAt }) => reachedAt !== null)).to.equal(true);
    });

    it('states the urgency, the time to live, and the topic that marks a second attempt as the same message', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      const now = service.clock.now().getTime();
      const code = message(accountId, { urgency: 'high', expiresAt: new Date(now + 600_000) });
      await send(code);
      await send(code);
      await send(message(accountId, { expiresAt: new Date(now + 45_000) }));
      await send(message(accountId, { urgency: 'low' }));
      const [first, again, offer, low] = await pushService.got(subscription);
      expect(first).to.include({ urgency: 'high' });
      expect(first?.ttl).to.be.within(590, 600);
      expect(again?.topic).to.equal(first?.topic);
      expect(offer?.ttl).to.be.within(40, 45);
      expect(offer?.topic).to.not.equal(first?.topic);
      expect(low).to.include({ urgency: 'low', ttl: 3 * 86_400 });
      const late = await send(message(accountId, { expiresAt: new Date(now - 1) }));
      expect(late).to.include({ outcome: 'refused' });
      expect(await pushService.got(subscription)).to.have.lengthOf(4);
    });

    it('leaves out what does not fit, never the message itself', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      const notification = message(accountId, {
        data: { lines: 'س'.repeat(3_000) },
        body: 'ب'.repeat(2_000),
      });
      expect(await send(notification)).to.include({ outcome: 'taken' });
      const [got] = await texts(subscription);
      expect(got).to.include({ id: notification.notificationId, title: notification.title });
      expect(got.body).to.have.lengthOf(500);
    });

    it('reports no recipient without an account or a device', async () => {
      const { accountId } = await person();
      expect(await send(message(accountId))).to.include({ outcome: 'refused' });
      expect(await send({ ...message(accountId), accountId: null })).to.include({ outcome: 'refused' });
    });

    it('deletes a device that is gone, and it alone', async () => {
      for (const status of [404, 410]) {
        const { accountId, client } = await person();
        const [gone, there] = [await device(), await device()];
        await subscribe(client, gone);
        await subscribe(client, there);
        await pushService.next(gone, { status });
        expect(await send(message(accountId))).to.include({ outcome: 'taken' });
        expect(await listed(client)).to.have.lengthOf(1);
        await pushService.next(there, { status });
        const last = await send(message(accountId));
        expect(last).to.include({ outcome: 'refused', noAddress: true });
        expect(last).to.have.property('words').that.contains(String(status));
        expect(await listed(client)).to.deep.equal([]);
      }
    });

    it('retries later what a push service cannot accept now, at the time it names', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      await pushService.next(
        subscription,
        { status: 429, headers: { 'Retry-After': '120' } },
        { status: 503, headers: { 'Retry-After': new Date(Date.now() + 90_000).toUTCString() } },
        { status: 500, text: 'database\u0000 is\r\n away' },
        'cut-before',
        'cut-after',
      );
      expect(await send(message(accountId))).to.include({ outcome: 'later', retryAfterSeconds: 120 });
      const dated = await send(message(accountId));
      expect(dated).to.have.property('retryAfterSeconds').that.is.within(80, 90);
      const broken = await send(message(accountId));
      expect(broken)
        .to.have.property('words')
        .that.matches(/answered 500: database is away$/);
      expect(await send(message(accountId))).to.include({ outcome: 'later' });
      // Cut between acceptance and response: it is sent again, under the same topic.
      const cut = message(accountId);
      expect(await send(cut)).to.include({ outcome: 'later' });
      expect(await send(cut)).to.include({ outcome: 'taken' });
      const got = await pushService.got(subscription);
      expect(got.map(({ topic }) => topic)).to.have.lengthOf(2);
      expect(new Set(got.map(({ topic }) => topic)).size).to.equal(1);
      expect(await listed(client)).to.have.lengthOf(1);
    });

    it('gives up what is permanently refused, with the text of the refusal', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      for (const status of [400, 401, 403, 413, 301, 307]) {
        await pushService.next(subscription, { status, text: 'because of this' });
        const sent = await send(message(accountId));
        expect(sent, String(status)).to.include({ outcome: 'refused' });
        expect(sent).to.have.property('words').that.contains(`answered ${status}: because of this`);
      }
      expect(await listed(client), 'a wrong key of the service must not delete all devices').to.have.lengthOf(
        1,
      );
    });

    it('counts as sent when one device accepted, whatever the others respond', async () => {
      const { accountId, client } = await person();
      const [up, down] = [await device(), await device()];
      await subscribe(client, down);
      await subscribe(client, up);
      await pushService.next(down, { status: 503 });
      expect(await send(message(accountId))).to.include({ outcome: 'taken' });
      expect(await texts(up)).to.have.lengthOf(1);
    });

    it('stops when its time is up', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      await subscribe(client, subscription);
      await pushService.next(subscription, 'silent');
      const sent = await driver.send(message(accountId), AbortSignal.timeout(100));
      expect(sent).to.include({ outcome: 'later' });
      expect(sent)
        .to.have.property('words')
        .that.matches(/in time/);
    });

    it('is refused by a push service when the device subscribed for another key', async () => {
      const { accountId, client } = await person();
      await subscribe(client, await pushService.subscribe(newReceiver().keys.p256dh.toString('base64url')));
      expect(await send(message(accountId)))
        .to.have.property('words')
        .that.contains('subscribed for another key');
    });

    it('never goes to an internal address, even if the database contained one', async () => {
      const { accountId, client } = await person();
      const subscription = await device();
      const { id } = await subscribe(client, subscription);
      const inside = new URL(subscription.endpoint);
      const { database } = service.inside.deps;
      const before = await pushService.attempts();
      for (const host of ['127.0.0.2', '[::1]', 'localhost']) {
        const endpoint = `https://${host}:${inside.port}${inside.pathname}`;
        await database('push_subscriptions').where({ id }).update({ endpoint });
        const sent = await send(message(accountId));
        expect(sent, host).to.include({ outcome: 'refused' });
        expect(sent)
          .to.have.property('words')
          .that.matches(/not a public/);
      }
      expect(await pushService.attempts()).to.equal(before);
    });
  });

  describe('from an event to the phone', () => {
    it('goes through the queue: sent to those with a device, ended for those without, or once it is outdated', async () => {
      const { deps } = service.inside;
      const now = service.clock.now().getTime();
      const [reached, bare, late] = [await person(), await person(), await person()];
      const [subscription, unused] = [await device(), await device()];
      await subscribe(reached.client, subscription);
      await subscribe(late.client, unused);
      const offer = (to: Person, expiresAt: Date) =>
        notifyConsumer(deps)(
          {
            kind: 'TASK_OFFERED',
            accountId: to.accountId,
            orderNumber: 'W-2026-000123',
            taskId: uuidv7(),
            expiresAt: expiresAt.toISOString(),
          },
          {
            effectId: uuidv7(),
            source: { kind: 'order', key: uuidv7() },
            version: 1,
            correlationId: uuidv7(),
            requestId: null,
          },
        );
      await offer(reached, new Date(now + 60_000));
      await offer(bare, new Date(now + 60_000));
      await offer(late, new Date(now - 1));
      const sending = await startSending({ ...deps, metrics: { delivery: () => undefined } });
      const deliveryOf = async ({ accountId }: Person) =>
        deps
          .database('notification_deliveries as d')
          .join('notifications as n', 'n.id', 'd.notification_id')
          .where({ account_id: accountId, channel: 'PUSH' })
          .first('d.status', 'd.provider_ref', 'd.last_error', 'n.id');
      try {
        for (const each of [reached, bare, late])
          await until(async () => !['QUEUED', 'SENDING'].includes((await deliveryOf(each)).status), {
            limitMs: 15_000,
            everyMs: 20,
            failure: 'it was not sent',
          });
      } finally {
        await sending.close();
      }
      const sent = await deliveryOf(reached);
      expect(sent).to.include({ status: 'SENT' });
      expect(sent.provider_ref).to.match(/\/message\/1$/);
      const [got] = await texts(subscription);
      expect(got).to.include({ id: sent.id, kind: 'TASK_OFFERED', locale: 'en', title: 'New delivery' });
      const [{ ttl } = { ttl: 0 }] = await pushService.got(subscription);
      expect(ttl).to.be.within(1, 60);
      expect(await deliveryOf(bare)).to.include({ status: 'SUPPRESSED' });
      expect((await deliveryOf(bare)).last_error).to.match(/No device/);
      expect(await deliveryOf(late)).to.include({ status: 'EXPIRED' });
      expect(await pushService.got(unused)).to.deep.equal([]);
    });
  });
});

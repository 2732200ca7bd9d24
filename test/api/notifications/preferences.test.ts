import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { NOTIFICATION_KINDS } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { NOTICE_TABLE } from '../../../server/notifications/notice-table.ts';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

type Preferences = Schema<'NotificationPreferences'>;
type Wanted = Schema<'ReplaceNotificationPreferencesRequest'>;

const PATH = '/notification-preferences';
const NIGHT = { from: '22:00', until: '07:00', zone: 'Asia/Qatar' };
/** Noon in Qatar. */
const AT_NOON = '2026-03-01T12:00:00+03:00';
const AT_ELEVEN_PM = '2026-03-01T23:00:00+03:00';
const AT_SEVEN_AM = '2026-03-02T04:00:00.000Z';

describe('notification preferences', () => {
  let service: TestService;
  /** Domain time of the notifications. */
  let at: Date;

  before(async () => {
    service = await startService({ catalogue: false });
  });
  beforeEach(() => {
    at = new Date(AT_NOON);
  });
  after(() => service?.stop());

  const database = () => service.inside.deps.database;

  async function somebody(roles: Parameters<typeof makeAccount>[1] = ['BUYER']) {
    const account = await makeAccount(service, roles);
    return { accountId: account.accountId, client: await signIn(service, account) };
  }

  async function notify(kind: string, accountId: string, data: JsonObject = {}): Promise<void> {
    const deps = { ...service.inside.deps, clock: { now: () => at } };
    const source = { kind: 'order' as const, key: uuidv7() };
    const context = {
      effectId: randomUUID(),
      correlationId: randomUUID(),
      source,
      version: 1,
      requestId: null,
    };
    const payload = { kind, accountId, orderId: uuidv7(), groupId: uuidv7(), orderNumber: 'W-1', ...data };
    await notifyConsumer(deps)(payload, context);
  }

  /** 'KIND CHANNEL STATUS until' of each delivery to the account, oldest first. */
  async function ways(accountId: string): Promise<string[]> {
    const rows = await database()('notification_deliveries as d')
      .join('notifications as n', 'n.id', 'd.notification_id')
      .where({ 'n.account_id': accountId })
      .orderBy(['n.kind', 'd.channel'])
      .select('n.kind', 'd.channel', 'd.status', 'd.release_at');
    return rows.map(({ kind, channel, status, release_at: until }) =>
      [kind, channel, status, ...(until === null ? [] : [until.toISOString()])].join(' '),
    );
  }

  const put = (client: ApiClient, wanted: Wanted) => client.call<Preferences>('PUT', PATH, { body: wanted });

  async function refusedAt(client: ApiClient, wanted: unknown): Promise<string[]> {
    const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'PUT', PATH, { body: wanted });
    return (problem.errors ?? []).map(({ pointer }) => pointer);
  }

  it('list the kinds of a person’s roles, all switched on at first, with what may be changed', async () => {
    const buyer = await somebody();
    const shown = await buyer.client.get<Preferences>(PATH);
    expect(shown.quietHours).to.equal(null);
    expect(shown.choices.every(({ enabled }) => enabled)).to.equal(true);
    const kinds = new Set(shown.choices.map(({ kind }) => kind));
    expect([...kinds]).to.include.members(['ORDER_PLACED', 'DELIVERY_CODE', 'NEW_SIGN_IN']);
    expect([...kinds]).not.to.include.members(['NEW_ORDER', 'TASK_OFFERED', 'ALERT', 'SIGN_IN_CODE']);
    const of = (kind: string) => shown.choices.find((each) => each.kind === kind);
    expect(of('ORDER_PLACED')).to.include({ isMandatory: false, isHeld: true, title: 'Order placed' });
    expect(of('IN_TRANSIT')).to.include({ isMandatory: false, isHeld: false });
    expect(of('DELIVERY_CODE')).to.include({ isMandatory: true, isHeld: false });
    const driver = await somebody(['DRIVER']);
    const { choices } = await driver.client.get<Preferences>(PATH);
    expect(choices.map(({ kind }) => kind))
      .to.include('TASK_OFFERED')
      .and.not.include('ORDER_PLACED');
  });

  it('store the last choice only', async () => {
    const { client } = await somebody();
    const first = { kind: 'DELIVERED', channel: 'PUSH', enabled: false } as const;
    const second = { kind: 'GROUP_ACCEPTED', channel: 'EMAIL', enabled: false } as const;
    await put(client, { choices: [first], quietHours: NIGHT });
    const { body } = await put(client, { choices: [second], quietHours: null });
    expect(body).to.deep.equal(await client.get<Preferences>(PATH));
    expect(body.quietHours).to.equal(null);
    const off = body.choices.filter(({ enabled }) => !enabled);
    expect(off.map(({ kind, channel }) => ({ kind, channel, enabled: false }))).to.deep.equal([second]);
  });

  it('preserve what a session with another role of the account has switched off', async () => {
    const { accountId, client } = await somebody(['BUYER']);
    const dispatcher = { kind: 'ALERT', channel: 'PUSH', enabled: false } as const;
    await put(client, { choices: [dispatcher], quietHours: null });
    const buyer = { kind: 'DELIVERED', channel: 'EMAIL', enabled: false } as const;
    await Promise.all([
      put(client, { choices: [buyer], quietHours: NIGHT }),
      put(client, { choices: [buyer], quietHours: NIGHT }),
    ]);
    const off = () =>
      database()('notification_preferences').where({ account_id: accountId }).first('switched_off');
    expect((await off())?.switched_off).to.deep.equal(['ALERT:PUSH', 'DELIVERED:EMAIL']);
    await put(client, { choices: [{ ...dispatcher, enabled: true }], quietHours: null });
    expect((await off())?.switched_off).to.deep.equal([]);
  });

  it('refuse what is not possible, naming each place', async () => {
    const { client } = await somebody();
    const choices = [
      { kind: 'NEW_SIGN_IN', channel: 'EMAIL', enabled: false },
      { kind: 'DELIVERED', channel: 'SMS', enabled: false },
      { kind: 'DELIVERY_CODE', channel: 'SMS', enabled: true },
    ];
    expect(await refusedAt(client, { choices, quietHours: null })).to.deep.equal([
      '/choices/0/enabled',
      '/choices/1/channel',
    ]);
    for (const [quietHours, place] of [
      [{ ...NIGHT, zone: 'Asia/Atlantis' }, '/quietHours/zone'],
      [{ ...NIGHT, until: '22:00' }, '/quietHours/until'],
    ] as const)
      expect(await refusedAt(client, { choices: [], quietHours })).to.deep.equal([place]);
    await client.refused(422, 'common.VALIDATION_FAILED', 'PUT', PATH, {
      body: { choices: [], quietHours: { ...NIGHT, from: '24:00' } },
    });
    expect((await client.get<Preferences>(PATH)).quietHours).to.equal(null);
  });

  it('suppress what is switched off on that channel alone; the bell rings all the same', async () => {
    const { accountId, client } = await somebody();
    await put(client, {
      choices: [{ kind: 'DELIVERED', channel: 'EMAIL', enabled: false }],
      quietHours: null,
    });
    await notify('DELIVERED', accountId);
    expect(await ways(accountId)).to.deep.equal(['DELIVERED EMAIL SUPPRESSED', 'DELIVERED PUSH QUEUED']);
    const { data } = await client.get<Schema<'NotificationList'>>('/notifications');
    expect(data.map(({ kind }) => kind)).to.deep.equal(['DELIVERED']);
  });

  it("hold what is not urgent until quiet hours end, in the recipient's time zone", async () => {
    const [quiet, other] = [await somebody(), await somebody()];
    await put(quiet.client, {
      choices: [{ kind: 'ORDER_PLACED', channel: 'EMAIL', enabled: false }],
      quietHours: NIGHT,
    });
    await notify('GROUP_READY', quiet.accountId);
    at = new Date(AT_ELEVEN_PM);
    for (const kind of ['DELIVERED', 'IN_TRANSIT', 'ORDER_PLACED']) {
      await notify(kind, quiet.accountId);
      await notify(kind, other.accountId);
    }
    expect(await ways(quiet.accountId)).to.deep.equal([
      `DELIVERED EMAIL HELD ${AT_SEVEN_AM}`,
      `DELIVERED PUSH HELD ${AT_SEVEN_AM}`,
      'GROUP_READY PUSH QUEUED',
      'IN_TRANSIT PUSH QUEUED',
      'ORDER_PLACED EMAIL SUPPRESSED',
    ]);
    expect((await ways(other.accountId)).every((way) => way.endsWith('QUEUED'))).to.equal(true);
  });

  it('neither hold nor suppress codes and security messages, even where a row says so', async () => {
    const { accountId } = await somebody();
    const mandatory = NOTIFICATION_KINDS.filter((kind) => NOTICE_TABLE[kind].choice === 'NONE');
    await database()('notification_preferences').insert({
      account_id: accountId,
      switched_off: mandatory.flatMap((kind) => NOTICE_TABLE[kind].channels.map((each) => `${kind}:${each}`)),
      quiet_from: NIGHT.from,
      quiet_until: NIGHT.until,
      quiet_zone: NIGHT.zone,
    });
    at = new Date(AT_ELEVEN_PM);
    for (const kind of mandatory.filter((each) => each !== 'DELIVERY_CODE')) await notify(kind, accountId);
    const codeId = uuidv7();
    await notify('DELIVERY_CODE', accountId, {
      ...{ codeId, taskId: uuidv7(), expiresAt: AT_SEVEN_AM },
      sealed: service.inside.deps.secrets.seal('delivery-code', '481920', codeId).toString('base64'),
    });
    const found = await ways(accountId);
    expect(found).to.have.length(mandatory.flatMap((kind) => NOTICE_TABLE[kind].channels).length);
    expect(found.filter((way) => !way.endsWith('QUEUED'))).to.deep.equal([]);
    const rows = await database()('notification_deliveries as d')
      .join('notifications as n', 'n.id', 'd.notification_id')
      .where({ 'n.account_id': accountId })
      .distinct('d.urgency');
    expect(rows.map(({ urgency }) => urgency).sort()).to.deep.equal([0, 1]);
  });

  it('apply a new choice to what is queued: released, held for longer, or not sent at all', async () => {
    const { accountId, client } = await somebody();
    // Choices are made at the service's time.
    const now = service.inside.deps.clock.now();
    const hour = (from: number) => new Date(now.getTime() + from * 3_600_000).toISOString().slice(11, 16);
    const around = { from: hour(-1), until: hour(2), zone: 'UTC' };
    await put(client, { choices: [], quietHours: around });
    at = now;
    await notify('DELIVERED', accountId);
    await notify('GROUP_READY', accountId);
    const [held] = await ways(accountId);
    expect(held).to.match(/^DELIVERED EMAIL HELD /);
    await put(client, {
      choices: [{ kind: 'DELIVERED', channel: 'EMAIL', enabled: false }],
      quietHours: { ...around, until: hour(3) },
    });
    const [suppressed, longer] = await ways(accountId);
    expect(suppressed).to.equal('DELIVERED EMAIL SUPPRESSED');
    const until = Date.parse(longer?.split(' ')[3] ?? '');
    expect(until - Date.parse(held?.split(' ')[3] ?? '')).to.equal(3_600_000);
    await put(client, { choices: [], quietHours: null });
    expect(await ways(accountId)).to.deep.equal([
      'DELIVERED EMAIL SUPPRESSED',
      'DELIVERED PUSH QUEUED',
      'GROUP_READY PUSH QUEUED',
    ]);
  });

  describe('quiet hours', () => {
    for (const [what, at, from, until, zone, ends] of [
      [
        'begin with their first minute',
        '2026-03-01T19:00:00Z',
        '22:00',
        '07:00',
        'Asia/Qatar',
        '2026-03-02T04:00:00Z',
      ],
      ['are over with their last', '2026-03-02T04:00:00Z', '22:00', '07:00', 'Asia/Qatar', null],
      ['last after midnight', '2026-03-01T22:30:00Z', '22:00', '07:00', 'Asia/Qatar', '2026-03-02T04:00:00Z'],
      [
        'may lie within a day',
        '2026-03-01T10:00:00Z',
        '12:30',
        '15:00',
        'Asia/Qatar',
        '2026-03-01T12:00:00Z',
      ],
      ['are not before that', '2026-03-01T09:29:59Z', '12:30', '15:00', 'Asia/Qatar', null],
      ['may end at midnight', '2026-03-01T20:00:00Z', '22:00', '00:00', 'Asia/Qatar', '2026-03-01T21:00:00Z'],
      [
        'know zones of quarter hours',
        '2026-03-01T17:00:00Z',
        '22:00',
        '07:00',
        'Asia/Kathmandu',
        '2026-03-02T01:15:00Z',
      ],
      [
        'are an hour shorter in a night that is',
        '2026-03-28T22:00:00Z',
        '22:00',
        '07:00',
        'Europe/Berlin',
        '2026-03-29T05:00:00Z',
      ],
      [
        'are an hour longer in a night that is',
        '2026-10-24T22:00:00Z',
        '22:00',
        '07:00',
        'Europe/Berlin',
        '2026-10-25T06:00:00Z',
      ],
    ] as const)
      it(what, async () => {
        const { rows } = await database().raw<{ rows: { ends: Date | null }[] }>(
          'SELECT quiet_hours_end(?::timestamptz, ?::time, ?::time, ?) AS ends',
          [at, from, until, zone],
        );
        expect(rows[0]?.ends ?? null).to.deep.equal(ends === null ? null : new Date(ends));
      });
  });
});

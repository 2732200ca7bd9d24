import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { PiggybackedOutbox } from '../../../actors/runtime/piggybacked-outbox.ts';
import type { AnyConsumer } from '../../../actors/runtime/relay.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { realTimers } from '../../../db/real-timers.ts';
import { PgOutboxStore } from '../../../db/stores/outbox-store.ts';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TestClock } from '../../support/test-clock.ts';

describe('notifications written in one batch', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let outbox: PiggybackedOutbox;
  let consume: AnyConsumer;
  let pushed: JsonObject[];
  let statements: string[];

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 8 });
    database.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  });

  beforeEach(() => {
    pushed = [];
    statements = [];
    outbox = new PiggybackedOutbox(new PgOutboxStore(database), realTimers);
    const pusher = {
      push: (_rooms: readonly string[], _event: string, data: JsonObject) => void pushed.push(data),
    };
    consume = notifyConsumer({ database, clock: new TestClock(), ids: { next: uuidv7 }, pusher, outbox });
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const writes = () => statements.filter((sql) => sql.includes('INSERT INTO notifications'));

  function tell(payload: JsonObject, effectId: string = randomUUID()) {
    const source = { kind: 'order' as const, key: randomUUID() };
    const context = { effectId, source, version: 1, correlationId: randomUUID(), requestId: null };
    return consume({ orderId: randomUUID(), orderNumber: 'W-1', ...payload }, context);
  }

  async function account(role?: 'DISPATCHER'): Promise<string> {
    const id = uuidv7();
    await database('accounts').insert({ id, email: `${id}@example.com`, display_name: 'A', locale: 'en' });
    if (role !== undefined) await database('account_roles').insert({ account_id: id, role });
    return id;
  }

  it('are written by one statement for all recipients, each with its own unread count', async () => {
    const [buyer, dispatcher] = [await account(), await account('DISPATCHER')];
    statements = [];
    await Promise.all([
      tell({ kind: 'ORDER_PLACED', accountId: buyer }),
      tell({ kind: 'GROUP_ACCEPTED', accountId: buyer }),
      tell({ kind: 'ALERT', role: 'DISPATCHER' }),
      tell({ kind: 'GROUP_READY', accountId: buyer }),
    ]);
    expect(writes()).to.have.length(1);
    expect(pushed.map(({ kind, unreadCount }) => [kind, unreadCount])).to.deep.equal([
      ['ORDER_PLACED', 1],
      ['GROUP_ACCEPTED', 2],
      ['ALERT', 1],
      ['GROUP_READY', 3],
    ]);
    await tell({ kind: 'PICKED_UP', accountId: buyer });
    expect(pushed.at(-1)).to.include({ unreadCount: 4 });
    expect(await database('notifications').where({ account_id: dispatcher })).to.have.length(1);
    expect(await database('outbox')).to.deep.equal([]);
  });

  it('are unaffected by one that PostgreSQL refuses: it alone fails', async () => {
    const [buyer, other] = [await account(), await account()];
    const outcomes = await Promise.allSettled([
      tell({ kind: 'ORDER_PLACED', accountId: buyer }),
      tell({ kind: 'ORDER_PLACED', accountId: buyer, note: 'no \u0000 in jsonb' }),
      tell({ kind: 'ORDER_PLACED', accountId: other }),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    for (const accountId of [buyer, other])
      expect(await database('notifications').where({ account_id: accountId })).to.have.length(1);
  });

  it('are pushed with the unread count, up to 100', async () => {
    const buyer = await account();
    const old = {
      kind: 'ORDER_PLACED',
      title_en: '',
      title_ar: '',
      body_en: '',
      body_ar: '',
      source_version: 1,
    };
    const unread = Array.from({ length: 98 }, () => {
      const id = uuidv7();
      return { id, event_key: id, account_id: buyer, created_at: new Date(), ...old };
    });
    await database('notifications').insert(unread);
    await Promise.all(
      ['GROUP_ACCEPTED', 'GROUP_READY', 'PICKED_UP'].map((kind) => tell({ kind, accountId: buyer })),
    );
    expect(pushed.map(({ unreadCount }) => unreadCount)).to.deep.equal([99, 100, 100]);
  });

  it('of an account that does not exist are left out', async () => {
    const buyer = await account();
    await Promise.all([
      tell({ kind: 'ORDER_PLACED', accountId: randomUUID() }),
      tell({ kind: 'ORDER_PLACED', accountId: buyer }),
    ]);
    expect(pushed).to.have.length(1);
  });

  it('are one notification when the same effect comes twice, here and from another process at once', async () => {
    const buyer = await account();
    const effectId = randomUUID();
    const payload = { kind: 'ORDER_PLACED', accountId: buyer, orderId: randomUUID() };
    const pusher = { push: () => undefined };
    const second = notifyConsumer({
      database,
      clock: new TestClock(),
      ids: { next: uuidv7 },
      pusher,
      outbox,
    });
    const source = { kind: 'order' as const, key: randomUUID() };
    const context = { effectId, source, version: 1, correlationId: randomUUID(), requestId: null };
    await Promise.all([consume(payload, context), consume(payload, context), second(payload, context)]);
    const rows = await database('notifications').where({ account_id: buyer });
    expect(rows.map(({ id }) => id)).to.deep.equal([deterministicId(effectId, 'notification', buyer)]);
    expect(await database('notification_deliveries').where({ notification_id: rows[0]?.id })).to.have.length(
      1,
    );
  });

  it('delete finished outbox rows along with them; when they fail, those rows are deleted separately', async () => {
    const buyer = await account();
    const row = { kind: 'order', key: randomUUID(), version: 1, correlation_id: '', effects: '[]' };
    const ids = [randomUUID(), randomUUID()];
    await database('outbox').insert(ids.map((id) => ({ id, ...row })));
    const first = outbox.done([ids[0] ?? '']);
    await tell({ kind: 'ORDER_PLACED', accountId: buyer, note: '\u0000' }).catch(() => undefined);
    await first;
    expect(await database('outbox').pluck('id')).to.deep.equal([ids[1]]);
    statements = [];
    const second = outbox.done([ids[1] ?? '']);
    await tell({ kind: 'ORDER_PLACED', accountId: buyer });
    await second;
    expect(await database('outbox')).to.deep.equal([]);
    expect(statements.filter((sql) => sql.includes('DELETE FROM outbox'))).to.have.length(2);
  });
});

import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { GroupWrite, GroupWriteResult } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef, Journal, RowOp } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const AT = '2026-03-01T08:00:00.000Z';

/** A turn that takes an actor from version `base` to the next. */
function turn(ref: ActorRef, base: number, more: Partial<Commit> = {}): GroupWrite {
  const version = base + 1;
  const command = {
    ...{
      id: uuidv7(),
      type: 'test',
      requestHash: Buffer.alloc(32),
      events: [],
      accountId: null,
      role: 'SYSTEM',
    },
    ...{
      outcome: { ok: true, reply: { version } } as const,
      reason: null,
      requestId: null,
      correlationId: 'c',
    },
  };
  const commit: Commit = {
    ...{ ref, baseVersion: base, version, schema: 1, state: { version }, command, rows: [], outbox: null },
    ...{ setTimers: [], cancelTimers: [], journals: [], ...more },
  };
  return { kind: 'commit', commit, epoch: 0, verifyNew: false };
}

function ticket(taskId: string, zone: ActorRef, changes: RowOp['row'] = {}): RowOp {
  const row = {
    ...{
      task_id: taskId,
      zone_id: zone.key,
      order_id: taskId,
      group_id: taskId,
      round: 1,
      status: 'WAITING',
    },
    ...{
      attempt: 1,
      pickup_lat: 25,
      pickup_lng: 51,
      dropoff_lat: 25,
      dropoff_lng: 51,
      cod: '125.00',
      items: 1,
    },
    ...{
      due_by: AT,
      excluded: [],
      refused: [],
      enqueued_at: AT,
      updated_at: AT,
      actor_version: 1,
      ...changes,
    },
  };
  return { table: 'zone_tickets', op: 'upsert', row };
}

const changed = (taskId: string, { key }: ActorRef, row: RowOp['row']): RowOp => ({
  table: 'zone_tickets',
  op: 'update',
  row: { task_id: taskId, zone_id: key, ...row },
});
const removed = (taskId: string, { key }: ActorRef): RowOp => ({
  table: 'zone_tickets',
  op: 'delete',
  row: { task_id: taskId, zone_id: key },
});

function journal(cause: string, amounts: readonly string[]): Journal & { id: string; at: string } {
  const lines = amounts.map((amount) => ({ account: 'till', amount }));
  return { cause, kind: 'COLLECTION', lines, id: uuidv7(), at: AT };
}

const kinds = (results: readonly GroupWriteResult[]) => results.map(({ kind }) => kind);

describe('the store of group commits', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let store: PgGroupStore;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test-work', max: 4 });
    store = new PgGroupStore(testDatabase.url, { name: 'test-group', writes: 2, reads: 2 });
    // Zones themselves are not under test here.
    await database.raw('ALTER TABLE zone_tickets DROP CONSTRAINT zone_tickets_zone_id_fkey');
  });

  after(async () => {
    await store.close();
    await database.destroy();
    await testDatabase.drop();
  });

  async function create(): Promise<ActorRef> {
    const ref = { kind: 'zone', key: uuidv7() } as const;
    await database('actor').insert({ ...ref, version: 1, schema: 1, state: '{}' });
    return ref;
  }

  const versionOf = async ({ key }: ActorRef): Promise<number> =>
    (await database('actor').where({ key }).first('version')).version;
  const ticketOf = (task_id: string) => database('zone_tickets').where({ task_id }).first();

  it('combines what several turns do to one row', async () => {
    const zone = await create();
    const [kept, gone] = [uuidv7(), uuidv7()];
    const results = await store.write([
      turn(zone, 1, { rows: [ticket(kept, zone), ticket(gone, zone)] }),
      turn(zone, 2, { rows: [changed(kept, zone, { attempt: 2 }), removed(gone, zone)] }),
      turn(zone, 3, { rows: [changed(kept, zone, { status: 'OFFERING', refused: ['x'] })] }),
    ]);
    expect(kinds(results)).to.deep.equal(['done', 'done', 'done']);
    expect(await ticketOf(kept)).to.include({ attempt: 2, status: 'OFFERING', cod: '125.00' });
    expect((await ticketOf(kept)).refused).to.deep.equal(['x']);
    expect(await ticketOf(gone)).to.equal(undefined);
    expect(await versionOf(zone)).to.equal(4);
  });

  it('writes in sequence what cannot be combined: a row created again, a row of two actors', async () => {
    const [zone, other] = [await create(), await create()];
    const [again, moved] = [uuidv7(), uuidv7()];
    const results = await store.write([
      turn(zone, 1, { rows: [ticket(again, zone, { driver_id: zone.key }), ticket(moved, zone)] }),
      turn(zone, 2, { rows: [removed(again, zone), removed(moved, zone)] }),
      turn(zone, 3, { rows: [ticket(again, zone)] }),
      turn(other, 1, { rows: [ticket(moved, other)] }),
    ]);
    expect(kinds(results)).to.deep.equal(['done', 'done', 'done', 'done']);
    expect((await ticketOf(again)).driver_id).to.equal(null);
    expect((await ticketOf(moved)).zone_id).to.equal(other.key);
  });

  it('lets no actor change or remove a row that another actor has taken over', async () => {
    const [former, present] = [await create(), await create()];
    const task = uuidv7();
    const results = await store.write([
      turn(former, 1, { rows: [ticket(task, former)] }),
      turn(present, 1, { rows: [ticket(task, present)] }),
      turn(former, 2, { rows: [removed(task, former)] }),
      turn(former, 3, { rows: [changed(task, former, { attempt: 9 })] }),
    ]);
    expect(kinds(results)).to.deep.equal(['done', 'done', 'done', 'failed']);
    expect(await ticketOf(task)).to.include({ zone_id: present.key, attempt: 1 });
  });

  it('writes nothing at all for an actor that was fenced, and everything for the others', async () => {
    const [fenced, fine] = [await create(), await create()];
    const tasks = [uuidv7(), uuidv7()] as const;
    await database('actor').where({ key: fenced.key }).update({ epoch: 7 });
    const rows = (ref: ActorRef, task: string) => {
      const outbox = { id: uuidv7(), ref, version: 2, correlationId: 'c', requestId: null, effects: [] };
      const timer = { name: 't', dueAt: AT, type: 'test', payload: {}, timerId: uuidv7() };
      const journals = [journal(task, ['1.00', '-1.00'])];
      return { rows: [ticket(task, ref)], outbox, setTimers: [timer], journals };
    };
    const results = await store.write([
      turn(fenced, 1, rows(fenced, tasks[0])),
      turn(fine, 1, rows(fine, tasks[1])),
      { kind: 'check', ref: await create(), version: 1, epoch: 0 },
      { kind: 'check', ref: await create(), version: 2, epoch: 0 },
    ]);
    expect(kinds(results)).to.deep.equal(['fenced', 'done', 'done', 'fenced']);
    for (const table of ['actor_command', 'actor_timer', 'outbox']) {
      const found = await database(table).whereIn('key', [fenced.key, fine.key]).select('key');
      expect(found, table).to.deep.equal([{ key: fine.key }]);
    }
    expect(
      await database('ledger_journals')
        .whereIn('cause', [...tasks])
        .select('cause'),
    ).to.have.length(1);
    expect(await ticketOf(tasks[0])).to.equal(undefined);
  });

  it('fails only the turn whose row is missing, whose journal is not balanced, or whose cause was posted already', async () => {
    const zones = await Promise.all(Array.from({ length: 6 }, create));
    const [one, two, three, four, five, six] = zones as [ActorRef, ...ActorRef[]] as ActorRef[];
    if (!one || !two || !three || !four || !five || !six) throw new Error('six zones');
    const cause = uuidv7();
    const results = await store.write([
      turn(one, 1, { journals: [journal(cause, ['5.00', '-5.00'])] }),
      turn(two, 1, { rows: [changed(uuidv7(), two, { attempt: 2 })] }),
      turn(three, 1, { journals: [journal(uuidv7(), ['5.00', '-4.00'])] }),
      turn(four, 1, {
        rows: [{ table: 'zone_tickets', op: 'update', row: { task_id: cause, colour: 'red' } }],
      }),
      turn(five, 1),
      turn(six, 1, { journals: [journal(cause, ['5.00', '-5.00'])] }),
      turn(five, 2),
    ]);
    expect(kinds(results)).to.deep.equal(['done', 'failed', 'failed', 'failed', 'done', 'failed', 'done']);
    expect(await Promise.all(zones.map(versionOf))).to.deep.equal([2, 1, 1, 1, 3, 1]);
  });

  it('finds ids of the last 48 hours in the commit itself', async () => {
    const [zone, other] = [await create(), await create()];
    const first = turn(zone, 1);
    expect(kinds(await store.write([first, turn(other, 1)]))).to.deep.equal(['done', 'done']);
    if (first.kind !== 'commit') throw new Error('a commit');
    const command = { ...first.commit.command };
    const repeat = { ...turn(zone, 2, { command }), verifyNew: true } as GroupWrite;
    const results = await store.write([{ ...turn(other, 2), verifyNew: true } as GroupWrite, repeat]);
    expect(kinds(results)).to.deep.equal(['done', 'duplicate']);
    expect(results[1]).to.deep.include({
      stored: { version: 2, requestHash: command.requestHash, outcome: command.outcome },
    });
    expect([await versionOf(zone), await versionOf(other)]).to.deep.equal([2, 3]);

    // Also for a command that is only checked: alone, and beside a write.
    const check = { kind: 'check', ref: zone, version: 2, epoch: 0, verifyNew: command.id } as const;
    const unknown = { ...check, verifyNew: uuidv7() };
    expect(kinds(await store.write([check]))).to.deep.equal(['duplicate']);
    expect(kinds(await store.write([unknown]))).to.deep.equal(['done']);
    expect(kinds(await store.write([check, turn(other, 3)]))).to.deep.equal(['duplicate', 'done']);
    expect(kinds(await store.write([unknown, turn(other, 4)]))).to.deep.equal(['done', 'done']);
  });

  it('reports an unknown outcome when its connection is terminated', async () => {
    const zone = await create();
    const blocker = await database.transaction();
    await blocker.raw('LOCK TABLE actor_timer IN ACCESS EXCLUSIVE MODE');
    const timer = { name: 't', dueAt: AT, type: 'test', payload: {}, timerId: uuidv7() };
    const write = store.write([turn(zone, 1, { setTimers: [timer] })]).then(
      () => 'known',
      () => 'unknown',
    );
    for (let ended = 0; ended === 0; ) {
      const { rows } = await database.raw(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'test-group' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      ended = rows.length;
    }
    const outcome = await write;
    await blocker.rollback();
    expect(outcome).to.equal('unknown');
    expect(kinds(await store.write([turn(zone, 1, { setTimers: [timer] })]))).to.deep.equal(['done']);
  });

  it('preserves values exactly, whatever they contain', async () => {
    const zone = await create();
    const odd = `comma, "quote", back\\slash, {brace}, NULL, line\nend, عربي 🛵`;
    const base = turn(zone, 1);
    if (base.kind !== 'commit') throw new Error('a commit');
    const command = { ...base.commit.command, reason: odd, requestId: 'NULL', correlationId: odd };
    const task = uuidv7();
    const rows = [ticket(task, zone, { refused: [odd], offer_id: null })];
    expect(kinds(await store.write([turn(zone, 1, { command, rows, state: { odd } })]))).to.deep.equal([
      'done',
    ]);
    const stored = await database('actor_command').where({ key: zone.key }).first();
    expect([stored.reason, stored.request_id, stored.correlation_id]).to.deep.equal([odd, 'NULL', odd]);
    expect((await ticketOf(task)).refused).to.deep.equal([odd]);
    expect((await database('actor').where({ key: zone.key }).first()).state).to.deep.equal({ odd });
  });
});

import { expect } from 'chai';
import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import { ALL_ROWS } from '../../actors/runtime/activation/own-rows.ts';
import type { GroupStore } from '../../actors/runtime/activation-ports.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { PROJECTION_TABLES } from '../../db/stores/projection-tables.ts';
import type { Engine } from '../support/counter-runtime.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeCluster } from '../support/fake-ownership.ts';
import { Deliveries } from './deliveries.ts';
import type { DeliveryEngineParts } from './delivery-ground.ts';

const WORLDS = 6;
/** Every third delivery stops with its offers open. */
const DELIVERED = 4;

/** Columns that differ from run to run: PostgreSQL's clock, and how often an actor changed owners. */
const APART = new Set(['epoch', 'next_attempt_at', 'changed_by']);
const TABLES: { name: string; order: string; apart?: string }[] = [
  { name: 'actor', order: 'kind, key' },
  { name: 'actor_command', order: 'kind, key, version', apart: 'at' },
  { name: 'actor_timer', order: 'kind, key, name' },
  { name: 'ledger_journals', order: 'cause' },
  { name: 'ledger_entries', order: 'journal_id, line' },
  { name: 'outbox', order: 'id' },
  ...Object.entries(PROJECTION_TABLES).map(([name, { key }]) => ({ name, order: key.join() })),
];

async function contents(database: Database): Promise<Map<string, object[]>> {
  const all = new Map<string, object[]>();
  for (const { name, order, apart } of TABLES) {
    const { rows } = await database.raw<{ rows: object[] }>(`SELECT * FROM ${name} ORDER BY ${order}`);
    const compared = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !APART.has(column) && column !== apart)),
    );
    all.set(name, compared);
  }
  return all;
}

function rowLocked(url: string, parts: DeliveryEngineParts): Engine {
  const turns = openDatabase(url, { name: 'test-turns', max: 10 });
  const runtime = new RowLockedRuntime({ store: new PgActorStore(turns), ...parts });
  return { runtime, outbox: (inner) => inner, close: () => turns.destroy() };
}

/** An absent member and an undefined one are the same to every machine. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutUndefined(member)]));
}

/** A store that checks that rows in memory equal those that the database would return. */
function strict(store: PgGroupStore): GroupStore {
  return {
    activate: (ref) => store.activate(ref),
    find: (ref, id) => store.find(ref, id),
    write: (batch, finished) => {
      for (const write of batch) {
        if (write.kind === 'check') continue;
        const { state, command } = write.commit;
        expect(JSON.parse(JSON.stringify(state))).to.deep.equal(withoutUndefined(state));
        expect(JSON.parse(JSON.stringify(command.events))).to.deep.equal(withoutUndefined(command.events));
      }
      return store.write(batch, finished);
    },
  };
}

function sticky(url: string, parts: DeliveryEngineParts): Engine {
  const ownership = new FakeCluster().join();
  const store = new PgGroupStore(url, { name: 'test-group', writes: 2, reads: 4 });
  const runtime = new ActivationRuntime({
    ...parts,
    store: strict(store),
    ownership,
    wire: ownership,
    fallback: { execute: () => Promise.reject(new Error('not by row lock')) },
    ownRows: ({ ref, type }) =>
      ref.kind === 'zone' || type === 'hand-in' || type === 'approve-settlement' ? ALL_ROWS : null,
    timers: realTimers,
  });
  const close = async () => {
    await runtime.handOver();
    runtime.close();
    await store.close();
  };
  return { runtime, outbox: (inner) => runtime.piggybackedOutbox(inner), close };
}

describe('what a group commit writes', () => {
  const databases: TestDatabase[] = [];
  const runs: Deliveries[] = [];

  after(async () => {
    for (const run of runs) await run.close();
    for (const database of databases) await database.drop();
  });

  async function play(make: (url: string, parts: DeliveryEngineParts) => Engine) {
    const database = await createTestDatabase({ catalogue: false });
    databases.push(database);
    const run = new Deliveries(database.url, (parts) => make(database.url, parts));
    runs.push(run);
    await run.withoutForeignKeys();
    await run.play(WORLDS);
    expect(run.failures).to.deep.equal([]);
    return contents(run.database);
  }

  it('equals row for row what the row-locked path writes, from the first command to the settled cash', async () => {
    const one = await play(rowLocked);
    const other = await play(sticky);
    for (const { name } of TABLES) expect(other.get(name), name).to.deep.equal(one.get(name));
    expect(one.get('outbox')).to.deep.equal([]);
    const expected = { ledger_journals: 5, driver_collections: 2, settlements: 1 };
    for (const [name, perWorld] of Object.entries(expected)) {
      expect(one.get(name)?.length, name).to.equal(perWorld * DELIVERED);
    }
    for (const name of ['actor_timer', 'transitions', 'assignment_choices']) {
      expect(one.get(name)?.length, name).to.be.greaterThan(3);
    }
  });
});

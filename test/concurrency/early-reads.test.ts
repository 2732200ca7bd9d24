import { expect } from 'chai';
import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import type { GroupStore } from '../../actors/runtime/activation-ports.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { ActorRef, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import type { CommandResult } from '../../actors/runtime/runtime.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { codeOf } from '../support/code-of.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeCluster } from '../support/fake-ownership.ts';
import { dispatcher, idOf, minutes, SOUQ, T0, WEST_BAY } from '../worlds/pure/fixtures.ts';
import { type DeliveryEngineParts, DeliveryProcess, withoutForeignKeys } from './delivery-ground.ts';

const SYSTEM: Principal = { accountId: null, role: 'SYSTEM' };

/** Delays commits: what they write is decided, but cannot be read yet. */
class Gate {
  #open: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;

  close(): void {
    this.#open = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  open(): void {
    this.#release();
  }

  guard(inner: GroupStore): GroupStore {
    return {
      activate: (ref) => inner.activate(ref),
      find: (ref, id) => inner.find(ref, id),
      write: async (batch, finished) => {
        await this.#open;
        return inner.write(batch, finished);
      },
    };
  }
}

/**
 * The runtime makes commands about cash wait for the rows that they read. Here it does not: they are decided on rows
 * older than the driver's state, with sums that happen to agree, and only the driver's own rule protects the database.
 */
describe('a driver’s cash, decided on rows read too early', () => {
  let test: TestDatabase;
  let database: Database;
  let process: DeliveryProcess;
  let close: () => Promise<void>;
  const gate = new Gate();
  /** Commands whose facts are read. */
  const read: string[] = [];
  let count = 0;

  before(async () => {
    test = await createTestDatabase({ catalogue: false });
    database = openDatabase(test.url, { name: 'test-early', max: 4 });
    await withoutForeignKeys(database);
    process = new DeliveryProcess(database, engine);
  });

  after(async () => {
    await close();
    await database.destroy();
    await test.drop();
  });

  function engine(parts: DeliveryEngineParts) {
    const ownership = new FakeCluster().join();
    const store = new PgGroupStore(test.url, { name: 'test-early-group', writes: 1, reads: 2 });
    const { driver } = parts.registry;
    const facts: typeof driver.facts = async (key, state, command) => {
      const found = await driver.facts(key, state, command);
      read.push(command.type);
      return found;
    };
    const runtime = new ActivationRuntime({
      ...parts,
      registry: { ...parts.registry, driver: { ...driver, facts } },
      store: gate.guard(store),
      ...{ ownership, wire: ownership, timers: realTimers },
      fallback: { execute: () => Promise.reject(new Error('not by row lock')) },
      ownRows: () => null,
    });
    close = async () => {
      await runtime.handOver();
      runtime.close();
      await store.close();
    };
    return { runtime, outbox: (inner: Parameters<typeof runtime.piggybackedOutbox>[0]) => inner, close };
  }

  function give(ref: ActorRef, type: string, payload: JsonObject, by = SYSTEM): Promise<CommandResult> {
    count += 1;
    const id = deterministicId('early', String(count));
    return process.engine.runtime.execute({ ref, type, payload, by, id, requestId: null, correlationId: id });
  }

  /** A driver on duty with work that brings this much, its goods delivered and its cash collected. */
  async function paid(name: string, tasks: readonly string[]): Promise<ActorRef> {
    const ref = { kind: 'driver', key: idOf(name) } as const;
    const driver: Principal = { accountId: idOf(`account-${name}`), role: 'DRIVER', driverId: ref.key };
    await process.bearDriver(name, ref);
    const terms = { zoneIds: [idOf('zone')], cashLimit: '1000.00', capacity: 10 };
    await give(ref, 'approve', terms, dispatcher);
    await give(ref, 'start-shift', {}, driver);
    for (const task of tasks) {
      const offerId = idOf(`offer-${task}`);
      const about = { taskId: idOf(task), orderId: idOf('order'), groupId: idOf(`group-${task}`) };
      const places = { pickup: SOUQ, dropoff: WEST_BAY, dueBy: minutes(360) };
      const load = { cod: '125.00', items: 1, round: 1, manual: true };
      await give(ref, 'reserve', { offerId, ...about, ...places, ...load });
      await give(ref, 'work-accepted', { offerId });
      await give(ref, 'stop-done', { taskId: idOf(task), stop: 'PICKUP', at: T0 });
      await give(ref, 'work-done', { taskId: idOf(task), at: T0 });
    }
    return ref;
  }

  const collect = (ref: ActorRef, task: string, more: JsonObject = {}) =>
    give(ref, 'collect', {
      ...{ taskId: idOf(task), orderId: idOf('order'), groupId: idOf(`group-${task}`) },
      ...{ amount: '125.00', at: T0, ...more },
    });
  const uncollect = (ref: ActorRef, task: string, reversal: string) =>
    give(ref, 'uncollect', {
      ...{ taskId: idOf(task), orderId: idOf('order'), groupId: idOf(`group-${task}`) },
      ...{ offerId: idOf(reversal), round: 2, cod: '125.00', items: 1, dueBy: minutes(360) },
      ...{ dropoff: WEST_BAY, number: 1, seen: 9, at: T0 },
    });
  const handIn = (ref: ActorRef, counted = '125.00') => give(ref, 'hand-in', { counted }, dispatcher);

  beforeEach(() => read.splice(0));

  it('is not handed in while a reversal of it is in flight', async () => {
    const ref = await paid('reversing', ['one', 'two']);
    await collect(ref, 'one');
    gate.close();
    read.splice(0);
    // One is reversed and two is collected: the sum is as before, and the list still names the first.
    const reversed = uncollect(ref, 'one', 'reversal-1');
    const taken = collect(ref, 'two');
    await until(() => read.includes('collect'));
    const handed = codeOf(handIn(ref));
    await until(() => read.includes('hand-in'));
    gate.open();
    await Promise.all([reversed, taken]);
    expect(await handed).to.equal('common.CONFLICT');
    expect(await codeOf(handIn(ref))).to.equal('none');
    const rows = await database('driver_collections').where('driver_id', ref.key);
    expect(rows.map((row) => [row.settlement_id !== null, row.reversed_at !== null]).sort()).to.deep.equal([
      [false, true],
      [true, false],
    ]);
  });

  it('is not reversed while a hand-in of it is in flight', async () => {
    const ref = await paid('settling', ['three', 'four']);
    await collect(ref, 'three');
    gate.close();
    read.splice(0);
    const handed = handIn(ref);
    await until(() => read.includes('hand-in'));
    const taken = collect(ref, 'four');
    const reversed = uncollect(ref, 'three', 'reversal-3');
    await until(() => read.includes('uncollect'));
    gate.open();
    await Promise.all([handed, taken, reversed]);
    const [last] = await database('actor_command')
      .where({ key: ref.key, type: 'uncollect' })
      .select('events');
    expect(last.events.map((event: { type: string }) => event.type)).to.deep.equal(['UNCOLLECT_REFUSED']);
    expect(last.events[0].code).to.equal('common.CONFLICT');
    const settled = await database('driver_collections').where('driver_id', ref.key).orderBy('task_id');
    expect(settled.filter((row) => row.reversed_at !== null)).to.deep.equal([]);
  });
});

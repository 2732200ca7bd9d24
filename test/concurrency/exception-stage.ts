import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import { ALL_ROWS } from '../../actors/runtime/activation/own-rows.ts';
import type { GroupStore } from '../../actors/runtime/activation-ports.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { ActorRef, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import type { OutboxStore } from '../../actors/runtime/store.ts';
import type { Database } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { FakeCluster } from '../support/fake-ownership.ts';
import { dispatcher, idOf, minutes, placedGroup } from '../worlds/pure/fixtures.ts';
import { type DeliveryEngineParts, DeliveryProcess, zoneOf } from './delivery-ground.ts';

/** What happens to one commit, and to the process that sends it. */
export const STRIKES = ['killed before', 'killed after', 'broken before', 'broken after'] as const;
export interface Strike {
  /** Counts the commits of the story from 1. */
  commit: number;
  how: (typeof STRIKES)[number];
}

const FOREVER = new Promise<never>(() => undefined);

/** PostgreSQL as one process sees it: once that process is dead, nothing is sent or answered. */
class Mortal {
  dead = false;
  readonly killed: Promise<void>;
  #kill: () => void = () => undefined;

  constructor() {
    this.killed = new Promise((resolve) => {
      this.#kill = resolve;
    });
  }

  kill(): Promise<never> {
    this.dead = true;
    this.#kill();
    return FOREVER;
  }

  store(inner: GroupStore, onCommit: () => Strike['how'] | null): GroupStore {
    const alive = <T>(work: () => Promise<T>) => (this.dead ? FOREVER : work());
    return {
      activate: (ref) => alive(() => inner.activate(ref)),
      find: (ref, id) => alive(() => inner.find(ref, id)),
      write: (batch, finished) =>
        alive(async () => {
          const how = batch.some(({ kind }) => kind === 'commit') ? onCommit() : null;
          if (how === 'killed before') return this.kill();
          if (how === 'broken before') throw new Error('the connection broke on the way there');
          const results = await inner.write(batch, finished);
          if (how === 'killed after') return this.kill();
          if (how === 'broken after') throw new Error('the connection broke on the way back');
          return results;
        }),
    };
  }

  outbox(inner: OutboxStore): OutboxStore {
    const alive = <T>(work: () => Promise<T>) => (this.dead ? FOREVER : work());
    return {
      claimDue: (limit, sendable) => alive(() => inner.claimDue(limit, sendable)),
      done: (ids) => alive(() => inner.done(ids)),
      failed: (id, error, park) => alive(() => inner.failed(id, error, park)),
    };
  }
}

interface Running {
  process: DeliveryProcess;
  mortal: Mortal;
  close(): Promise<void>;
}

type Step = [ref: ActorRef, type: string, payload: JsonObject, by: Principal];

/**
 * One delivery on which everything goes wrong in turn, on the real machines and a real database: it fails, is retried,
 * changes drivers, is completed, reversed and completed again; another one returns to its seller. Each command is
 * repeated until it is answered; the next process sweeps what a dead one left.
 */
export class ExceptionStage {
  readonly #database: Database;
  readonly #url: string;
  readonly #name: string;
  readonly #strike: Strike | null;
  readonly #all: Running[] = [];
  #commits = 0;
  #given = 0;

  constructor(database: Database, url: string, name: string, strike: Strike | null) {
    this.#database = database;
    this.#url = url;
    this.#name = name;
    this.#strike = strike;
  }

  /** Returns the number of the first commit about an exception, and of the last commit. */
  async play(): Promise<{ first: number; last: number }> {
    const ref = (kind: ActorRef['kind'], name: string) => ({ kind, key: idOf(`${name}-${this.#name}`) });
    const [order, giver, taker] = [ref('order', 'order'), ref('driver', 'giver'), ref('driver', 'taker')];
    const zone = { kind: 'zone', key: zoneOf(order.key) } as const;
    const groups = [0, 1].map((number) =>
      placedGroup(number, { groupId: idOf(`group-${number}-${this.#name}`) }),
    );
    const { process } = this.#running();
    await process.bearOrder(this.#name, { order, zone }, groups);
    await process.bearDriver(`giver-${this.#name}`, giver);
    await process.bearDriver(`taker-${this.#name}`, taker);
    const as = ({ key }: ActorRef): Principal => ({
      ...{ accountId: idOf(`account-${key}`), role: 'DRIVER', driverId: key },
    });
    const [delivered, returned] = groups.map(({ groupId, sellerId }) => ({
      groupId,
      taskId: deterministicId('task-of', groupId),
      seller: { accountId: idOf('owner'), role: 'SELLER_OWNER', sellerId } as Principal,
    }));
    if (delivered === undefined || returned === undefined) throw new Error('two groups');
    const terms = { cashLimit: '1000.00', capacity: 10 };
    const before: Step[] = [
      [giver, 'approve', { ...terms, zoneIds: [zone.key] }, dispatcher],
      [taker, 'approve', { ...terms, zoneIds: [idOf('elsewhere')] }, dispatcher],
      [giver, 'start-shift', {}, as(giver)],
      [taker, 'start-shift', {}, as(taker)],
      ...[delivered, returned].flatMap(({ groupId, taskId, seller }): Step[] => [
        [order, 'accept', { groupId }, seller],
        [order, 'pack', { groupId }, seller],
        [order, 'ready', { groupId }, seller],
        [order, 'accept', { taskId }, as(giver)],
        [order, 'pick-up', { taskId }, as(giver)],
      ]),
      [order, 'in-transit', { taskId: delivered.taskId }, as(giver)],
    ];
    for (const step of before) await this.#give(step);
    const first = this.#commits + 1;
    for (const step of exceptions(order, giver, taker, as, delivered, returned)) await this.#give(step);
    return { first, last: this.#commits };
  }

  async close(): Promise<void> {
    for (const each of this.#all) await each.close();
  }

  get failures(): unknown[] {
    return this.#all.flatMap(({ process }) => process.failures);
  }

  #running(): Running {
    const last = this.#all.at(-1);
    if (last !== undefined && !last.mortal.dead) return last;
    const mortal = new Mortal();
    let close: () => Promise<void> = async () => undefined;
    const process = new DeliveryProcess(this.#database, (parts) => {
      const made = this.#engine(parts, mortal);
      close = made.close;
      return made;
    });
    const running = { process, mortal, close: () => close() };
    this.#all.push(running);
    return running;
  }

  #engine(parts: DeliveryEngineParts, mortal: Mortal) {
    // No other process owns an actor: the former one is dead, and its epochs are outdated.
    const ownership = new FakeCluster().join();
    const store = new PgGroupStore(this.#url, { name: 'test-stage', writes: 1, reads: 1 });
    const runtime = new ActivationRuntime({
      ...parts,
      store: mortal.store(store, () => this.#next()),
      ...{ ownership, wire: ownership, timers: realTimers },
      fallback: { execute: () => Promise.reject(new Error('not by row lock')) },
      ownRows: () => ALL_ROWS,
    });
    return {
      runtime,
      outbox: (inner: OutboxStore) => mortal.outbox(runtime.piggybackedOutbox(inner)),
      close: async () => {
        if (!mortal.dead) await runtime.handOver();
        runtime.close();
        await store.close();
      },
    };
  }

  #next(): Strike['how'] | null {
    this.#commits += 1;
    return this.#strike?.commit === this.#commits ? this.#strike.how : null;
  }

  async #give([ref, type, payload, by]: Step): Promise<void> {
    this.#given += 1;
    const id = deterministicId(`given-${this.#name}`, String(this.#given));
    const request = { ref, type, payload, by, id, requestId: null, correlationId: id };
    await this.#untilDone(async ({ process }) => {
      const { effects } = await process.engine.runtime.execute(request);
      await effects;
    });
    await this.#untilDone((running) => this.#swept(running));
  }

  /** Does the work in this process, or in the next one if this one dies during it. */
  async #untilDone(work: (running: Running) => Promise<void>): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      const running = this.#running();
      const died = running.mortal.killed.then(() => false);
      if (await Promise.race([work(running).then(() => true), died])) return;
    }
    throw new Error('no process has lived long enough');
  }

  /** Waits until the outbox is empty: finished rows are deleted with a later commit, or a moment later. */
  #swept({ process }: Running): Promise<void> {
    return until(async () => {
      await process.relay.drain(5_000);
      const open = await this.#database('outbox').update({ next_attempt_at: this.#database.fn.now() });
      if (open > 0) await process.relay.sweep(100);
      return open === 0;
    });
  }
}

interface Task {
  groupId: string;
  taskId: string;
  seller: Principal;
}

function exceptions(
  order: ActorRef,
  giver: ActorRef,
  taker: ActorRef,
  as: (driver: ActorRef) => Principal,
  { taskId }: Task,
  returned: Task,
): Step[] {
  const window = { from: minutes(60), to: minutes(120) };
  const handOver = { handOverId: idOf(`hand-over-${taskId}`), toDriverId: taker.key };
  const atTheDoor: Step[] = [
    [order, 'request-code', { taskId }, as(taker)],
    [order, 'verify-code', { taskId, code: 'right' }, as(taker)],
    [order, 'record-cash', { taskId, amount: '125.00' }, as(taker)],
    [order, 'complete', { taskId }, as(taker)],
  ];
  return [
    [order, 'fail', { taskId, failure: 'NOBODY_HOME' }, as(giver)],
    [order, 'retry', { taskId, window }, dispatcher],
    [order, 'open-hand-over', { taskId, ...handOver }, dispatcher],
    [order, 'hand-over', { taskId }, as(giver)],
    [order, 'hand-over', { taskId }, as(taker)],
    ...atTheDoor,
    [order, 'reverse', { taskId, reversalId: idOf(`reversal-${taskId}`) }, dispatcher],
    ...atTheDoor,
    [order, 'fail', { taskId: returned.taskId, failure: 'REFUSED' }, as(giver)],
    [order, 'start-return', { taskId: returned.taskId }, as(giver)],
    [order, 'complete-return', { taskId: returned.taskId }, as(giver)],
    [order, 'confirm-return', { groupId: returned.groupId, damaged: [] }, returned.seller],
    [taker, 'hand-in', { counted: '125.00' }, dispatcher],
  ];
}

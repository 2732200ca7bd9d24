import { fitsSomebody } from '../../../actors/assignment/candidate.ts';
import { cashRoom } from '../../../actors/assignment/rules.ts';
import type { AssignmentDriver, AssignmentWorld } from '../../../actors/assignment/world.ts';
import { MAX_TASKS } from '../../../actors/driver/state.ts';
import { compare } from '../../../actors/money/money.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Consumer } from '../../../actors/runtime/relay.ts';
import type { OutboxSource } from '../../../actors/runtime/store.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Cause } from '../../kernel/actors/actor-gateway.ts';
import { EventLoopYield } from '../../kernel/async/event-loop-yield.ts';
import { zoneBounds } from '../zones/zones.ts';
import type { ChooseDependencies } from './submit-choice.ts';
import { readWaiting, type TicketPlace, type WaitingQuery } from './ticket-store.ts';

const PAGE_SIZE = 200;
/** Most tickets examined per run. The scheduled job continues from there next time; other runs leave the rest to it. */
const MAX_EXAMINED = 2_000;
/** Most tickets retried per run: each retry is a chain of commands and a history entry. */
const MAX_RETRIED = 50;
/** Consecutive runs on request before the rest is left to the next wake-up. */
const MAX_RUNS = 5;

/** What has changed and makes another try worthwhile. */
interface Changes {
  drivers: Set<string>;
  zones: Set<string>;
  /** Cause unknown: examine everything, from where the last such run stopped. */
  anything: boolean;
}

const nothing = (): Changes => ({ drivers: new Set(), zones: new Set(), anything: false });

/**
 * Retries waiting tickets, most urgent first. Only tickets that some driver fits now are retried, because each retry
 * adds history and an explanation. Changed drivers are checked against the tickets, and a zone's tickets against all
 * drivers with capacity, by the rules only and never all against all.
 */
export class TicketRetry {
  readonly #deps: ChooseDependencies;
  #changes = nothing();
  #running = false;
  #again = false;
  #place: TicketPlace | null = null;

  constructor(deps: ChooseDependencies) {
    this.#deps = deps;
  }

  /**
   * A call during a run returns at once and makes that run repeat: a run may itself wait for effects that call it. If
   * the process crashes, the scheduled job catches up.
   */
  async run(cause: Cause, change: Partial<Changes>): Promise<void> {
    for (const id of change.drivers ?? []) this.#changes.drivers.add(id);
    for (const id of change.zones ?? []) this.#changes.zones.add(id);
    this.#changes.anything ||= change.anything === true;
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      for (let round = 0; this.#again && round < MAX_RUNS; round += 1) {
        this.#again = false;
        const changes = this.#changes;
        this.#changes = nothing();
        await this.#once({ ...cause, effectId: deterministicId(cause.effectId, String(round)) }, changes);
      }
    } finally {
      this.#running = false;
    }
  }

  async #once(cause: Cause, changes: Changes): Promise<void> {
    if (changes.anything) return this.#anything(cause);
    for (const zoneId of changes.zones) {
      const around = await this.#boundsOf(zoneId);
      if (around !== null) await this.#walk(cause, { around }, null, () => true);
    }
    if (changes.drivers.size > 0) {
      await this.#walk(cause, {}, null, ({ id }) => changes.drivers.has(id));
    }
  }

  /** From where it stopped to the end, then from the beginning, so that no ticket is starved by the many before it. */
  async #anything(cause: Cause): Promise<void> {
    const began = this.#place;
    this.#place = await this.#walk(cause, {}, began, () => true);
    if (this.#place === null && began !== null) this.#place = await this.#walk(cause, {}, null, () => true);
  }

  /** Returns where it stopped; null at the end. */
  async #walk(
    cause: Cause,
    query: Pick<WaitingQuery, 'around'>,
    from: TicketPlace | null,
    of: (driver: AssignmentDriver) => boolean,
  ): Promise<TicketPlace | null> {
    const { database, desk } = this.#deps;
    const breather = new EventLoopYield();
    let after = from;
    let retried = 0;
    let world: AssignmentWorld | null = null;
    let most: number | null = null;
    for (let looked = 0; looked < MAX_EXAMINED; looked += PAGE_SIZE) {
      // Every driver who returns from a break causes a run; usually no ticket waits.
      if (looked === 0 && (await readWaiting(database, { ...query, after, limit: 1 })).length === 0)
        return null;
      world ??= await desk.world({ fresh: true });
      let drivers = withCapacity(world, of);
      if (drivers.length === 0) return null;
      const room = largestCapacity(drivers);
      const page = await readWaiting(database, { ...query, after, limit: PAGE_SIZE, room });
      most ??= Math.min(MAX_RETRIED, slotsOf(drivers));
      for (const ticket of page) {
        if (retried >= most) return after;
        after = ticket;
        await breather.maybeYield();
        // A retry forgets who refused in this round.
        if (!fitsSomebody({ ...ticket, refused: [] }, drivers, world)) continue;
        retried += 1;
        await this.#retry(cause, ticket);
        world = await desk.world();
        drivers = withCapacity(world, of);
        if (drivers.length === 0) return null;
      }
      if (page.length < PAGE_SIZE) return null;
    }
    return after;
  }

  async #boundsOf(zoneId: string): Promise<NonNullable<WaitingQuery['around']> | null> {
    const bounds = await zoneBounds(this.#deps.database, zoneId);
    return bounds === null ? null : { zoneId, ...bounds };
  }

  async #retry(cause: Cause, { zoneId, taskId, round, attempt }: ZoneTicket): Promise<void> {
    const one = {
      ...cause,
      effectId: deterministicId(cause.effectId, taskId, String(round), String(attempt)),
    };
    const zone = { kind: 'zone', key: zoneId } as const;
    const { effects } = await this.#deps.actors.follow(one, zone, 'retry', { taskId, round, attempt });
    await effects;
  }
}

/** Drivers with any capacity left. */
function withCapacity(
  { drivers }: AssignmentWorld,
  of: (driver: AssignmentDriver) => boolean,
): AssignmentDriver[] {
  return drivers.filter(
    (driver) =>
      of(driver) &&
      driver.presence !== 'OFFLINE' &&
      driver.activeTasks < MAX_TASKS &&
      driver.itemsAssigned < driver.capacity &&
      compare(cashRoom(driver), '0.00') >= 0,
  );
}

/** How many more tasks they can take in total: within a batch, capacity does not shrink until the batch is solved. */
function slotsOf(drivers: readonly AssignmentDriver[]): number {
  return drivers.reduce((sum, driver) => {
    return sum + Math.min(MAX_TASKS - driver.activeTasks, driver.capacity - driver.itemsAssigned);
  }, 0);
}

/** The largest capacity of any of them. */
function largestCapacity(drivers: readonly AssignmentDriver[]): { items: number; cash: string } {
  let [items, cash] = [0, '0.00'];
  for (const driver of drivers) {
    items = Math.max(items, driver.capacity - driver.itemsAssigned);
    if (compare(cashRoom(driver), cash) > 0) cash = cashRoom(driver);
  }
  return { items, cash };
}

/**
 * Consumer `retry-waiting`: a shift started, cash was handed in, a task ended or a zone changed. Does not wait for the
 * run to finish.
 */
export function retryWaitingConsumer(deps: ChooseDependencies): Consumer<'retry-waiting'> {
  const retry = new TicketRetry(deps);
  return async (_payload, { source, ...cause }) => {
    const { kind, key } = source;
    return { effects: retry.run(cause, changeOf(kind, new Set([key]))) };
  };
}

function changeOf(kind: OutboxSource['kind'], keys: Set<string>): Partial<Changes> {
  if (kind === 'driver') return { drivers: keys };
  return kind === 'record' ? { zones: keys } : { anything: true };
}

/** Scheduled job: catches what causes no event, such as an expired exclusion or a driver back online. */
export function retryWaitingJob(deps: ChooseDependencies & { ids: Ids }): () => Promise<void> {
  const retry = new TicketRetry(deps);
  return () => {
    const cause = { effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null };
    return retry.run(cause, { anything: true });
  };
}

import { fitsSomebody } from '../../../actors/assignment/candidate.ts';
import { cashRoom } from '../../../actors/assignment/rules.ts';
import type { AssignmentDriver, AssignmentWorld } from '../../../actors/assignment/world.ts';
import { MOST_TASKS } from '../../../actors/driver/state.ts';
import { compare } from '../../../actors/money/money.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Consumer } from '../../../actors/runtime/relay.ts';
import type { OutboxSource } from '../../../actors/runtime/store.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Cause } from '../../kernel/actors/actor-gateway.ts';
import { zoneBounds } from '../zones/zones.ts';
import type { ChooseDependencies } from './submit-choice.ts';
import { readWaiting, type TicketPlace, type WaitingQuery } from './ticket-store.ts';

const PAGE = 200;
/** Tickets looked at in one go; the duty goes on from there the next time, everybody else leaves the rest to it. */
const MOST_LOOKED_AT = 2_000;
/** Tickets retried in one go: each is a chain of its own, and history. */
const MOST_RETRIED = 50;
/** A run that keeps being asked for again gives way to the next wake-up. */
const RUNS_AT_ONCE = 5;

/** What has changed, and so is worth another look. */
interface Changes {
  drivers: Set<string>;
  zones: Set<string>;
  /** Nobody said what: everything, from where the last such run stopped. */
  anything: boolean;
}

const nothing = (): Changes => ({ drivers: new Set(), zones: new Set(), anything: false });

/**
 * Tries waiting tickets again, most urgent first. Only those that somebody fits by now are retried: a retry is history
 * and an explanation each. A driver who changed is held against the tickets, a zone's tickets against all drivers with
 * room, by the rules alone and never all with all.
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
   * Asked for while a run is under way, returns at once and has that run go round once more: the chains a run
   * waits for may ask for one themselves. What a dying process leaves out, the worker's duty makes good.
   */
  async run(cause: Cause, change: Partial<Changes>): Promise<void> {
    for (const id of change.drivers ?? []) this.#changes.drivers.add(id);
    for (const id of change.zones ?? []) this.#changes.zones.add(id);
    this.#changes.anything ||= change.anything === true;
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      for (let round = 0; this.#again && round < RUNS_AT_ONCE; round += 1) {
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

  /** From where it stopped, to the end and on from the beginning: nobody is passed over because many are before. */
  async #anything(cause: Cause): Promise<void> {
    const began = this.#place;
    this.#place = await this.#walk(cause, {}, began, () => true);
    if (this.#place === null && began !== null) this.#place = await this.#walk(cause, {}, null, () => true);
  }

  /** Answers where it stopped, null at the end. */
  async #walk(
    cause: Cause,
    query: Pick<WaitingQuery, 'around'>,
    from: TicketPlace | null,
    of: (driver: AssignmentDriver) => boolean,
  ): Promise<TicketPlace | null> {
    const { database, desk } = this.#deps;
    let after = from;
    let retried = 0;
    let world: AssignmentWorld | null = null;
    let most: number | null = null;
    for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
      // Every driver who comes back from a break asks; mostly nobody waits.
      if (looked === 0 && (await readWaiting(database, { ...query, after, limit: 1 })).length === 0)
        return null;
      world ??= await desk.world({ anew: true });
      let drivers = withRoom(world, of);
      if (drivers.length === 0) return null;
      const room = mostRoom(drivers);
      const page = await readWaiting(database, { ...query, after, limit: PAGE, room });
      most ??= Math.min(MOST_RETRIED, slotsOf(drivers));
      for (const ticket of page) {
        if (retried >= most) return after;
        after = ticket;
        // A retry forgets who refused in this round.
        if (!fitsSomebody({ ...ticket, refused: [] }, drivers, world)) continue;
        retried += 1;
        await this.#retry(cause, ticket);
        world = await desk.world();
        drivers = withRoom(world, of);
        if (drivers.length === 0) return null;
      }
      if (page.length < PAGE) return null;
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

/** Who can take anything at all. */
function withRoom(
  { drivers }: AssignmentWorld,
  of: (driver: AssignmentDriver) => boolean,
): AssignmentDriver[] {
  return drivers.filter(
    (driver) =>
      of(driver) &&
      driver.presence !== 'OFFLINE' &&
      driver.activeTasks < MOST_TASKS &&
      driver.itemsAssigned < driver.capacity &&
      compare(cashRoom(driver), '0.00') >= 0,
  );
}

/** How many tasks they can take in all: in a batch nobody's room shrinks before it is solved. */
function slotsOf(drivers: readonly AssignmentDriver[]): number {
  return drivers.reduce((sum, driver) => {
    return sum + Math.min(MOST_TASKS - driver.activeTasks, driver.capacity - driver.itemsAssigned);
  }, 0);
}

/** What any one of them has room for. */
function mostRoom(drivers: readonly AssignmentDriver[]): { items: number; cash: string } {
  let [items, cash] = [0, '0.00'];
  for (const driver of drivers) {
    items = Math.max(items, driver.capacity - driver.itemsAssigned);
    if (compare(cashRoom(driver), cash) > 0) cash = cashRoom(driver);
  }
  return { items, cash };
}

/** Consumer `retry-waiting`: a shift started, cash was handed in, a task ended, a zone changed. The run goes on by itself. */
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

/** Worker duty: what no event tells of, such as an exclusion that ran out or a driver who is online again. */
export function retryWaitingDuty(deps: ChooseDependencies & { ids: Ids }): () => Promise<void> {
  const retry = new TicketRetry(deps);
  return () => {
    const cause = { effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null };
    return retry.run(cause, { anything: true });
  };
}

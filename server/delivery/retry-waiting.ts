import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Consumer } from '../../actors/runtime/relay.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';
import type { Cause } from '../actors/actor-gateway.ts';
import { chooseDriver } from './assignment-choice.ts';
import type { ChooseDependencies } from './choose.ts';
import { readPool } from './driver-pool.ts';
import { waitingTickets } from './zone-tickets.ts';

const TICKETS_AT_ONCE = 100;
/** A run that keeps being asked for again gives way to the next wake-up. */
const RUNS_AT_ONCE = 5;

/**
 * Tries waiting tickets again, oldest first. Only those that somebody fits by now are retried: a retry is history
 * and an explanation each, and a hundred tickets that nobody fits would write both every time a driver moves.
 */
class TicketRetry {
  readonly #deps: ChooseDependencies;
  #running = false;
  #again = false;

  constructor(deps: ChooseDependencies) {
    this.#deps = deps;
  }

  /**
   * Asked for while a run is under way, returns at once and has that run go round once more: the chains a run
   * waits for may ask for one themselves. What a dying process leaves out, the worker's duty makes good.
   */
  async run(cause: Cause): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      for (let round = 0; this.#again && round < RUNS_AT_ONCE; round += 1) {
        this.#again = false;
        await this.#once({ ...cause, effectId: deterministicId(cause.effectId, String(round)) });
      }
    } finally {
      this.#running = false;
    }
  }

  async #once(cause: Cause): Promise<void> {
    const tickets = await waitingTickets(this.#deps.database, TICKETS_AT_ONCE);
    // Every driver who comes back from a break asks; mostly nobody waits.
    if (tickets.length === 0) return;
    let pool = await this.#pool();
    const zones = await this.#deps.zones.map();
    for (const ticket of tickets) {
      // A retry forgets who refused in this round.
      const now = this.#deps.clock.now().toISOString();
      if (chooseDriver({ ...ticket, refused: [] }, pool, zones, now).driverId === null) continue;
      await this.#retry(cause, ticket);
      pool = await this.#pool();
    }
  }

  #pool() {
    return readPool(this.#deps.database, this.#deps.presence);
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

/** Consumer `retry-waiting`: a shift started, cash was handed in, a task ended. The run goes on by itself. */
export function retryWaitingConsumer(deps: ChooseDependencies): Consumer {
  const retry = new TicketRetry(deps);
  return async (_payload, cause) => ({ effects: retry.run(cause) });
}

/** Worker duty: what no event tells of, such as an exclusion that ran out or a driver who is online again. */
export function retryWaitingDuty(deps: ChooseDependencies & { ids: Ids }): () => Promise<void> {
  const retry = new TicketRetry(deps);
  return () => retry.run({ effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null });
}

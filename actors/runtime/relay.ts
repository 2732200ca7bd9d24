import { isRefusal } from '../errors.ts';
import { eachAtMost } from './each-at-most.ts';
import type { ConsumerName, ConsumerPayloads, JsonObject } from './machine.ts';
import type { Timers } from './ports.ts';
import type { ActorRuntime, CommandResult } from './runtime.ts';
import {
  type ClaimedRow,
  type OutboxRow,
  type OutboxSource,
  type OutboxStore,
  type PendingEffect,
  UNSENT,
} from './store.ts';

/** Sends an event to everybody in the rooms, on every process. */
export interface Pusher {
  /** False: nothing can be sent at present, so what waits in the outbox for nothing else stays there. */
  readonly reachable?: boolean;
  /**
   * `id` is the same on every delivery of one event; `committedAt` (real time, milliseconds since the epoch) is now
   * when left out. A promise that resolves to false says that the event would be lost with this process: it stays in
   * the outbox until some process has sent it. Never rejects.
   */
  push(
    rooms: readonly string[],
    event: string,
    payload: JsonObject,
    id?: string,
    committedAt?: number,
  ): unknown;
}

export interface EffectContext {
  /** Same on every delivery of this effect. */
  effectId: string;
  /** The actor or record whose commit caused it, and its version then. */
  source: OutboxSource;
  version: number;
  correlationId: string;
  requestId: string | null;
}

/** Work that goes on by itself: what started it is done, and its own outbox rows or a duty see to the rest. */
export type Started = Pick<CommandResult, 'effects'>;

/**
 * Delivered at least once: must be idempotent by `effectId` or by what it writes. A consumer that gives a command
 * answers its result, so that the outbox row is closed without waiting for the chain behind it.
 */
export interface Consumer<P = JsonObject> {
  (payload: P, context: EffectContext): Promise<void> | Promise<Started | undefined>;
  /** It gathers the effects of many rows: it is given a row's next one without being waited for. */
  readonly gathers?: boolean;
}

export interface RelayOptions {
  runtime: ActorRuntime;
  outbox: OutboxStore;
  pusher: Pusher;
  timers: Timers;
  /** Told of every failed effect; `parked` when no further attempt will be made. */
  onFailure(error: unknown, effect: PendingEffect, parked: boolean): void;
}

export type Consumers = { readonly [K in ConsumerName]: Consumer<ConsumerPayloads[K]> };

/** Rows swept at once: one whose chain is slow holds up none of the others. */
const SWEPT_AT_ONCE = 8;
/** After this many sweeps a row is parked for a person to look at. */
export const MAX_ATTEMPTS = 20;

interface Failure {
  error: unknown;
  pending: PendingEffect;
}

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;

/** Carries out what a commit left to do: right after it, and again from the outbox for what did not succeed. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #running = new Set<Promise<void>>();
  #consumers: Consumers | null = null;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Consumers give commands themselves, so they come to be after the relay. */
  useConsumers(consumers: Consumers): void {
    this.#consumers = consumers;
  }

  /** The fast path. Resolves when the row's effects and the chains they started here are done; never rejects. */
  deliver(row: OutboxRow): Promise<void> {
    const run = this.#run(row, { attempts: 0 }).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Delivers rows whose fast path did not finish. Returns how many it took on. */
  async sweep(limit: number): Promise<number> {
    const { outbox, pusher } = this.#options;
    const rows = await outbox.claimDue(limit, pusher.reachable !== false);
    // After an outage of Redis there may be thousands, each with nothing but events: together they go in few round trips.
    await Promise.all(rows.filter(({ unsent }) => unsent).map((row) => this.#send(row)));
    const rest = rows.filter(({ unsent }) => !unsent);
    await eachAtMost(rest, SWEPT_AT_ONCE, (row) => this.#run(row, row));
    return rows.length;
  }

  /** Waits for deliveries under way; what is left after `timeoutMs` stays in the outbox for the sweeper. */
  async drain(timeoutMs: number): Promise<void> {
    const { timers } = this.#options;
    let expired = false;
    let cancel = (): void => undefined;
    const limit = new Promise<void>((resolve) => {
      cancel = timers.after(timeoutMs, () => {
        expired = true;
        resolve();
      });
    });
    while (this.#running.size > 0 && !expired) {
      await Promise.race([Promise.allSettled([...this.#running]), limit]);
    }
    cancel();
  }

  /** Everything else that the row asks for was done by an earlier run. */
  async #send(row: ClaimedRow): Promise<void> {
    const failures: Failure[] = [];
    const sent = await all(this.#push(row, failures, row.committedAt));
    await this.#close(row, row.attempts, failures, sent);
  }

  async #run(
    row: OutboxRow,
    { attempts, committedAt }: Pick<ClaimedRow, 'attempts' | 'committedAt'>,
  ): Promise<void> {
    const follow: Promise<void>[] = [];
    const failures: Failure[] = [];
    const pushed = this.#push(row, failures, committedAt);
    const inOrder = async (kind: 'command' | 'consume') => {
      const gathered: Promise<void>[] = [];
      for (const pending of row.effects) {
        if (pending.effect.do !== kind) continue;
        const performed = this.#perform(pending, row, follow).catch((error: unknown) => {
          failures.push({ error, pending });
        });
        if (this.#gathers(pending)) gathered.push(performed);
        else await performed;
      }
      await Promise.all(gathered);
    };
    // The chain does not wait for the notifications of its beginning.
    await Promise.all([inOrder('command'), inOrder('consume')]);
    await this.#close(row, attempts, failures, await all(pushed));
    await Promise.all(follow);
  }

  #gathers({ effect }: PendingEffect): boolean {
    return effect.do === 'consume' && this.#consumers?.[effect.consumer].gathers === true;
  }

  /** All of a commit's events at once, so that they share one way to Redis; nothing else waits for them. */
  #push(row: OutboxRow, failures: Failure[], committedAt?: number): unknown[] {
    return row.effects.map((pending) => {
      const { effect, id } = pending;
      if (effect.do !== 'push') return true;
      try {
        return this.#options.pusher.push(effect.rooms, effect.event, effect.payload, id, committedAt);
      } catch (error) {
        failures.push({ error, pending });
        return true;
      }
    });
  }

  async #perform(pending: PendingEffect, row: OutboxRow, follow: Promise<void>[]): Promise<void> {
    const { effect, id } = pending;
    const { correlationId, requestId } = row;
    switch (effect.do) {
      case 'push':
        return;
      case 'consume': {
        const context = { effectId: id, source: row.ref, version: row.version, correlationId, requestId };
        if (this.#consumers === null) throw new Error('the relay has no consumers yet');
        const started = await consume(this.#consumers, effect.consumer, effect.payload, context);
        // It was left to nobody else: a fault in it is told, and the row's own effects stand.
        if (started)
          follow.push(started.effects.catch((error) => this.#options.onFailure(error, pending, true)));
        return;
      }
      case 'command': {
        const { to: ref, type, payload } = effect;
        const result = await this.#options.runtime.execute({
          ref,
          type,
          payload,
          by: SYSTEM,
          id,
          requestId,
          correlationId,
        });
        follow.push(result.effects);
        return;
      }
    }
  }

  async #close(row: OutboxRow, attempts: number, failures: Failure[], sent: boolean): Promise<void> {
    const park =
      failures.length > 0 &&
      (attempts + 1 >= MAX_ATTEMPTS || failures.every(({ error }) => isRefusal(error)));
    for (const { error, pending } of failures) this.#options.onFailure(error, pending, park);
    try {
      const [first] = failures;
      // An event in the pusher's memory alone would end with this process: the row stays until it is sent.
      if (first === undefined && sent) await this.#options.outbox.done([row.id]);
      else if (first === undefined) await this.#options.outbox.failed(row.id, UNSENT, false);
      else await this.#options.outbox.failed(row.id, describe(first.error), park);
    } catch (error) {
      // The row stays and is swept: every effect is harmless to repeat.
      const [last] = row.effects.slice(-1);
      if (last !== undefined) this.#options.onFailure(error, last, false);
    }
  }
}

function consume<K extends ConsumerName>(
  consumers: Consumers,
  consumer: K,
  payload: ConsumerPayloads[K],
  context: EffectContext,
) {
  return consumers[consumer](payload, context);
}

async function all(pushed: readonly unknown[]): Promise<boolean> {
  return (await Promise.all(pushed)).every((accepted) => accepted !== false);
}

function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}

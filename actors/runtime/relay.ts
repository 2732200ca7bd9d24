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

/** Sends an event to everyone in the rooms, on every process. */
export interface Pusher {
  /** False: nothing can be sent at present, so outbox rows that wait only for events are left alone. */
  readonly reachable?: boolean;
  /**
   * `id` is the same on every delivery of an event. `committedAt` is real time in milliseconds since the epoch, default
   * now. A promise that resolves to false means that the event would be lost if this process died: it stays in the
   * outbox until a process has sent it. Never rejects.
   */
  push(
    rooms: readonly string[],
    event: string,
    payload: JsonObject,
    id?: string,
    committedAt?: number,
    trace?: string,
  ): unknown;
}

export interface EffectContext {
  /** The same on every delivery of this effect. */
  effectId: string;
  /** The actor or record whose commit caused it, and its version after that. */
  source: OutboxSource;
  version: number;
  correlationId: string;
  requestId: string | null;
  /** W3C traceparent of the command it follows from, while traces are recorded. */
  trace?: string;
}

/**
 * Work that continues in the background: what started it is complete, and the work's own outbox rows or a scheduled job
 * complete the rest.
 */
export type Started = Pick<CommandResult, 'effects'>;

/**
 * Delivered at least once, so it must be idempotent by `effectId` or by what it writes. A consumer that gives a command
 * returns its result, so that the outbox row is closed without waiting for the chain that follows.
 */
/** Carries out effects; it is given any payload, and checks what it reads. */
export interface AnyConsumer {
  (payload: JsonObject, context: EffectContext): Promise<void> | Promise<Started | undefined>;
  /** It gathers the effects of many rows: it is given a row's next one without being waited for. */
  readonly gathers?: boolean;
}

/** Carries out the effects of one name. */
export interface Consumer<K extends ConsumerName> extends Pick<AnyConsumer, 'gathers'> {
  (payload: ConsumerPayloads[K], context: EffectContext): ReturnType<AnyConsumer>;
}

export interface RelayOptions {
  runtime: ActorRuntime;
  outbox: OutboxStore;
  pusher: Pusher;
  timers: Timers;
  /** True while this process may carry out nothing: effects stay in the outbox, for others to sweep. */
  held?(): boolean;
  /** Called for every failed effect; `parked` when there will be no further attempt. */
  onFailure(error: unknown, effect: PendingEffect, parked: boolean): void;
}

export type Consumers = { readonly [K in ConsumerName]: Consumer<K> };

/** Number of rows swept concurrently, so that one slow chain does not block the others. */
const MAX_CONCURRENT_ROWS = 8;
/** Number of sweeps after which a row is parked for a person to examine. */
export const MAX_ATTEMPTS = 20;

interface Failure {
  error: unknown;
  pending: PendingEffect;
}

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;

/** Carries out the effects of commits: right after each commit, and again from the outbox for those that failed. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #running = new Set<Promise<void>>();
  #consumers: Consumers | null = null;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Set after construction, because consumers give commands through the runtime, which needs the relay. */
  useConsumers(consumers: Consumers): void {
    this.#consumers = consumers;
  }

  /**
   * The fast path after a commit. Resolves when the row's effects and the chains started here are done; never rejects.
   */
  deliver(row: OutboxRow): Promise<void> {
    if (this.#options.held?.() === true) return Promise.resolve();
    const run = this.#run(row, { attempts: 0 }).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Delivers rows whose fast path did not finish. Returns how many it claimed. */
  async sweep(limit: number): Promise<number> {
    const { outbox, pusher } = this.#options;
    const rows = await outbox.claimDue(limit, pusher.reachable !== false);
    // After an outage of Redis there may be thousands of rows with events only: sent together, they share few round
    // trips.
    await Promise.all(rows.filter(({ unsent }) => unsent).map((row) => this.#send(row)));
    const rest = rows.filter(({ unsent }) => !unsent);
    await eachAtMost(rest, MAX_CONCURRENT_ROWS, (row) => this.#run(row, row));
    return rows.length;
  }

  /** Waits for deliveries under way; what is not done after `timeoutMs` stays in the outbox for the sweeper. */
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

  /** Only the row's events are left: an earlier run did everything else. */
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
    // Commands do not wait for consumers, e.g. notifications.
    await Promise.all([inOrder('command'), inOrder('consume')]);
    await this.#close(row, attempts, failures, await all(pushed));
    await Promise.all(follow);
  }

  #gathers({ effect }: PendingEffect): boolean {
    if (effect.do !== 'consume') return false;
    const known: Partial<Consumers> = this.#consumers ?? {};
    return known[effect.consumer]?.gathers === true;
  }

  /** Pushes all of a commit's events together, so that they share a round trip to Redis; nothing waits for them. */
  #push(row: OutboxRow, failures: Failure[], committedAt?: number): unknown[] {
    return row.effects.map((pending) => {
      const { effect, id, trace } = pending;
      if (effect.do !== 'push') return true;
      try {
        return this.#options.pusher.push(effect.rooms, effect.event, effect.payload, id, committedAt, trace);
      } catch (error) {
        failures.push({ error, pending });
        return true;
      }
    });
  }

  async #perform(pending: PendingEffect, row: OutboxRow, follow: Promise<void>[]): Promise<void> {
    const { effect, id } = pending;
    const { correlationId, requestId } = row;
    const traced = pending.trace === undefined ? {} : { trace: pending.trace };
    switch (effect.do) {
      case 'push':
        return;
      case 'consume': {
        const context = {
          effectId: id,
          source: row.ref,
          version: row.version,
          correlationId,
          requestId,
          ...traced,
        };
        if (this.#consumers === null) throw new Error('the relay has no consumers yet');
        const started = await consume(this.#consumers, effect.consumer, effect.payload, context);
        // Background work has no row of its own to retry, so its errors are reported here, and the row's own effects
        // still count as done.
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
          ...traced,
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
      // An event that is only in this process's memory would be lost with it, so the row stays until it is sent.
      if (first === undefined && sent) await this.#options.outbox.done([row.id]);
      else if (first === undefined) await this.#options.outbox.failed(row.id, UNSENT, false);
      else await this.#options.outbox.failed(row.id, describe(first.error), park);
    } catch (error) {
      // The row stays and is swept again; every effect is safe to repeat.
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
  const known: Partial<Consumers> = consumers;
  const found = known[consumer];
  // During an upgrade, a process of the former release may find what one of the newer release has left.
  if (found === undefined) throw new Error(`this release has no consumer ${consumer}`);
  return found(payload, context);
}

async function all(pushed: readonly unknown[]): Promise<boolean> {
  return (await Promise.all(pushed)).every((accepted) => accepted !== false);
}

function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}

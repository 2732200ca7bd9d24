import { WaslError } from '../errors.ts';
import type { ActorRef, ConsumerName, JsonObject } from './machine.ts';
import type { ActorRuntime, CommandResult } from './runtime.ts';
import type { OutboxRow, OutboxStore, PendingEffect } from './store.ts';

/** Sends an event to everybody in the rooms, on every process. Best effort: a client that missed it reads the state. */
export interface Pusher {
  push(rooms: readonly string[], event: string, payload: JsonObject): void;
}

export interface EffectContext {
  /** Same on every delivery of this effect. */
  effectId: string;
  /** The actor whose commit caused it, and its version then. */
  source: ActorRef;
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
export type Consumer = (
  payload: JsonObject,
  context: EffectContext,
) => Promise<void> | Promise<Started | undefined>;

export interface RelayOptions {
  runtime: ActorRuntime;
  outbox: OutboxStore;
  pusher: Pusher;
  /** Told of every failed effect; `parked` when no further attempt will be made. */
  onFailure(error: unknown, effect: PendingEffect, parked: boolean): void;
}

export type Consumers = Readonly<Record<ConsumerName, Consumer>>;

/** After this many sweeps a row is parked for a person to look at. */
export const MAX_ATTEMPTS = 20;

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
    const run = this.#run(row, 0).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Delivers rows whose fast path did not finish. Returns how many it took on. */
  async sweep(limit: number): Promise<number> {
    const rows = await this.#options.outbox.claimDue(limit);
    for (const row of rows) await this.#run(row, row.attempts);
    return rows.length;
  }

  /** Waits for deliveries under way; what is left after `timeoutMs` stays in the outbox for the sweeper. */
  async drain(timeoutMs: number): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs);
    const expired = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (this.#running.size > 0 && !signal.aborted) {
      await Promise.race([Promise.allSettled([...this.#running]), expired]);
    }
  }

  async #run(row: OutboxRow, attempts: number): Promise<void> {
    const follow: Promise<void>[] = [];
    const failures: { error: unknown; pending: PendingEffect }[] = [];
    for (const pending of row.effects) {
      try {
        await this.#perform(pending, row, follow);
      } catch (error) {
        failures.push({ error, pending });
      }
    }
    await this.#close(row, attempts, failures);
    await Promise.all(follow);
  }

  async #perform(pending: PendingEffect, row: OutboxRow, follow: Promise<void>[]): Promise<void> {
    const { effect, id } = pending;
    const { correlationId, requestId } = row;
    switch (effect.do) {
      case 'push':
        this.#options.pusher.push(effect.rooms, effect.event, effect.payload);
        return;
      case 'consume': {
        const context = { effectId: id, source: row.ref, version: row.version, correlationId, requestId };
        if (this.#consumers === null) throw new Error('the relay has no consumers yet');
        const started = await this.#consumers[effect.consumer](effect.payload, context);
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

  async #close(
    row: OutboxRow,
    attempts: number,
    failures: { error: unknown; pending: PendingEffect }[],
  ): Promise<void> {
    const park =
      failures.length > 0 && (attempts + 1 >= MAX_ATTEMPTS || failures.every(({ error }) => isFinal(error)));
    for (const { error, pending } of failures) this.#options.onFailure(error, pending, park);
    try {
      const [first] = failures;
      if (first === undefined) await this.#options.outbox.done(row.id);
      else await this.#options.outbox.failed(row.id, describe(first.error), park);
    } catch (error) {
      // The row stays and is swept: every effect is harmless to repeat.
      const [last] = row.effects.slice(-1);
      if (last !== undefined) this.#options.onFailure(error, last, false);
    }
  }
}

/** A refusal stays one however often it is repeated; everything else may pass. */
function isFinal(error: unknown): boolean {
  return error instanceof WaslError && error.status >= 400 && error.status < 500;
}

function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message}`.slice(0, 500)
    : String(error).slice(0, 500);
}

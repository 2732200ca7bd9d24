import { WaslError } from '../errors.ts';
import type { Command, DomainEvent } from './machine.ts';
import type { Clock } from './ports.ts';
import type { Registry } from './registry.ts';
import type { Relay } from './relay.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from './runtime.ts';
import type { ActorRow, ActorStore, Commit, LockedTurn, Outcome, StoredCommand } from './store.ts';
import { applyEvents, outcomeOf } from './turn.ts';

export interface RowLockedRuntimeOptions {
  store: ActorStore;
  registry: Registry;
  clock: Clock;
  /** Keyed hash of a command's type and payload; payloads themselves are never stored. */
  hashRequest(type: string, payload: object): Buffer;
}

interface TurnResult {
  version: number;
  replayed: boolean;
  outcome: Outcome;
  commit: Commit | null;
}

/**
 * Runs each command in a transaction that holds the actor's row lock: correct with any number of processes, and without
 * Redis. Every write also raises the epoch, which fences an owner that has the actor in memory.
 */
export class RowLockedRuntime implements ActorRuntime {
  readonly #options: RowLockedRuntimeOptions;
  #relay: Relay | null = null;

  constructor(options: RowLockedRuntimeOptions) {
    this.#options = options;
  }

  /** Set after construction, because the relay executes chained commands through this runtime. */
  useRelay(relay: Relay): void {
    this.#relay = relay;
  }

  async execute(request: CommandRequest): Promise<CommandResult> {
    const { store } = this.#options;
    const requestHash = request.requestHash ?? this.#options.hashRequest(request.type, request.payload);
    const result = await store.locked(request.ref, (turn) => this.#turn(turn, request, requestHash));
    const outbox = result.commit?.outbox ?? null;
    // Effects start even when the command is refused: a counted wrong code is an event too.
    const effects = outbox === null || this.#relay === null ? Promise.resolve() : this.#relay.deliver(outbox);
    if (!result.outcome.ok) throw refusalError(result.outcome.refusal);
    return { version: result.version, replayed: result.replayed, reply: result.outcome.reply, effects };
  }

  async #turn(turn: LockedTurn, request: CommandRequest, requestHash: Buffer): Promise<TurnResult> {
    const { row } = turn;
    if (row === null) {
      throw new WaslError('common.NOT_FOUND', { detail: `No ${request.ref.kind} with this id.` });
    }
    const known = await turn.find(request.id);
    if (known !== null) return replay(known, requestHash, row);

    const { machine, facts } = this.#options.registry[request.ref.kind];
    const state = machine.upcast(row.state, row.schema);
    const command: Command & { [field: string]: unknown } = {
      ...request.payload,
      type: request.type,
      by: request.by,
    };
    const at = this.#options.clock.now().toISOString();
    const supplied = (await facts(request.ref.key, state, command)) as object;
    const basis = { now: at, version: row.version, ...supplied };
    const decision = machine.decide(state, command, basis);
    const outcome = outcomeOf(decision);
    const events: readonly DomainEvent[] = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
    if (events.length === 0) return { version: row.version, replayed: false, outcome, commit: null };

    const full = { ...request, requestHash, reason: request.reason ?? null };
    const commit = applyEvents(
      machine,
      full,
      { version: row.version, state },
      { events, outcome, facts: basis, at },
    );
    await turn.commit(commit);
    return { version: commit.version, replayed: false, outcome, commit };
  }
}

function replay(known: StoredCommand, requestHash: Buffer, row: ActorRow): TurnResult {
  if (!known.requestHash.equals(requestHash)) {
    throw new WaslError('idempotency.MISMATCH', {
      detail: 'This Idempotency-Key was used with a different request. Use a new key.',
    });
  }
  return { version: row.version, replayed: true, outcome: known.outcome, commit: null };
}

function refusalError(refusal: Extract<Outcome, { ok: false }>['refusal']): WaslError {
  return new WaslError(refusal.code, {
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    ...(refusal.extension === undefined ? {} : { extension: refusal.extension }),
    ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
  });
}

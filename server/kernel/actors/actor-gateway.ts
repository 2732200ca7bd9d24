import { createHash } from 'node:crypto';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { ActorRef, DomainEvent, JsonObject, Principal, RowOp } from '../../../actors/runtime/machine.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Registry } from '../../../actors/runtime/registry.ts';
import type { EffectContext, Relay } from '../../../actors/runtime/relay.ts';
import type { ActorRuntime, CommandResult } from '../../../actors/runtime/runtime.ts';
import type { Commit } from '../../../actors/runtime/store.ts';
import { applyEvents } from '../../../actors/runtime/turn.ts';
import type { Transaction } from '../../../db/database.ts';
import type { ActorCreator } from '../../../db/stores/actor-creator.ts';
import type { IdempotencyKey } from '../http/operation.ts';
import type { Secrets } from '../security/secrets.ts';

/** Origin of a person's command; an OperationRequest satisfies it. */
export interface Origin {
  requestId: string;
  /** Client address; null if there was no request. */
  ip: string | null;
  idempotency: IdempotencyKey | null;
  /** W3C traceparent of the request, while traces are recorded. */
  trace?: string | undefined;
}

/** Why the service itself sends a command; a consumer's EffectContext satisfies it. */
export type Cause = Pick<EffectContext, 'effectId' | 'correlationId' | 'requestId' | 'trace'>;

/** An actor to be created. */
export interface NewActor {
  origin: Origin;
  by: Principal;
  ref: ActorRef;
  /** Its first event. */
  event: DomainEvent;
  /** Projection rows inserted with the actor; columns derived from the first event are added. */
  firstRows: readonly RowOp[];
}

export interface GatewayOptions {
  runtime: ActorRuntime;
  registry: Registry;
  creator: ActorCreator;
  relay: Relay;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
}

/** How handlers and services reach actors. */
export class ActorGateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /**
   * Sends a person's command to an actor. The command id is derived from the Idempotency-Key, so a repeat takes effect
   * once; the same key with another path or body throws idempotency.MISMATCH. Throws WaslError; see ActorRuntime.
   */
  command(
    origin: Origin,
    by: Principal,
    ref: ActorRef,
    type: string,
    payload: JsonObject,
    reason?: string,
  ): Promise<CommandResult> {
    return this.#options.runtime.execute({
      ref,
      type,
      payload,
      by,
      id: this.#commandId(origin),
      ...(origin.idempotency === null ? {} : { requestHash: origin.idempotency.requestHash }),
      ...(reason === undefined ? {} : { reason }),
      requestId: origin.requestId,
      ...(origin.ip === null ? {} : { ip: origin.ip }),
      correlationId: this.#options.ids.next(),
      ...traceOf(origin),
    });
  }

  /**
   * Sends a command on behalf of the service, caused by an effect or scheduled job. Repeating the same cause, actor and
   * command takes effect once.
   */
  follow(cause: Cause, ref: ActorRef, type: string, payload: JsonObject): Promise<CommandResult> {
    return this.#options.runtime.execute({
      ref,
      type,
      payload,
      by: { accountId: null, role: 'SYSTEM' },
      id: deterministicId(cause.effectId, ref.kind, ref.key, type),
      requestId: cause.requestId,
      correlationId: cause.correlationId,
      ...traceOf(cause),
    });
  }

  /**
   * Creates an actor inside a relational transaction. Rows that the actor's projections update must be inserted before.
   * Its effects start once the transaction has committed; failed ones are swept from the outbox.
   */
  async createActor(
    trx: Transaction,
    origin: Origin,
    by: Principal,
    ref: ActorRef,
    event: DomainEvent,
  ): Promise<Commit> {
    const [commit] = await this.createActors(trx, [{ origin, by, ref, event, firstRows: [] }]);
    if (commit === undefined) throw new Error(`no creating commit of ${ref.kind} ${ref.key}`);
    return commit;
  }

  /**
   * Call before `creator` so that it sends its statement without delay, in one round trip with other statements of the
   * transaction.
   */
  prepareToCreate(trx: Transaction): Promise<void> {
    return this.#options.creator.ready(trx);
  }

  /** Same for several actors, in one statement. Returns their commits in the same order. */
  async createActors(trx: Transaction, newborns: readonly NewActor[]): Promise<Commit[]> {
    const creations = newborns.map((newborn) => ({
      commit: this.#firstCommit(newborn),
      firstRows: newborn.firstRows,
    }));
    const commits = creations.map(({ commit }) => commit);
    // Registered before writing, because COMMIT may be sent, and answered, together with that statement.
    trx.afterCommit(() => {
      for (const { outbox } of commits) if (outbox !== null) void this.#options.relay.deliver(outbox);
    });
    await this.#options.creator.write(trx, creations);
    return commits;
  }

  #firstCommit({ origin, by, ref, event }: NewActor): Commit {
    const { machine } = this.#options.registry[ref.kind];
    const request = {
      ref,
      type: 'create',
      by,
      id: this.#commandId(origin),
      requestHash: this.#options.secrets.lastingHash('request', 'create', JSON.stringify(event)),
      reason: null,
      requestId: origin.requestId,
      correlationId: this.#options.ids.next(),
      ...traceOf(origin),
    };
    const at = this.#options.clock.now().toISOString();
    const decided = { events: [event], outcome: { ok: true, reply: {} } as const, facts: null, at };
    return applyEvents(machine, request, { version: 0, state: null }, decided);
  }

  #commandId({ idempotency }: Origin): string {
    if (idempotency === null) return this.#options.ids.next();
    return createHash('sha256').update(`${idempotency.principal}\u0000${idempotency.key}`).digest('hex');
  }
}

function traceOf({ trace }: { trace?: string | undefined }): { trace?: string } {
  return trace === undefined ? {} : { trace };
}

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

/** Where a command comes from: an OperationRequest fits as it is. */
export interface Origin {
  requestId: string;
  /** The address that it came from; null where there was no request. */
  ip: string | null;
  idempotency: IdempotencyKey | null;
}

/** Why the service itself asks something: a consumer's EffectContext fits as it is. */
export type Cause = Pick<EffectContext, 'effectId' | 'correlationId' | 'requestId'>;

/** An actor that is to be. */
export interface Newborn {
  origin: Origin;
  by: Principal;
  ref: ActorRef;
  /** Its first event. */
  event: DomainEvent;
  /** Rows of its projections that are inserted with it; what the event's projection says of them is added. */
  firstRows: readonly RowOp[];
}

export interface GatewayOptions {
  runtime: ActorRuntime;
  registry: Registry;
  births: ActorCreator;
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
   * Asks an actor to do something for a person. The Idempotency-Key becomes the command id, so a repeat takes effect
   * once, and the same key with another path or body is idempotency.MISMATCH. Throws WaslError; see ActorRuntime.
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
    });
  }

  /**
   * Asks an actor on the service's own account, because of an effect or a duty. The same cause asks the same
   * thing of the same actor once, however often it is repeated.
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
    });
  }

  /**
   * Creates an actor inside a relational transaction. Rows that the actor's projections update must be inserted
   * before. What follows from it starts once the transaction has committed; what fails is swept from the outbox.
   */
  async birth(
    trx: Transaction,
    origin: Origin,
    by: Principal,
    ref: ActorRef,
    event: DomainEvent,
  ): Promise<Commit> {
    const [commit] = await this.births(trx, [{ origin, by, ref, event, firstRows: [] }]);
    if (commit === undefined) throw new Error(`no birth of ${ref.kind} ${ref.key}`);
    return commit;
  }

  /** After this `births` sends its statement at once, so that it can go together with others of its transaction. */
  readyForBirths(trx: Transaction): Promise<void> {
    return this.#options.births.ready(trx);
  }

  /** The same for many, in one statement. Their commits come in the order of the newborn. */
  async births(trx: Transaction, newborns: readonly Newborn[]): Promise<Commit[]> {
    const births = newborns.map((newborn) => ({
      commit: this.#firstCommit(newborn),
      firstRows: newborn.firstRows,
    }));
    const commits = births.map(({ commit }) => commit);
    // Said before it is written: COMMIT may travel with that statement, and be answered as soon as it is.
    trx.afterCommit(() => {
      for (const { outbox } of commits) if (outbox !== null) void this.#options.relay.deliver(outbox);
    });
    await this.#options.births.write(trx, births);
    return commits;
  }

  #firstCommit({ origin, by, ref, event }: Newborn): Commit {
    const { machine } = this.#options.registry[ref.kind];
    const request = {
      ref,
      type: 'create',
      by,
      id: this.#commandId(origin),
      requestHash: this.#options.secrets.hash('request', 'create', JSON.stringify(event)),
      reason: null,
      requestId: origin.requestId,
      correlationId: this.#options.ids.next(),
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

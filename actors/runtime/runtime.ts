import type { ActorRef, JsonObject, Principal } from './machine.ts';

/** One command on its way to one actor. */
export interface CommandRequest {
  ref: ActorRef;
  type: string;
  payload: JsonObject;
  by: Principal;
  /**
   * Identity of the command. Two requests with one id take effect once, within 48 h.
   * From a caller: hash(principal, Idempotency-Key). In a chain: derived from the causing event.
   */
  id: string;
  /**
   * What a repetition under this id must equal; by default a hash of type and payload. A person's request has one of
   * its own, so that its payload may carry fresh ids and its reason counts.
   */
  requestHash?: Buffer;
  /** Free text given by a person, recorded with the transition. */
  reason?: string;
  requestId: string | null;
  /** The address that the request came from, where there was one. */
  ip?: string;
  /** One id for all that follows from one request; `settled` waits by it. */
  correlationId: string;
}

export interface CommandResult {
  /** The actor's version after the command (unchanged for a no-op). */
  version: number;
  /** True when this command id had been executed before. */
  replayed: boolean;
  reply: JsonObject;
  /**
   * Resolves when everything that followed from the command in this process is done, chains included.
   * Never rejects: what fails is retried by the sweeper from the outbox.
   */
  effects: Promise<void>;
}

/**
 * Executes commands, one at a time per actor. Implementations: sticky owners with group commit, and the
 * row-locked runtime (one transaction per command; the path without Redis).
 * Throws WaslError: a refusal by its code, idempotency.MISMATCH, common.NOT_FOUND for an unknown actor,
 * common.UNAVAILABLE (retryable by the same id).
 */
export interface ActorRuntime {
  execute(request: CommandRequest): Promise<CommandResult>;
}

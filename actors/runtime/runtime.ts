import type { ActorRef, JsonObject, Principal } from './machine.ts';

/** One command for one actor. */
export interface CommandRequest {
  ref: ActorRef;
  type: string;
  payload: JsonObject;
  by: Principal;
  /**
   * Identity of the command. Two requests with the same id take effect once within 48 h.
   * For a caller: hash(principal, Idempotency-Key). In a chain: derived from the causing event.
   */
  id: string;
  /**
   * Hash that a repetition with the same id must have; default: of type and payload. A person's request has its own,
   * because its payload may contain new ids, and its reason must match too.
   */
  requestHash?: Buffer;
  /** Free text given by a person, recorded with the transition. */
  reason?: string;
  requestId: string | null;
  /** The address the request came from, if any. */
  ip?: string;
  /** The same for everything that follows from one request; `settled` waits by it. */
  correlationId: string;
  /** W3C traceparent of what causes it, while traces are recorded. */
  trace?: string;
}

export interface CommandResult {
  /** The actor's version after the command (unchanged for a no-op). */
  version: number;
  /** Whether this command id had been executed before. */
  replayed: boolean;
  reply: JsonObject;
  /**
   * Resolves when everything that follows from the command in this process is done, including chained commands. Never
   * rejects: failures are retried by the sweeper from the outbox.
   */
  effects: Promise<void>;
}

/**
 * Executes commands, one at a time per actor. Implementations: owners with group commit, and the row-locked
 * runtime (one transaction per command; used without Redis).
 * Throws WaslError: a refusal by its code, idempotency.MISMATCH, common.NOT_FOUND for an unknown actor, or
 * common.UNAVAILABLE (may be retried with the same id).
 */
export interface ActorRuntime {
  execute(request: CommandRequest): Promise<CommandResult>;
}

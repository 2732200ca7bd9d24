import type { ActorRef } from './machine.ts';
import type { CommandRequest } from './runtime.ts';
import type { ActorRow, Commit, Outcome, StoredCommand } from './store.ts';

/** What an owner loads: the row with the epoch it has just raised, and the newest command ids. */
export interface ActivatedRow extends ActorRow {
  recent: readonly (StoredCommand & { id: string })[];
}

/**
 * One turn's part of a group commit. A `check` writes nothing: in the same statement, it verifies that a refusal, no-op
 * or repetition was decided on the actor's present version and epoch.
 */
export type GroupWrite =
  | {
      kind: 'commit';
      commit: Commit;
      epoch: number;
      /**
       * The command id could not be checked in memory: write only if it is not among the stored commands of the last 48
       * hours.
       */
      verifyNew: boolean;
    }
  | {
      kind: 'check';
      ref: ActorRef;
      version: number;
      epoch: number;
      /** A command id that could not be checked in memory: the result is `duplicate` if it has taken effect before. */
      verifyNew?: string;
    };

export type GroupWriteResult =
  | { kind: 'done' }
  /** Version or epoch have changed: another process owns the actor. */
  | { kind: 'fenced' }
  /** `verifyNew` found the command: it has taken effect before. */
  | { kind: 'duplicate'; stored: StoredCommand }
  /** The database rejected this write's own data (SQLSTATE 22 or 23); the other writes of its batch succeeded. */
  | { kind: 'failed'; error: unknown };

/** PostgreSQL as used by owners. */
export interface GroupStore {
  /** Raises the epoch and loads the actor; null if it does not exist. */
  activate(ref: ActorRef): Promise<ActivatedRow | null>;
  /**
   * Writes a batch as one autocommit statement, in the given order per actor (an actor may appear several times, with
   * consecutive versions). Rejects if the outcome is unknown: the caller must evict all actors of the batch. `finished`
   * are outbox rows with nothing left to do, deleted by the same statement.
   */
  write(batch: readonly GroupWrite[], finished?: readonly string[]): Promise<GroupWriteResult[]>;
  /** A command of the last 48 hours, as stored. */
  find(ref: ActorRef, commandId: string): Promise<StoredCommand | null>;
}

export type Claim =
  | { kind: 'mine' }
  /** Owned by a live process: forward to it. */
  | { kind: 'theirs'; owner: string }
  /** Redis is unavailable or was just emptied (boot guard), or this process has no live lease: run the command under a row lock instead. */
  | { kind: 'unavailable' };

/** Decides which process runs which actor. Redis assigns actors; PostgreSQL's epoch fences former owners. */
export interface Ownership {
  /** Id of this incarnation of the process; changes when its lease expires or Redis is emptied. */
  readonly incarnation: string;
  /** Whether commands should go to owners now (changes at most every 5 s). */
  readonly available: boolean;
  /** When this process may not claim actors (see `available`, `retire`), it still learns who owns this one. */
  claim(ref: ActorRef): Promise<Claim>;
  /**
   * Whether that incarnation's lease is live; if not, other processes may claim its actors. Rejects if Redis does not
   * answer.
   */
  lives(incarnation: string): Promise<boolean>;
  /** Claims no further actors, before a planned stop; actors it owns stay its own until released. */
  retire(): void;
  /** Releases actors, at deactivation and before a planned stop. */
  release(refs: readonly ActorRef[]): Promise<void>;
  /** Registers a listener for when all activations must be dropped at once: the lease expired or Redis was emptied. */
  onLost(listener: () => void): void;
}

/** The answer to a forwarded command, as sent between processes. */
export type ForwardedAnswer =
  | { ok: true; version: number; replayed: boolean; reply: Extract<Outcome, { ok: true }>['reply'] }
  | {
      ok: false;
      code: string;
      detail: string;
      extension: Record<string, unknown>;
      retryAfter: number | null;
    };

/** Carries commands to the process that owns their actor. */
export interface CommandTransport {
  /** Rejects when no answer comes in time; the caller retries with the same command id. */
  forward(owner: string, request: CommandRequest): Promise<ForwardedAnswer>;
  /** Registers the handler of commands that other processes forward to this one. */
  serve(handler: (request: CommandRequest) => Promise<ForwardedAnswer>): void;
}

/**
 * Why a forwarded command has no answer.
 * - `moved`: the process is live, but is not (or no longer) that incarnation; nothing was done
 * - `absent`: no process listens for that owner; nothing was done
 * - `unsent`: not sent, because Redis is unavailable or too many commands wait here; nothing was done
 * - `busy`: the owner accepts no more commands now; nothing was done
 * - `late`, `failed`: no answer in time, or the owner failed without one; the outcome is unknown
 */
export type ForwardFailure = 'moved' | 'absent' | 'unsent' | 'busy' | 'late' | 'failed';

/** Rejection of `CommandTransport.forward`. A serving handler throws it with `moved` if the actor is not (or no longer) its own. */
export class ForwardError extends Error {
  readonly reason: ForwardFailure;

  constructor(reason: ForwardFailure, options?: ErrorOptions) {
    super(`A forwarded command has no answer: ${reason}.`, options);
    this.name = 'ForwardError';
    this.reason = reason;
  }
}

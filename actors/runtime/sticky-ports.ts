import type { ActorRef } from './machine.ts';
import type { CommandRequest } from './runtime.ts';
import type { ActorRow, Commit, Outcome, StoredCommand } from './store.ts';

/** What an owner starts from: the row with the epoch it has just raised, and the newest command ids. */
export interface Activation extends ActorRow {
  recent: readonly (StoredCommand & { id: string })[];
}

/**
 * One turn's part of a group commit. A `check` writes nothing: it makes sure, in the same statement, that a refusal,
 * no-op or repeat was decided on the actor's present version and epoch.
 */
export type GroupWrite =
  | {
      kind: 'commit';
      commit: Commit;
      epoch: number;
      /** The command id could not be judged from memory: write only if it is not in the command rows of 48 hours. */
      verifyNew: boolean;
    }
  | {
      kind: 'check';
      ref: ActorRef;
      version: number;
      epoch: number;
      /** A command id that could not be judged from memory: the check is a `duplicate` if it took effect after all. */
      verifyNew?: string;
    };

export type GroupWriteResult =
  | { kind: 'done' }
  /** Version or epoch moved on: somebody else owns the actor. */
  | { kind: 'fenced' }
  /** `verifyNew` found the command: it took effect before. */
  | { kind: 'duplicate'; stored: StoredCommand }
  /** This write's own data was refused by the database (SQLSTATE 22 or 23); the others of its batch went through. */
  | { kind: 'failed'; error: unknown };

/** PostgreSQL as sticky owners use it. */
export interface GroupStore {
  /** Raises the epoch and loads the actor; null when it does not exist. */
  activate(ref: ActorRef): Promise<Activation | null>;
  /**
   * Writes a batch as one autocommit statement, in the order given per actor (an actor may appear several times, with
   * consecutive versions). Rejects when the outcome is unknown: the caller evicts all actors of the batch.
   * `finished` are outbox rows with nothing left to do; their deletion rides along.
   */
  write(batch: readonly GroupWrite[], finished?: readonly string[]): Promise<GroupWriteResult[]>;
  /** A command of the last 48 hours, as it was stored. */
  find(ref: ActorRef, commandId: string): Promise<StoredCommand | null>;
}

export type Claim =
  | { kind: 'mine' }
  /** Owned by a live process: forward to it. */
  | { kind: 'theirs'; owner: string }
  /** Redis away, freshly emptied (boot guard) or our lease not live: run by row lock. */
  | { kind: 'unavailable' };

/** Who runs which actor. Redis decides; PostgreSQL's epoch fences. */
export interface Ownership {
  /** This process's incarnation; changes when its lease lapsed or Redis was emptied. */
  readonly incarnation: string;
  /** Whether commands should try sticky owners now (modes change at most every 5 s). */
  readonly available: boolean;
  /** Where this process may claim nothing (see `available`, `retire`) it still learns whose the actor is. */
  claim(ref: ActorRef): Promise<Claim>;
  /** Whether that incarnation's lease still stands: if not, others may claim what it owned. Rejects without an answer. */
  lives(incarnation: string): Promise<boolean>;
  /** Claims nothing new from now on, for a planned stop; what it owns stays its own until released. */
  retire(): void;
  /** Gives actors back, at passivation and before a planned stop. */
  release(refs: readonly ActorRef[]): Promise<void>;
  /** Told when every activation must be dropped at once: the lease lapsed or Redis lost its memory. */
  onLost(listener: () => void): void;
}

/** The answer of a forwarded command, as it travels between processes. */
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
export interface Wire {
  /** Rejects when no answer came in time; the caller retries with the same command id. */
  forward(owner: string, request: CommandRequest): Promise<ForwardedAnswer>;
  /** Commands that others forward to this process. */
  serve(handler: (request: CommandRequest) => Promise<ForwardedAnswer>): void;
}

/**
 * Why a forwarded command has no answer.
 * - `moved`: the process is there, but is not (or no longer) that incarnation; nothing was done
 * - `absent`: nobody listens for that owner; nothing was done
 * - `unsent`: it never left: Redis is away or too many commands wait here; nothing was done
 * - `busy`: the owner takes no more commands now; nothing was done
 * - `late`, `failed`: no answer in time, or the owner failed without one; the outcome is unknown
 */
export type ForwardFailure = 'moved' | 'absent' | 'unsent' | 'busy' | 'late' | 'failed';

/** What `Wire.forward` rejects with. A serving handler throws it with `moved` when the actor isn't (any longer) its own. */
export class ForwardError extends Error {
  readonly reason: ForwardFailure;

  constructor(reason: ForwardFailure, options?: ErrorOptions) {
    super(`A forwarded command has no answer: ${reason}.`, options);
    this.name = 'ForwardError';
    this.reason = reason;
  }
}

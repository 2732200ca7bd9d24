import type { ActorRef, JsonObject } from '../../actors/runtime/machine.ts';

// Messages between the driver and a node: JSON, one message per line, to the node over its stdin, from it over a pipe.

export type ToNode =
  | { t: 'run'; i: number; ref: ActorRef; type: string; payload: JsonObject; id: string }
  /** A read as a GET does it: from PostgreSQL, wherever the actor's owner is. */
  | { t: 'read'; i: number; ref: ActorRef }
  /** The node kills itself the next time it passes that point. */
  | ({ t: 'arm' } & Charge)
  /** The node holds its next write, if it comes before that moment, until it has been stopped and goes on. */
  | { t: 'hold'; before: number };

export type FromNode =
  | { t: 'ready' }
  | ({ t: 'answer'; i: number } & Answer)
  | { t: 'failed'; i: number; code: string; detail: string }
  | { t: 'figures'; figures: NodeFigures }
  /** A write of these actors is held: the node is to be stopped now. */
  | { t: 'held'; refs: ActorRef[] };

export interface Answer {
  /** Accepted and counted refusals were written; looks, reads and plain refusals only show a version. */
  kind: 'written' | 'refused' | 'seen';
  /** The version that the command wrote, or that was seen. */
  version: number;
  /** The actor's version at the time of the response. */
  now: number;
  balance: number;
  replayed: boolean;
  /** The process that decided it. */
  node: string;
}

export interface Charge {
  point: CrashPoint;
  /** Milliseconds of the machine's clock, after which passing the point has no effect. */
  before: number;
}

/** Counted since the process began. */
export interface NodeFigures {
  fenced: number;
  unknown: number;
  degraded: number;
  forwarded: number;
  activated: number;
}

export const CRASH_POINTS = [
  /** The actor is claimed, and not yet in memory. */
  'claimed',
  /** The epoch is raised, and nothing is decided. */
  'activated',
  /** Decided, and not yet sent to PostgreSQL. */
  'before-commit',
  /** Sent; this process will not learn the result. */
  'commit-sent',
  /** Committed, and no one notified. */
  'committed',
  /** Row-locked: inside the transaction, before its COMMIT. */
  'row-locked',
  /** Answered, and none of its effects begun. */
  'before-effects',
  /** The effects are done, and their outbox row still exists. */
  'before-finish',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

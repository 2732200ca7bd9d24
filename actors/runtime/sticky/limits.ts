/** What an owner allows before it refuses, and how much it gathers. */
export interface StickyLimits {
  /** Commands waiting in one mailbox; chain commands and timers don't count. */
  mailbox: number;
  /** Commands of one process that are not answered yet; chain commands and timers don't count. */
  process: number;
  /** Milliseconds a command may wait for its turn. */
  age: number;
  /** Turns of one actor in one batch, and the most that may be decided ahead of the batch under way. */
  perActorAndBatch: number;
  /** Turns in one batch. */
  batch: number;
  /** Batches under way at once. */
  pipeline: number;
  /** A further batch while others are under way waits for at least this many turns. */
  worthwhile: number;
  /** Milliseconds without a command after which an actor leaves memory. */
  idle: number;
  /** Actors in memory; beyond that the longest idle ones leave. */
  actors: number;
}

export const STICKY_LIMITS: StickyLimits = {
  mailbox: 256,
  process: 4_096,
  age: 2_000,
  perActorAndBatch: 64,
  batch: 512,
  pipeline: 2,
  worthwhile: 64,
  idle: 60_000,
  actors: 20_000,
};

/** How often a command is run again inside after its actor was fenced. */
export const FENCED_TRIES = 2;
/** How often a command is run again inside, by its id, after a commit whose outcome nobody knows. */
export const UNKNOWN_TRIES = 1;
/** How often a forwarded command is sent once more, to whoever owns the actor then. */
export const FORWARD_TRIES = 2;
/**
 * Milliseconds by which a forwarded command is older than its arrival. Whoever forwarded it waits no longer than
 * `age` either: taken up at the very end, it would be answered to nobody, and a crowded actor would do nothing else.
 */
export const FORWARDED_AGE = 500;

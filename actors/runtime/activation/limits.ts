/** Limits of an owner: when it refuses commands, and how much it gathers. */
export interface ActivationLimits {
  /** Maximum number of commands waiting in one mailbox, not counting chained commands and timers. */
  mailbox: number;
  /** Maximum number of unanswered commands in one process, not counting chained commands and timers. */
  process: number;
  /** Maximum milliseconds a command may wait for its turn. */
  age: number;
  /** Maximum number of turns of one actor in one batch, and of turns decided ahead of the batch being written. */
  perActorAndBatch: number;
  /** Maximum number of turns in one batch. */
  batch: number;
  /** Maximum number of batches being written at once. */
  pipeline: number;
  /** Minimum number of turns to start another batch while others are being written. */
  worthwhile: number;
  /** Milliseconds without a command after which an actor is deactivated. */
  idle: number;
  /** Maximum number of actors in memory; beyond it the longest idle ones are deactivated. */
  actors: number;
}

export const ACTIVATION_LIMITS: ActivationLimits = {
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

/** How often a command is retried internally after its actor was fenced. */
export const MAX_FENCED_RETRIES = 2;
/** How often a command is retried internally, with its id, after a commit with an unknown outcome. */
export const MAX_UNKNOWN_RETRIES = 1;
/** How often a forwarded command is sent again, to the owner at that time. */
export const MAX_FORWARD_RETRIES = 2;
/**
 * Milliseconds by which a forwarded command counts as older than its arrival. Its sender waits no longer than `age`
 * either: run at the last moment, its answer would reach no one, and a crowded actor would do nothing but such work.
 */
export const FORWARDED_AGE_MS = 500;

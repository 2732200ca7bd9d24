import type { CrashPoint as ChaosPoint } from '../chaos/protocol.ts';

/** How a process is stopped at a request to PostgreSQL or Redis, or what happens to its connection. */
export const MOMENTS = {
  /** Killed with the request unsent: nothing of it is ever done. */
  'killed before': { fate: 'lost', kills: true },
  /** Killed after it was done, before the response: this process never learns of it. */
  'killed after': { fate: 'unanswered', kills: true },
  /** The connection breaks, and nothing was done. */
  'broken before': { fate: 'lost', kills: false },
  /** The connection breaks after it was done: an unknown outcome that was written. */
  'broken after': { fate: 'unanswered', kills: false },
  /** The process has given up, and then it is done all the same. */
  'done late': { fate: 'late', kills: false },
} as const;

export type Moment = keyof typeof MOMENTS;

/**
 * The steps of a commit and of the chain behind it, for a transfer between two actors: the sender's commit, a chain
 * command to the receiver, the receiver's answer, a consumer's command, and the timer that asks when no answer comes.
 */
export type Step =
  | 'claim'
  | 'activation'
  | 'row lock'
  | 'turn'
  | 'commit'
  | 'chain commit'
  | 'answer commit'
  | 'consumer commit'
  | 'outbox closing'
  | 'forwarding'
  | 'timer claim'
  | 'timer commit'
  | 'timer closing';

export interface CrashPoint {
  name: string;
  step: Step;
  moment: Moment;
  /** The corresponding point of the chaos run, on real processes. */
  chaos?: ChaosPoint;
}

const names: readonly (readonly [string, Step, Moment, ChaosPoint?])[] = [
  ['claimed, and not in memory', 'claim', 'killed after', 'claimed'],
  ['the claim is never answered', 'claim', 'broken after'],
  ['the epoch is raised, and nothing decided', 'activation', 'killed after', 'activated'],
  ['the epoch is raised, and the owner doesn’t know', 'activation', 'broken after'],
  ['the epoch is raised when the owner has given up', 'activation', 'done late'],
  ['the row is locked, and nothing decided', 'row lock', 'killed after'],
  ['in the transaction, before its COMMIT', 'turn', 'killed after', 'row-locked'],
  ['decided, and not sent', 'commit', 'killed before', 'before-commit'],
  ['committed, and no one notified', 'commit', 'killed after', 'committed'],
  ['unknown, not written', 'commit', 'broken before'],
  ['unknown, written', 'commit', 'broken after', 'commit-sent'],
  ['unknown, written after the owner has given up', 'commit', 'done late'],
  ['answered, and none of the effects begun', 'chain commit', 'killed before', 'before-effects'],
  ['the chain command is committed, its outbox row open', 'chain commit', 'killed after'],
  ['the chain command’s outcome is unknown, not written', 'chain commit', 'broken before'],
  ['the chain command’s outcome is unknown, written', 'chain commit', 'broken after'],
  ['the chain command is written late', 'chain commit', 'done late'],
  ['between two effects: the first one is done', 'answer commit', 'killed after'],
  ['between two effects: the second one is not begun', 'consumer commit', 'killed before'],
  ['the answer back is lost', 'answer commit', 'killed before'],
  ['the answer back is written, unknown to its sender', 'answer commit', 'broken after'],
  ['the consumer’s command is committed, its row open', 'consumer commit', 'killed after'],
  ['the effects are done, their outbox row still exists', 'outbox closing', 'killed before', 'before-finish'],
  ['the outbox row is closed, unknown to the process', 'outbox closing', 'broken after'],
  ['forwarded, and the sender dies', 'forwarding', 'killed after'],
  ['forwarded, and the response is lost', 'forwarding', 'broken after'],
  ['the timer is taken, and its command not given', 'timer claim', 'killed after'],
  ['the timer’s command is not sent', 'timer commit', 'killed before'],
  ['the timer’s command is committed, the timer still exists', 'timer commit', 'killed after'],
  ['the timer’s end is unknown', 'timer closing', 'broken before'],
  ['the timer is ended, and its reader dies', 'timer closing', 'killed after'],
];

export const CRASH_POINTS: readonly CrashPoint[] = names.map(([name, step, moment, chaos]) => ({
  name,
  step,
  moment,
  ...(chaos === undefined ? {} : { chaos }),
}));

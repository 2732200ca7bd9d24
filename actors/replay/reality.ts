import type { Point } from '../planning/point.ts';
import { SeededRandom } from '../planning/solver/seeded-random.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { ReplayDay, ReplayTask } from './day.ts';

/** A driver's answer to an offer, and after how many seconds; IGNORE lets it time out. */
export interface Answer {
  what: 'ACCEPT' | 'DECLINE' | 'IGNORE';
  seconds: number;
}

export interface Stay {
  task: ReplayTask;
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
  /** Counts the attempts at the drop-off, from 1. */
  attempt: number;
}

/** What really happens in a run. Policies do not see it. Times in milliseconds since the epoch. */
export interface Reality {
  /** Seconds of driving, for a drive that begins at that time. */
  driveSeconds(driverId: string, from: Point, to: Point, at: number): number;
  /** Seconds at a stop. */
  staySeconds(driverId: string, stay: Stay): number;
  /** @param turn How often this driver has been offered this task, from 1. */
  answer(driverId: string, task: ReplayTask, turn: number): Answer;
  /**
   * The driver hands cash in once more than `above` is on hand, which takes `seconds`. Null: only when the recorded day
   * says so.
   */
  handsIn(driverId: string): { above: string; seconds: number } | null;
}

const TYPICAL_ANSWER_SECONDS = 20;

/**
 * Repeats the recorded day: drives and stops take the estimated time, drivers who refused refuse again, and a driver
 * who accepted takes as long to accept. What was not recorded is drawn at random.
 */
export function recordedReality(day: ReplayDay, travel: TravelTimes, seed: number): Reality {
  const answers = answersOf(day);
  return {
    driveSeconds: (_driverId, from, to) => travel.seconds(from, to),
    staySeconds: () => travel.service,
    answer: (driverId, task, turn) => {
      const refusal = task.refusals.find((one) => one.driverId === driverId);
      if (refusal === undefined || turn > 1) {
        return { what: 'ACCEPT', seconds: acceptanceSeconds(task, answers, seed) };
      }
      return { what: refusal.declined ? 'DECLINE' : 'IGNORE', seconds: refusal.afterSeconds };
    },
    handsIn: () => null,
  };
}

/** The recorded time if the task was accepted, else the time of a random acceptance. */
function acceptanceSeconds(
  { taskId, recorded }: ReplayTask,
  answers: readonly number[],
  seed: number,
): number {
  if (recorded.assignedAt !== null && recorded.acceptedAt !== null && !recorded.byHand) {
    return (recorded.acceptedAt - recorded.assignedAt) / 1000;
  }
  const chance = new SeededRandom(seed ^ hashOf(taskId));
  return answers[chance.below(Math.max(1, answers.length))] ?? TYPICAL_ANSWER_SECONDS;
}

/** How long drivers took to accept, in seconds, shortest first. */
function answersOf({ tasks }: ReplayDay): number[] {
  return tasks
    .flatMap(({ recorded: { assignedAt, acceptedAt, byHand } }) =>
      assignedAt === null || acceptedAt === null || byHand ? [] : [(acceptedAt - assignedAt) / 1000],
    )
    .sort((left, right) => left - right);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

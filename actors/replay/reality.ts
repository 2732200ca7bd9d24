import type { Point } from '../planning/point.ts';
import { SeededRandom } from '../planning/solver/seeded-random.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { ReplayDay, ReplayTask } from './day.ts';

/** What a driver does about an offer, and after how many seconds; to IGNORE it is to let it time out. */
export interface Answer {
  what: 'ACCEPT' | 'DECLINE' | 'IGNORE';
  seconds: number;
}

export interface Stay {
  task: ReplayTask;
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
  /** Of the drop-off, from 1. */
  attempt: number;
}

/** How things go, whatever a policy believes: it knows none of this. Moments in milliseconds since the epoch. */
export interface Reality {
  /** Seconds of the way, left at that moment. */
  driveSeconds(driverId: string, from: Point, to: Point, at: number): number;
  /** Seconds at a stop. */
  staySeconds(driverId: string, stay: Stay): number;
  /** @param turn how often this driver has been offered this task, from 1 */
  answer(driverId: string, task: ReplayTask, turn: number): Answer;
  /** The driver hands cash in as soon as there is more on hand; it takes so long. Null: only when the day says so. */
  handsIn(driverId: string): { above: string; seconds: number } | null;
}

const TYPICAL_ANSWER_SECONDS = 20;

/**
 * A recorded day goes on as it was: ways and stops take what is believed, who refused refuses again, and who took the
 * task takes as long to say yes; where the day tells nothing, chance does.
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

/** As on the day, where the task was accepted by anybody; else as somebody else took to answer. */
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

/** How long drivers took to say yes, in seconds, shortest first. */
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

import type { Answer, Reality, Stay } from '../../../actors/replay/reality.ts';
import { namedChance } from '../../shared/chance.ts';
import { answerOf } from '../model/answer.ts';
import type { DayPlan, Minutes, PlannedDriver, PlannedGroup } from '../model/day-plan.ts';
import { pathOf } from '../model/path.ts';
import { groupsByTask, planMomentOf } from './lab-day.ts';

/** Lifetime of an offer in seconds: the service's default. */
const OFFER_SECONDS = 90;
const HAND_IN_SECONDS = 360;
/** Minutes to return goods to a shop, and to type one more code. */
const RETURNS: Minutes = 4;
const TYPES_CODE: Minutes = 0.3;

/** People and trips of the plan as the city would act them out against the service. */
export function labReality(plan: DayPlan): Reality {
  const { seed } = plan.options;
  const { startHour } = plan;
  const groups = groupsByTask(plan);
  const drivers = new Map(plan.drivers.map((driver) => [driver.key, driver]));
  return {
    driveSeconds(driverId, from, to, at) {
      const { pace } = found(drivers, driverId);
      const leaves = planMomentOf(plan, at);
      return 60 * pathOf(from, to, { seed, startHour, leaves, pace }).minutes;
    },
    staySeconds: (driverId, stay) =>
      60 * stayMinutes(seed, found(drivers, driverId), found(groups, stay.task.taskId), stay),
    answer(driverId, { taskId }, turn): Answer {
      const answer = answerOf(seed, found(drivers, driverId), taskId, turn);
      if (answer.what === 'IGNORE') return { what: 'IGNORE', seconds: OFFER_SECONDS };
      return { what: answer.what, seconds: 60 * answer.after };
    },
    handsIn: (driverId) => ({ above: found(drivers, driverId).handsInAbove, seconds: HAND_IN_SECONDS }),
  };
}

function stayMinutes(
  seed: number,
  { key, collects }: PlannedDriver,
  { key: groupKey, door }: PlannedGroup,
  { kind, attempt: number }: Stay,
): Minutes {
  if (kind === 'RETURN') return RETURNS;
  if (kind === 'PICKUP') return namedChance(seed, 'collect', key, groupKey).duration(collects);
  const attempt = door.attempts[number - 1];
  if (attempt === undefined) throw new RangeError(`${groupKey} has no attempt ${number}`);
  if (attempt.failure !== null) return attempt.reachesDoor;
  const { reachesDoor, buyerReadsCode, wrongCodes, countsCash } = attempt;
  return reachesDoor + buyerReadsCode + wrongCodes * TYPES_CODE + countsCash;
}

function found<T>(all: ReadonlyMap<string, T>, key: string): T {
  const one = all.get(key);
  if (one === undefined) throw new RangeError(`${key} is not of this day`);
  return one;
}

import { type Chance, namedChance } from '../../shared/chance.ts';
import type { Minutes } from './day-plan.ts';

/** Interventions by dispatchers, in addition to those in the plan of an order. */
export interface Trouble {
  /** The car breaks down on the way, and the goods change drivers. */
  handOver: PlannedHandOver | null;
  /** The goods were left at the wrong door; the completion is reversed this long after it. */
  reversal: { after: Minutes } | null;
  /** No signal at the door: a dispatcher overrides the code. */
  withoutCode: boolean;
  /** A dispatcher assigns this task and others not yet picked up to one driver in one bulk action. */
  bundled: boolean;
}

export interface PlannedHandOver {
  /** From the pickup until a dispatcher is informed. */
  after: Minutes;
  /** From then until both drivers have met. */
  meet: Minutes;
  /** DONE: both confirm. MISSED: the receiver never comes. CALLED_OFF: the car runs again. */
  end: 'DONE' | 'MISSED' | 'CALLED_OFF';
}

/** Percentages of groups. */
const HANDED_OVER = 2.5;
const REVERSED = 2;
const WITHOUT_CODE = 2;
const BUNDLED = 2.5;
/** Percentages of hand-overs missed or called off, and of reversals noticed after more than ten minutes. */
const MISSED = 12;
const CALLED_OFF = 12;
const TOO_LATE = 12;

/** The same group always has the same trouble. */
export function troubleOf(seed: number, groupKey: string): Trouble {
  const chance = (what: string) => namedChance(seed, what, groupKey);
  const takenBack = chance('reversal');
  return {
    handOver: handOverOf(chance('hand-over')),
    reversal: takenBack.percent(REVERSED)
      ? { after: takenBack.percent(TOO_LATE) ? 12 : takenBack.between(1, 6) }
      : null,
    withoutCode: chance('without code').percent(WITHOUT_CODE),
    bundled: chance('bundle').percent(BUNDLED),
  };
}

function handOverOf(chance: Chance): PlannedHandOver | null {
  if (!chance.percent(HANDED_OVER)) return null;
  const end = chance.percent(MISSED) ? 'MISSED' : chance.percent(CALLED_OFF) ? 'CALLED_OFF' : 'DONE';
  return { after: chance.between(1, 4), meet: chance.between(4, 9), end };
}

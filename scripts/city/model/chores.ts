import { namedChance } from '../../shared/chance.ts';
import type { Moment } from './day-plan.ts';

/**
 * Work of a shop besides its orders: edits prices and counts in the grid, imports a file of counts or of prices,
 * looks at its money.
 */
export type ChoreName = 'GRID' | 'STOCK_FILE' | 'OFFER_FILE' | 'MONEY';

export interface PlannedChore {
  at: Moment;
  what: ChoreName;
  /** Seeds its random choices. */
  key: string;
}

/** Hours between repetitions of a chore; a shorter day has each chore once. */
const ROUND = 2;
/** Share of the ordering time at which the first chore begins. */
const FIRST = 0.1;
const LAST = 0.8;

/** Chores of a day whose orders come within `hours` hours, earliest first. The same shop always has the same chores. */
export function choresOf(seed: number, sellerKey: string, hours: number): PlannedChore[] {
  const rounds = Math.max(1, Math.floor(hours / ROUND));
  const length = (hours * 60) / rounds;
  return Array.from({ length: rounds }, (_, round) => {
    const key = `${sellerKey}/${round + 1}`;
    const chance = namedChance(seed, 'chores', key);
    const file = chance.percent(50) ? 'STOCK_FILE' : 'OFFER_FILE';
    const chores: readonly ChoreName[] = ['GRID', file, 'MONEY'];
    return chores.map((what) => ({
      at: length * (round + chance.between(FIRST, LAST)),
      what,
      key: `${key}/${what}`,
    }));
  })
    .flat()
    .sort((one, other) => one.at - other.at);
}

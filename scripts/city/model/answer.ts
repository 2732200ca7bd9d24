import { namedChance } from '../../shared/chance.ts';
import type { Minutes, PlannedDriver } from './day-plan.ts';

/** A driver's reaction to an offer. IGNORE: nothing, until it times out. */
export type OfferAnswer =
  | { what: 'ACCEPT'; after: Minutes }
  | { what: 'DECLINE'; after: Minutes; reason: string }
  | { what: 'IGNORE' };

/** Offers time out after a minute and a half; a driver who answers does so in time. */
const LATEST: Minutes = 1.2;
const REASONS = ['Puncture', 'Car is full', 'Too far for my tank', 'Talking to a buyer'];

/**
 * The same driver gives the same answer to the same group in the same round, whatever the sequence of calls.
 * @param round counts the offers of this group to any driver
 */
export function answerOf(
  seed: number,
  { key, declines, ignores, answers }: Pick<PlannedDriver, 'key' | 'declines' | 'ignores' | 'answers'>,
  groupKey: string,
  round: number,
): OfferAnswer {
  const chance = namedChance(seed, 'answer', key, groupKey, round);
  const drawn = chance.unit();
  if (drawn < ignores) return { what: 'IGNORE' };
  const after = Math.min(LATEST, chance.duration(answers));
  if (drawn < ignores + declines) return { what: 'DECLINE', after, reason: chance.pick(REASONS) };
  return { what: 'ACCEPT', after };
}

import type { Chance } from '../../shared/chance.ts';
import type { Minutes, PlannedPreparation } from './day-plan.ts';

/** Percentages of groups: rejected, never answered, and answered after the deadline. */
const REJECTED = 1.6;
const SILENT = 0.8;
const LATE = 2;

const REASONS = ['Out of stock on the shelf', 'Broken when we looked', 'We close early today'];

/** Typical minutes: shops look at new orders every few minutes, pack for a quarter of an hour, and then carry it out. */
const LOOKS_MINUTES = 6;
const PACKS = 13;
const CARRIES_OUT = 4;

/** @param left minutes until the day is over; a missed deadline still leaves time to deliver */
export function planPreparation(
  chance: Chance,
  { deadline, left, slowness }: { deadline: Minutes; left: Minutes; slowness: number },
): PlannedPreparation {
  if (chance.percent(REJECTED))
    return { answer: 'REJECT', rejectAfter: chance.duration(LOOKS_MINUTES), reason: chance.pick(REASONS) };
  const missed = deadline + chance.between(3, 15);
  const isLate = chance.percent(LATE) && missed + 120 < left;
  if (chance.percent(SILENT))
    return { answer: 'SILENT', giveUpAfter: Math.min(missed, Math.max(30, left / 2)) };
  return {
    answer: 'ACCEPT',
    acceptAfter: isLate ? missed : Math.min(0.9 * deadline, slowness * chance.duration(LOOKS_MINUTES, 0.7)),
    missesDeadline: isLate,
    packAfter: slowness * chance.duration(PACKS),
    readyAfter: chance.duration(CARRIES_OUT),
  };
}

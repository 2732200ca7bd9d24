import type { FaultFigures } from '../../scripts/city/board/fault-figures.ts';
import { summary } from '../../scripts/city/board/summary.ts';
import type { CityOutcome } from '../../scripts/city/run-city.ts';
import type { Judgement } from './verdict/judge.ts';
import { verdictLines } from './verdict/print-verdict.ts';

/** What is printed at the end of a day: a summary, and the verdict. */
export function endOfDay(
  { figures, logbook, judgement }: CityOutcome<Judgement>,
  more: { elapsed: number; faults: FaultFigures | null },
): string {
  return [...summary(figures, logbook, more), '', ...verdictLines(judgement.differences)].join('\n');
}

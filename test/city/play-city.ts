import { Board } from '../../scripts/city/board/board.ts';
import type { CityOptions } from '../../scripts/city/options.ts';
import { runCity } from '../../scripts/city/run-city.ts';
import { endOfDay } from './end-of-day.ts';
import { judge } from './verdict/judge.ts';
import { consoleBoard } from './watch/console-board.ts';
import { consoleOrders } from './watch/console-orders.ts';

/**
 * Plays a day and shows it: the board, then the summary and the verdict. Returns the exit code: 1 on any difference.
 */
export async function playCity(options: CityOptions, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  const boards: Board[] = [];
  try {
    const outcome = await runCity(options, {
      signal,
      newBoard: consoleBoard,
      newOrderBoard: consoleOrders,
      onFigures: (figures) => {
        const board = new Board({ figures, title: `Wasl, a day of the city, seed ${options.seed}` });
        boards.push(board);
        board.start();
      },
      judge: (logbook, reader) => judge(logbook, reader, { isExclusive: false }),
    });
    for (const board of boards) board.stop();
    const elapsed = performance.now() - began;
    console.log(`\n${endOfDay(outcome, { elapsed, faults: null })}`);
    return outcome.judgement.differences.length === 0 ? 0 : 1;
  } finally {
    for (const board of boards) board.stop();
  }
}

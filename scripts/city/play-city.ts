import { Board } from './board/board.ts';
import { summary } from './board/summary.ts';
import type { CityOptions } from './options.ts';
import { runCity } from './run-city.ts';
import { judge } from './verdict/judge.ts';
import { verdictLines } from './verdict/print-verdict.ts';

/** Plays a day before somebody's eyes: the board, then the summary and the verdict. The exit code: 1 on any difference. */
export async function playCity(options: CityOptions, signal: AbortSignal): Promise<number> {
  const began = performance.now();
  const boards: Board[] = [];
  try {
    const { logbook, figures, judgement } = await runCity(options, {
      signal,
      onFigures: (figures) => {
        const board = new Board({ figures, title: `Wasl, a day of the city, seed ${options.seed}` });
        boards.push(board);
        board.start();
      },
      judge: (logbook, reader) => judge(logbook, reader, { isExclusive: false }),
    });
    for (const board of boards) board.stop();
    const { differences } = judgement;
    const elapsed = performance.now() - began;
    console.log(`\n${summary(figures, logbook, { elapsed, faults: null }).join('\n')}\n`);
    console.log(verdictLines(differences).join('\n'));
    return differences.length === 0 ? 0 : 1;
  } finally {
    for (const board of boards) board.stop();
  }
}

import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { Board } from '../../scripts/city/board/board.ts';
import { Progress } from '../../scripts/supervisor/progress.ts';
import { endOfDay } from './end-of-day.ts';
import type { Havoc } from './faults/havoc.ts';
import { OwnInstallation } from './faults/own-installation.ts';
import { type CheckSizes, playUnderFaults } from './faults/play-under-faults.ts';

const FOLDER = join(projectRoot, '.data', 'city-check');
const PROCESSES = 2;

export interface CheckOptions extends CheckSizes {
  /** CLOCK_RATE of the installation. */
  rate: number;
  signal: AbortSignal;
}

/**
 * `npm run city -- --check`: hours compressed into minutes under faults, and the verdict. Returns the exit code: 1 on
 * any difference.
 */
export async function checkCity({ rate, signal, ...sizes }: CheckOptions): Promise<number> {
  const began = performance.now();
  const progress = new Progress();
  const own = await OwnInstallation.start({
    ...{ folder: FOLDER, rate, processes: PROCESSES, signal },
    step: (what, work) => progress.step(what, work),
  });
  const boards: Board[] = [];
  const raging: Havoc[] = [];
  try {
    progress.say(own.description);
    const outcome = await playUnderFaults({
      ...{ own, folder: FOLDER, signal, ...sizes },
      onHavoc: (havoc) => raging.push(havoc),
      onFigures: (figures) => {
        const title = `Wasl, the city under faults, seed ${sizes.seed}`;
        const faults = () => raging[0] ?? { done: new Map(), now: null };
        const board = new Board({ figures, title, faults });
        boards.push(board);
        board.start();
      },
    });
    for (const board of boards) board.stop();
    const elapsed = performance.now() - began;
    progress.say(`\n${endOfDay(outcome, { elapsed, faults: outcome.havoc })}`);
    const isFit = outcome.judgement.differences.length === 0;
    if (!isFit) progress.say(`Logs of the processes: ${own.logFolder}`);
    return isFit ? 0 : 1;
  } finally {
    for (const board of boards) board.stop();
    await own.stop();
  }
}

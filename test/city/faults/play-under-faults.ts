import type { CityOptions } from '../../../scripts/city/options.ts';
import type { Figures } from '../../../scripts/city/record/figures.ts';
import { type CityOutcome, runCity } from '../../../scripts/city/run-city.ts';
import { type Judgement, judge } from '../verdict/judge.ts';
import { consoleBoard } from '../watch/console-board.ts';
import { consoleOrders } from '../watch/console-orders.ts';
import { type FaultCounts, planFaults, usualCounts } from './fault-plan.ts';
import { Havoc } from './havoc.ts';
import type { OwnInstallation } from './own-installation.ts';

export type CheckSizes = Pick<CityOptions, 'orders' | 'drivers' | 'hours' | 'afterwards' | 'seed' | 'pages'> &
  Partial<Pick<CityOptions, 'maxAlerts'>>;

export interface UnderFaults extends CheckSizes {
  own: OwnInstallation;
  /**
   * Faults of each kind, spread over the work: they wait for orders to be placed and to end, however long that takes.
   * Default: as many as suit the length of the day, spread over its time.
   */
  counts?: FaultCounts;
  folder: string;
  signal: AbortSignal;
  onHavoc?(havoc: Havoc): void;
  onFigures?: Parameters<typeof runCity>[1]['onFigures'];
  /** Called after the verdict, while everyone is still connected; `again` judges once more. */
  onJudged?(again: () => Promise<Judgement>): Promise<void>;
  say?(line: string): void;
}

/** Milliseconds in which everything that a fault left behind is swept up and arrives. */
const TIMEOUT_MS = 90_000;
/** Fraction of the time until the last shift ends: after it, orders are rare. */
const BUSY = 0.6;

/** Fraction of the orders' progress that is done: half of it when all are placed. */
function workDone({ orders, plannedOrders }: Figures): number {
  return (orders.placed + 2 * orders.notPlaced + orders.ended) / (2 * plannedOrders);
}

/** Plays a day on an installation of its own under faults, and judges it once the installation has recovered. */
export async function playUnderFaults(
  options: UnderFaults,
): Promise<CityOutcome<Judgement> & { havoc: Havoc | null }> {
  const { own, counts, folder, signal, say, onHavoc, onFigures, onJudged, ...sizes } = options;
  const [ending, closing] = [new AbortController(), new AbortController()];
  let havoc: Havoc | null = null;
  let raging = Promise.resolve();
  const outcome = await runCity<Judgement>(
    { url: own.url, dataDir: folder, speed: null, maxAlerts: null, ...sizes },
    {
      signal,
      newBoard: consoleBoard,
      newOrderBoard: consoleOrders,
      onFigures: (figures) => onFigures?.(figures),
      onDay: ({ figures }) => {
        const began = performance.now();
        const busy = (figures.plannedMinutes * BUSY * 60_000) / figures.rate;
        const { seed } = sizes;
        havoc = new Havoc({
          targets: own,
          ...(counts === undefined
            ? {
                plan: planFaults({ seed, span: busy, counts: usualCounts(busy) }),
                progress: () => performance.now() - began,
              }
            : { plan: planFaults({ seed, span: 1, counts }), progress: () => workDone(figures) }),
          hurry: ending.signal,
          signal: closing.signal,
          ...(say === undefined ? {} : { say }),
        });
        onHavoc?.(havoc);
        raging = havoc.run();
        // Awaited when the day has ended.
        raging.catch(() => undefined);
      },
      onEnded: async () => {
        ending.abort();
        await raging;
      },
      judge: async (logbook, reader) => {
        const judgement = await judge(logbook, reader, { isExclusive: true, patience: TIMEOUT_MS });
        await onJudged?.(() => judge(logbook, reader, { isExclusive: true, patience: 0 }));
        return judgement;
      },
    },
  ).finally(async () => {
    closing.abort();
    // A current fault restarts what it stopped, so the installation must not be stopped until it is done.
    await raging.catch(() => undefined);
  });
  return { ...outcome, havoc };
}

import type { CityOptions } from '../options.ts';
import { type CityOutcome, runCity } from '../run-city.ts';
import { type Judgement, judge } from '../verdict/judge.ts';
import { type FaultCounts, planFaults, usualCounts } from './fault-plan.ts';
import { Havoc } from './havoc.ts';
import type { OwnInstallation } from './own-installation.ts';

export type CheckSizes = Pick<CityOptions, 'orders' | 'drivers' | 'hours' | 'seed'>;

export interface UnderFaults extends CheckSizes {
  own: OwnInstallation;
  /** Faults of each kind; as many as the day is long when left out. */
  counts?: FaultCounts;
  /** Domain minutes over which they are spread; most of those in which orders are under way when left out. */
  span?: number;
  folder: string;
  signal: AbortSignal;
  onHavoc?(havoc: Havoc): void;
  onFigures?: Parameters<typeof runCity>[1]['onFigures'];
  /** After the verdict, while everybody is still connected: judges once more. */
  onJudged?(again: () => Promise<Judgement>): Promise<void>;
  say?(line: string): void;
}

/** Milliseconds in which what a fault has left behind is swept up and arrives. */
const PATIENCE = 45_000;
/** Of the time until the last shift ends: after it, orders are rare. */
const BUSY = 0.6;

/** Plays a day on an installation of its own while that is mistreated, and has it judged once it is whole again. */
export async function playUnderFaults(
  options: UnderFaults,
): Promise<CityOutcome<Judgement> & { havoc: Havoc | null }> {
  const { own, counts, span, folder, signal, say, onHavoc, onFigures, onJudged, ...sizes } = options;
  const ending = new AbortController();
  let havoc: Havoc | null = null;
  let raging = Promise.resolve();
  const outcome = await runCity<Judgement>(
    { url: own.url, dataDir: folder, speed: null, ...sizes },
    {
      signal,
      onFigures: (figures) => onFigures?.(figures),
      onDay: ({ figures }) => {
        const real = ((span ?? figures.plannedMinutes * BUSY) * 60_000) / figures.rate;
        const plan = planFaults({ seed: sizes.seed, span: real, counts: counts ?? usualCounts(real) });
        havoc = new Havoc({
          targets: own,
          plan,
          signal: ending.signal,
          ...(say === undefined ? {} : { say }),
        });
        onHavoc?.(havoc);
        raging = havoc.run();
        // Waited for when the day has ended.
        raging.catch(() => undefined);
      },
      onEnded: async () => {
        ending.abort();
        await raging;
      },
      judge: async (logbook, reader) => {
        const judgement = await judge(logbook, reader, { isExclusive: true, patience: PATIENCE });
        await onJudged?.(() => judge(logbook, reader, { isExclusive: true, patience: 0 }));
        return judgement;
      },
    },
  ).finally(() => ending.abort());
  return { ...outcome, havoc };
}

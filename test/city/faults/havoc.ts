import type { FaultFigures } from '../../../scripts/city/board/fault-figures.ts';
import { until } from '../../../scripts/shared/waiting.ts';
import type { CityFault, PlannedFault } from './fault-plan.ts';

/**
 * An installation that may be struck by faults. Each method resolves when the fault is done, not when it is repaired.
 */
export interface FaultTargets {
  killApi(): Promise<void>;
  killWorker(): Promise<void>;
  killRedis(down: number): Promise<void>;
  emptyRedis(): Promise<void>;
  restartPostgres(): Promise<void>;
  cutConnections(): Promise<void>;
  /** Whether every process serves. */
  isHealthy(): Promise<boolean>;
}

export interface HavocOptions {
  targets: FaultTargets;
  plan: readonly PlannedFault[];
  /** How far the day has progressed, in the unit of the plan. */
  progress: () => number;
  /**
   * Aborted when the day is over: no kind is repeated, and the remaining kinds follow at once, so that each happens.
   */
  hurry: AbortSignal;
  /** Once aborted, nothing more is done. */
  signal: AbortSignal;
  say?: (line: string) => void;
}

const WORDS: Readonly<Record<CityFault['do'], { done: string; now: string }>> = {
  'kill-api': { done: 'API killed', now: 'an API process is being killed' },
  'kill-worker': { done: 'worker killed', now: 'the worker is being killed' },
  'kill-redis': { done: 'Redis killed', now: 'Redis is away' },
  'empty-redis': { done: 'Redis emptied', now: 'Redis is being emptied' },
  'restart-postgres': { done: 'PostgreSQL restarted', now: 'PostgreSQL is away' },
  'cut-connections': { done: 'connections cut', now: 'sessions are being cut' },
};

/** Milliseconds between two polls, and until an installation that does not recover is given up. */
const POLL_EVERY_MS = 100;
const MEND_TIMEOUT_MS = 180_000;

/**
 * Carries out the planned faults, one at a time, each on an installation that has recovered from the previous one: the
 * aim is to find lost or doubled work, not to see what remains of an installation that is never up.
 */
export class Havoc implements FaultFigures {
  readonly done = new Map<string, number>();
  now: string | null = null;
  readonly #options: HavocOptions;

  constructor(options: HavocOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the last fault is over and repaired, or soon after `signal` aborts. Throws when the installation does
   * not recover.
   */
  async run(): Promise<void> {
    const { plan, progress, hurry, signal } = this.#options;
    for (const { at, fault } of plan) {
      const due = () => progress() >= at || hurry.aborted;
      await until(due, { limitMs: Number.POSITIVE_INFINITY, everyMs: POLL_EVERY_MS, signal });
      if (hurry.aborted && this.done.has(WORDS[fault.do].done)) continue;
      await this.#mended();
      if (signal.aborted) return;
      await this.#commit(fault);
    }
    await this.#mended();
  }

  /** Resolves once every process serves. */
  async #mended(): Promise<void> {
    const { signal, targets } = this.#options;
    const failure = `the installation has not recovered after ${MEND_TIMEOUT_MS / 1_000} s`;
    await until(() => targets.isHealthy(), {
      limitMs: MEND_TIMEOUT_MS,
      everyMs: POLL_EVERY_MS,
      failure,
      signal,
    });
  }

  async #commit(fault: CityFault): Promise<void> {
    const { done, now } = WORDS[fault.do];
    this.now = now;
    try {
      await this.#carryOut(fault);
      this.done.set(done, (this.done.get(done) ?? 0) + 1);
      this.#options.say?.(done);
    } finally {
      this.now = null;
    }
  }

  #carryOut(fault: CityFault): Promise<void> {
    const { targets } = this.#options;
    switch (fault.do) {
      case 'kill-api':
        return targets.killApi();
      case 'kill-worker':
        return targets.killWorker();
      case 'kill-redis':
        return targets.killRedis(fault.down);
      case 'empty-redis':
        return targets.emptyRedis();
      case 'restart-postgres':
        return targets.restartPostgres();
      case 'cut-connections':
        return targets.cutConnections();
    }
  }
}

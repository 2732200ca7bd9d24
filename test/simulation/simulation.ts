import type { LeaseTiming } from '../../db/redis/lease-registry.ts';
import { Violation } from './audit.ts';
import { Client } from './client.ts';
import { FAULTS } from './faults.ts';
import { CALM } from './network.ts';
import type { ProcessOptions } from './process.ts';
import { SETTLE_TIMEOUT_MS, settle, stop, until } from './settle.ts';
import { World } from './world.ts';

export interface Outcome {
  seed: number;
  /** The violated rule or the error that ended the run; null if there was none. */
  violation: string | null;
  /** Hash of all steps of the schedule: the same whenever this seed is run. */
  hash: string;
  story(last?: number): string;
  figures: {
    events: number;
    commits: number;
    acknowledged: number;
    read: number;
    refused: number;
    virtual: number;
    partitions: number;
    promotions: number;
  };
}

export interface SimulationOptions {
  /** Names of faults: only these happen, and surely some of them. Default: a choice of all. */
  faults?: readonly string[];
  /** Whether commits wait for PostgreSQL's standby. Default: true. */
  synchronous?: boolean;
}

/** In milliseconds. Shorter than in production, so that leases expire within the few seconds of a run. */
export const TIMING: LeaseTiming = {
  ttl: 800,
  margin: 200,
  heartbeat: 250,
  bootWait: 1_200,
  dwell: 600,
  ownTtl: 600_000,
  answer: 150,
};

/** One run from one seed: which processes, which faults and when, and every delay. */
export class Simulation {
  readonly #world: World;
  readonly #seed: number;
  readonly #clients: Client[] = [];
  readonly #options: ProcessOptions;
  readonly #size: number;
  readonly #stickyShare: number;
  readonly #kinds: readonly string[] | null;
  #faults = true;

  constructor(seed: number, { faults, synchronous }: SimulationOptions = {}) {
    this.#seed = seed;
    this.#kinds = faults ?? null;
    const dwell = seed % 2 === 0 ? TIMING.dwell : 50;
    this.#world = new World({ seed, timing: { ...TIMING, dwell }, synchronous });
    const { random } = this.#world;
    this.#world.faulty = () => this.#faults;
    this.#size = random.whole(2, 4);
    this.#stickyShare = random.pick([1, 1, 1, 1, 0.5, 0]);
    const limits = {
      idle: random.pick([400, 5_000]),
      actors: random.pick([2, 100]),
      batch: random.pick([4, 512]),
      worthwhile: random.pick([1, 64]),
      pipeline: random.pick([1, 2]),
    };
    this.#options = { sticky: true, limits, duties: random.pick([400, 1_500]) };
    const accounts = random.whole(2, 5);
    for (let count = 0; count < accounts; count += 1) {
      this.#world.open(random.whole(0, 200), random.happens(0.25) ? random.whole(58, 70) : 0);
    }
  }

  async run(): Promise<Outcome> {
    const { schedule } = this.#world;
    const unhandled = (error: unknown) => this.#world.audit.report(`unhandled rejection: ${error}`);
    process.on('unhandledRejection', unhandled);
    let violation: string | null = null;
    try {
      await this.#play();
    } catch (error) {
      violation = error instanceof Violation ? error.message : String((error as Error).stack);
    } finally {
      process.off('unhandledRejection', unhandled);
    }
    const sum = (what: 'acknowledged' | 'read' | 'refused') =>
      this.#clients.reduce((total, client) => total + client[what], 0);
    return {
      seed: this.#seed,
      violation,
      hash: schedule.hash,
      story: (last) => schedule.story(last),
      figures: {
        ...{ events: schedule.steps, commits: this.#world.audit.commits, virtual: schedule.now },
        ...{ partitions: this.#world.partitions, promotions: this.#world.promotions },
        ...{ acknowledged: sum('acknowledged'), read: sum('read'), refused: sum('refused') },
      },
    };
  }

  async #play(): Promise<void> {
    const { random, schedule } = this.#world;
    for (let count = 0; count < this.#size; count += 1) this.#start();
    const callers = random.whole(2, 5);
    for (let count = 1; count <= callers; count += 1) {
      this.#clients.push(new Client(this.#world, `c${count}`));
    }
    const end = random.between(4_000, 8_000);
    this.#planFaults(end);
    await this.#until(end, () => false);
    this.#heal();
    await this.#until(schedule.now + random.between(300, 2_000), () => false);
    for (const client of this.#clients) client.stopping = true;
    if (
      !(await this.#until(schedule.now + SETTLE_TIMEOUT_MS, () => this.#clients.every(({ idle }) => idle)))
    ) {
      const waiting = this.#clients.filter(({ idle }) => !idle).map(({ waitsFor }) => waitsFor);
      this.#world.audit.fail(`never answered: ${waiting.join('; ')}`);
    }
    const actors = this.#options.limits.actors ?? 0;
    await settle(this.#world, actors);
    await stop(this.#world);
  }

  #planFaults(end: number): void {
    const { random, schedule } = this.#world;
    const chosen = Object.keys(FAULTS).filter((kind) => random.happens(kind === 'leapRedis' ? 0.1 : 0.45));
    const kinds = this.#kinds ?? chosen;
    if (kinds.length === 0) return;
    const count = random.whole(1, 12);
    for (let index = 0; index < count; index += 1) {
      const fault = FAULTS[random.pick(kinds)];
      schedule.after(random.between(0, end), null, () => {
        if (this.#faults) fault?.(this.#world, { replace: () => this.#replace() });
      });
    }
  }

  #start(): void {
    this.#world.start({ ...this.#options, sticky: this.#world.random.happens(this.#stickyShare) });
  }

  #replace(): void {
    // Once the faults have ended, `#heal` has already started the missing processes.
    if (this.#faults && this.#world.processes.length < this.#size + 1) this.#start();
  }

  #heal(): void {
    const { schedule, processes, links, switchboard } = this.#world;
    this.#faults = false;
    schedule.note('WORLD', 'the faults end');
    for (const { host } of processes) {
      host.thaw();
      host.leap = 0;
    }
    for (const link of Object.values(links)) {
      link.cut.clear();
      link.odds = CALM;
    }
    switchboard.apart.clear();
    while (processes.filter(({ closing }) => !closing).length < this.#size) this.#start();
  }

  #until(time: number, done: () => boolean): Promise<boolean> {
    return until(this.#world, time, done);
  }
}

export function simulate(seed: number, options: SimulationOptions = {}): Promise<Outcome> {
  return new Simulation(seed, options).run();
}

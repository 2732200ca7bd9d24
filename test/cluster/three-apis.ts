import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import type { Loss, Peer } from '../chaos/network.ts';
import { Way, type Weather } from '../chaos/way.ts';
import { type ApiProcess, spawnApi, spawnWorker } from '../support/server-processes.ts';

/** What happens to one process. A clock that is set ahead is set right again at the end. */
export type Blow =
  | { place: number; from: readonly Peer[]; loss: Loss }
  | { place: number; from: readonly Peer[]; loss: 'reset' }
  | { place: number; clock: 'ahead' };

export interface Episode {
  name: string;
  blows: readonly Blow[];
  /** How long it lasts; without it, it is drawn. */
  forMs?: number;
  /** The place of the process from which others take over meanwhile. */
  takenOver?: number;
}

/** With the place it is the name of all PostgreSQL sessions of a process. */
export const SESSION = 'place-';

const PLACES = [0, 1, 2] as const;
const WEATHER: Weather = { delay: 20, jitter: 10, loss: 0.01 };
/**
 * Milliseconds ahead, and gained each second, within what the service accepts; and set ahead by more than that while it
 * is struck. Once it was wrong, a clock has to be right to a second.
 */
const CLOCKS = [null, '700,1,5000', '-1200,-2,0'] as const;
/** The place of the one that is set ahead. */
export const LEAPING = 1;
/** Starting three processes on a busy machine takes its time. */
const READY_LIMIT_MS = 180_000;

export interface Api {
  url: string;
  ways: Readonly<Record<Peer, Way>>;
}

export interface ThreeApisOptions {
  /** Of the services themselves. */
  databaseUrl: string;
  redisUrl: string;
  environment: Record<string, string>;
  chance: Chance;
}

/**
 * Three API processes as in production and a worker. Each API process reaches PostgreSQL and Redis, through which alone
 * it speaks with the others, by two ways of its own, on which bytes are delayed and lost all the time. Two have clocks
 * that drift.
 */
export class ThreeApis {
  readonly places: readonly Api[];
  readonly #processes: readonly ApiProcess[];
  readonly #killWorker: () => Promise<void>;

  private constructor(
    places: readonly Api[],
    processes: readonly ApiProcess[],
    killWorker: () => Promise<void>,
  ) {
    this.places = places;
    this.#processes = processes;
    this.#killWorker = killWorker;
  }

  static async start(options: ThreeApisOptions): Promise<ThreeApis> {
    const { databaseUrl, redisUrl, environment, chance } = options;
    const ways: Api['ways'][] = [];
    const way = (url: string) => Way.open({ port: Number(new URL(url).port), weather: WEATHER, chance });
    for (const _ of PLACES) ways.push({ postgres: await way(databaseUrl), redis: await way(redisUrl) });
    const killWorker = spawnWorker({ ...environment, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
    const starting = PLACES.map((place) => {
      const clock = CLOCKS[place];
      return spawnApi(
        {
          ...environment,
          DATABASE_URL: named(through(databaseUrl, ways[place]?.postgres), place),
          REDIS_URL: through(redisUrl, ways[place]?.redis),
          ...(clock === null ? {} : { WRONG_CLOCK: clock }),
        },
        {
          readyLimitMs: READY_LIMIT_MS,
          nodeOptions: clock === null ? [] : ['--import', join(projectRoot, 'test/cluster/wrong-clock.mjs')],
        },
      );
    });
    const started = await Promise.allSettled(starting);
    const processes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const places = processes.map(({ url }, place) => ({ url, ways: ways[place] as Api['ways'] }));
    const apis = new ThreeApis(places, processes, killWorker);
    const failed = started.find((each) => each.status === 'rejected');
    if (failed === undefined) return apis;
    await apis.close();
    await Promise.all(ways.flatMap(({ postgres, redis }) => [postgres.close(), redis.close()]));
    throw failed.reason;
  }

  api(place: number): Api {
    const api = this.places[place];
    if (api === undefined) throw new Error(`there is no process ${place}`);
    return api;
  }

  /** Whether none has ended by itself. */
  get allRunning(): boolean {
    return this.#processes.every(({ child }) => child.exitCode === null && child.signalCode === null);
  }

  /** Lets the blows fall, each a little after the former, and makes everything whole again. */
  async strike({ blows }: Episode, forMs: number): Promise<void> {
    await Promise.all(
      blows.map(async (blow, index) => {
        await pause(index * 700);
        this.#begin(blow);
        await pause(forMs);
        this.#end(blow);
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#killWorker(), ...this.#processes.map(({ kill }) => kill())]);
    await Promise.all(this.places.flatMap(({ ways }) => [ways.postgres.close(), ways.redis.close()]));
  }

  #begin(blow: Blow): void {
    if ('clock' in blow) this.#processes[blow.place]?.child.kill('SIGUSR2');
    else
      for (const peer of blow.from) {
        const way = this.api(blow.place).ways[peer];
        if (blow.loss === 'reset') way.reset();
        else way.cut(blow.loss);
      }
  }

  #end(blow: Blow): void {
    if ('clock' in blow) this.#processes[blow.place]?.child.kill('SIGUSR2');
    else if (blow.loss !== 'reset')
      for (const peer of blow.from) this.api(blow.place).ways[peer].mend(blow.loss);
  }
}

function through(serviceUrl: string, way: Way | undefined): string {
  const url = new URL(serviceUrl);
  url.hostname = '127.0.0.1';
  url.port = String(way?.port);
  return url.href;
}

/** Sessions of a process say which one it is. */
function named(databaseUrl: string, place: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', `${SESSION}${place}`);
  return url.href;
}

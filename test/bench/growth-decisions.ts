// A child of `npm run bench -- growth`: an API process that chooses drivers for waiting tasks, and the bare limit of it.
import { Redis } from 'ioredis';
import { insertionCost } from '../../actors/assignment/insertion-cost.ts';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import { type ApiService, startApi } from '../../server/compose/compose.ts';
import { AssignmentDesk, findTicket } from '../../server/dispatch/assignment/assignment.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { somewhere } from './assignment-field.ts';
import type { Tally } from './growth-windows.ts';

export interface DecisionTerms {
  environment: Record<string, string>;
  /** Tasks that wait. */
  tickets: readonly string[];
}

export interface DecisionQuestion {
  /** `bare`: the nearest in a set of Redis. */
  what: 'choose' | 'bare';
  seconds: number;
}

type Deps = ApiService['deps'];

/** Drivers whose rows change between two choices, as with fifty orders a second. */
const CHANGED = 4;
const PLACES = 'bench:places';
const ADD_BATCH_SIZE = 1_000;

const { environment, tickets } = JSON.parse(process.argv[2] ?? '{}') as DecisionTerms;
const { deps } = await startApi(loadConfig(environment));
const redis = new Redis(environment.REDIS_URL ?? '');
const desk = new AssignmentDesk(deps);
const ids = await placeDrivers(deps);
const random = new SeededRandom(5);
let turn = 0;

process.on('disconnect', () => process.exit());
process.on('message', ({ what, seconds }: DecisionQuestion) => {
  void repeated(seconds, what === 'choose' ? choose : nearest).then((tally) => process.send?.(tally));
});
process.send?.({ drivers: ids.length });

async function repeated(seconds: number, once: () => Promise<number>): Promise<Tally> {
  const latencies: number[] = [];
  const failed: string[] = [];
  const began = performance.now();
  while (performance.now() < began + seconds * 1_000 && failed.length === 0) {
    try {
      latencies.push(await once());
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { count: latencies.length, seconds: (performance.now() - began) / 1_000, latencies, failed };
}

/** Returns the milliseconds from the question to the choice. */
async function choose(): Promise<number> {
  turn += 1;
  await deps.database.raw('UPDATE drivers SET actor_version = actor_version + 1 WHERE id = ANY (?)', [
    Array.from({ length: CHANGED }, () => ids[random.below(ids.length)] ?? ''),
  ]);
  const began = performance.now();
  const [ticket, world] = await Promise.all([
    findTicket(deps.present, tickets[turn % tickets.length] ?? ''),
    desk.world(),
  ]);
  if (ticket === null) throw new Error('a ticket is gone');
  const [choice] = insertionCost.assign([ticket], world).choices;
  const took = performance.now() - began;
  if (choice?.driverId == null) throw new Error('no driver fits');
  return took;
}

async function nearest(): Promise<number> {
  const { latitude, longitude } = somewhere(random);
  const began = performance.now();
  const found = await redis.geosearch(
    ...[PLACES, 'FROMLONLAT', longitude, latitude, 'BYRADIUS', 100, 'km', 'ASC', 'COUNT', 1],
  );
  const took = performance.now() - began;
  if (!Array.isArray(found) || found.length !== 1) throw new Error('nobody is near');
  return took;
}

/** All drivers somewhere, as presence and as places of a set. */
async function placeDrivers({ database, presence }: Deps): Promise<string[]> {
  const places = new SeededRandom(3);
  const rows: { id: string }[] = await database('drivers').where('duty', 'ON_DUTY').select('id');
  const signs = rows.map(({ id }) => ({
    driverId: id,
    stream: '',
    point: { sequence: 1, ...somewhere(places), atMs: Date.now() },
  }));
  await presence.note(signs);
  for (let first = 0; first < signs.length; first += ADD_BATCH_SIZE) {
    const some = signs.slice(first, first + ADD_BATCH_SIZE);
    await redis.geoadd(
      PLACES,
      ...some.flatMap(({ driverId, point }) => [point.longitude, point.latitude, driverId]),
    );
  }
  return rows.map(({ id }) => id);
}

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { EMPTY_ACCOUNT } from './account-machine.ts';
import { type AuditFigures, audit } from './audit.ts';
import { Checker, type Violation } from './checker.ts';
import { Cluster } from './cluster.ts';
import type { Episode, FaultCounts } from './fault-plan.ts';
import { Havoc, type Promotion } from './havoc.ts';
import { Load } from './load.ts';
import { Network, type Peer } from './network.ts';
import type { WrongClock } from './node.ts';
import { OpBook } from './op-book.ts';
import type { NodeFigures } from './protocol.ts';
import type { Sabotage } from './sabotage.ts';
import { ChaosServices, NAMESPACE } from './services.ts';
import type { RedisKind } from './struck-redis.ts';
import { type Sample, Takeover } from './takeover.ts';

export interface ChaosSettings {
  /** The folder of this run alone; its services are below it. */
  folder: string;
  seed: number;
  episodes: readonly Episode[];
  /** Default: one Redis. */
  topology?: RedisKind;
  /** Whether PostgreSQL has a standby for which commits wait. Default: false. */
  standby?: boolean;
  /** Whether each process has a network namespace of its own; needs root. */
  namespaces?: boolean;
  /** Of the process at a place; default: right. */
  clock?: (place: number) => WrongClock | null;
  nodes: number;
  actors: number;
  callers: number;
  /** Commands begun per second, at most. */
  rate: number;
  /** The load continues after the last fault until this many commands are acknowledged. */
  commands: number;
  /** Milliseconds between two episodes of faults, beyond the time of recovery: at least and at most. */
  calm: readonly [number, number];
  sabotage: Sabotage | null;
  signal: AbortSignal;
  /** Once aborted, no more faults are begun and no more commands are given, and what was acknowledged is audited. */
  enough?: AbortSignal;
  /** Receives a line about the progress now and then. */
  onProgress(line: string): void;
}

export interface ChaosFigures {
  seed: number;
  services: string;
  /** Why the network has neither delay nor loss; null: it has, or is not used. */
  noDelay: string | null;
  seconds: number;
  done: FaultCounts;
  promotions: readonly Promotion[];
  points: Record<string, number>;
  answered: Load['answered'];
  acknowledged: number;
  abandoned: number;
  failures: Record<string, number>;
  latencies: readonly number[];
  samples: readonly Sample[];
  nodes: NodeFigures & { unexpected: number };
  audit: AuditFigures | null;
  counts: Record<string, number>;
  violations: readonly Violation[];
  audited: boolean;
  /** All faults were carried out and as many commands acknowledged as wanted. */
  complete: boolean;
}

/** Points that every account begins with. */
export const START = 1_000;
const PROGRESS_EVERY_MS = 5_000;
const SETTLE_TIMEOUT_MS = 90_000;
/** Milliseconds between two rounds in which everything that waits for its next attempt is made due. */
const HURRY_EVERY = 2_000;

/** Faults on real processes under load, with everything checked. Closes everything that it starts. */
export async function runChaos(settings: ChaosSettings): Promise<ChaosFigures> {
  const { folder, signal, topology = 'single', standby = false } = settings;
  const services = await ChaosServices.start(folder, signal, { topology, standby });
  let network: Network | null = null;
  try {
    if (settings.namespaces === true) network = await Network.open(settings.nodes, services.ports);
    const way = network;
    const actors = await makeActors(services, settings.actors);
    const cluster = new Cluster({
      ...settings,
      chance: seededChance(settings.seed + 1),
      environment: (place) => environmentOf(services, way, place),
      within: (place) => way?.within(place) ?? [],
      clock: settings.clock ?? (() => null),
    });
    try {
      return await torment(settings, services, way, actors, cluster);
    } finally {
      await cluster.close();
    }
  } finally {
    await network?.close();
    await services.close();
  }
}

async function torment(
  settings: ChaosSettings,
  services: ChaosServices,
  network: Network | null,
  actors: readonly ActorRef[],
  cluster: Cluster,
): Promise<ChaosFigures> {
  const { seed, signal, enough, commands, callers, rate, calm } = settings;
  await cluster.allReady(signal);
  const began = performance.now();
  const now = () => performance.now() - began;
  const book = new OpBook();
  const names = actors.map(({ kind, key }) => `${kind}:${key}`);
  const checker = new Checker(book, names, now);
  const takeover = new Takeover();
  const load = new Load({
    ...{ cluster, actors, book, checker, takeover, callers, rate, now, signal },
    chance: seededChance(seed + 2),
  });
  const chance = seededChance(seed);
  const faultLog = join(settings.folder, 'logs', 'faults.log');
  const onFault = (line: string) => appendFileSync(faultLog, `${now().toFixed(0).padStart(8)} ms  ${line}\n`);
  const havoc = new Havoc({
    ...{ cluster, services, network, load, takeover, chance, calm, signal, onFault },
    ended: () => signal.aborted || enough?.aborted === true,
  });
  const progress = setInterval(
    () => settings.onProgress(lineOf(now(), load, havoc, cluster, checker)),
    PROGRESS_EVERY_MS,
  );
  try {
    await havoc.run(settings.episodes);
    await until(() => load.acknowledged >= commands || enough?.aborted === true, {
      limitMs: Number.POSITIVE_INFINITY,
      everyMs: 100,
      signal,
    });
    await cluster.allReady(signal);
    await load.finish();
    const seconds = now() / 1_000;
    const settled = signal.aborted ? false : await settle(services, checker);
    const audited = settled
      ? await services.query((client) => audit({ client, actors, book, checker, start: START }))
      : null;
    return {
      noDelay: network?.noDelay ?? null,
      ...{ seed, services: services.description, seconds, done: havoc.done, acknowledged: load.acknowledged },
      promotions: havoc.promotions,
      points: Object.fromEntries(havoc.points),
      answered: load.answered,
      abandoned: load.abandoned,
      failures: Object.fromEntries(load.failures),
      latencies: load.latencies,
      samples: takeover.samples,
      nodes: { ...cluster.figures(), unexpected: cluster.unexpected },
      audit: audited,
      counts: Object.fromEntries(checker.counts),
      violations: checker.violations,
      audited: audited !== null,
      complete: !signal.aborted && enough?.aborted !== true,
    };
  } finally {
    clearInterval(progress);
  }
}

/** Waits until every chain has finished, skipping the pauses between attempts, which are not under test here. */
export async function settle(services: Pick<ChaosServices, 'query'>, checker: Checker): Promise<boolean> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  return services.query(async (client) => {
    let hurriedAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      if (performance.now() - hurriedAt > HURRY_EVERY) {
        hurriedAt = performance.now();
        await client.query('UPDATE outbox SET next_attempt_at = now() WHERE parked_at IS NULL');
        await client.query('UPDATE actor_timer SET next_attempt_at = NULL WHERE parked_at IS NULL');
      }
      const { rows } = await client.query<{ what: string; parked: boolean; n: number; error: string | null }>(
        `SELECT 'effects' AS what, parked_at IS NOT NULL AS parked, count(*)::int AS n, max(last_error) AS error
           FROM outbox GROUP BY 2
          UNION ALL
         SELECT 'timers', parked_at IS NOT NULL, count(*)::int, max(last_error) FROM actor_timer GROUP BY 2`,
      );
      const waiting = rows.filter(({ parked }) => !parked);
      if (waiting.length === 0 || performance.now() > deadline) {
        for (const { what, n, error } of rows)
          checker.report('chain', null, `${n} ${what} left over: ${error}`);
        return true;
      }
      await pause(100);
    }
  });
}

/** Half of the accounts are of a kind whose commands wait for earlier decisions, half of a kind whose need not. */
export async function makeActors(services: Pick<ChaosServices, 'query'>, count: number): Promise<ActorRef[]> {
  const actors = Array.from({ length: count }, (_, index): ActorRef => {
    return { kind: index % 4 === 3 ? 'zone' : 'driver', key: uuidv7() };
  });
  await services.query((client) =>
    client.query(
      `INSERT INTO actor (kind, key, version, schema, state)
       SELECT kind, key, 0, 1, $3::jsonb FROM unnest($1::text[], $2::uuid[]) AS t(kind, key)`,
      [
        actors.map(({ kind }) => kind),
        actors.map(({ key }) => key),
        JSON.stringify({ ...EMPTY_ACCOUNT, balance: START }),
      ],
    ),
  );
  return actors;
}

/** In a namespace, the services have other hosts. */
export function environmentOf(
  services: Pick<ChaosServices, 'databaseUrl' | 'redisUrl'>,
  network: Network | null = null,
  place = 0,
): Record<string, string> {
  const at = (url: string, peer: Peer) =>
    network === null ? url : url.replace('127.0.0.1', network.hostOf(place, peer));
  return {
    NODE_ENV: 'production',
    DATABASE_URL: at(services.databaseUrl, 'postgres'),
    REDIS_URL: at(services.redisUrl, 'redis'),
    REDIS_NAMESPACE: NAMESPACE,
    ACTOR_RUNTIME: 'sticky',
    APP_SECRET: 'secret-of-the-chaos-run-0123456789abcdef',
    JWT_SECRET: 'tokens-of-the-chaos-run-0123456789abcdef',
  };
}

function lineOf(now: number, load: Load, havoc: Havoc, cluster: Cluster, checker: Checker): string {
  const { kills, freezes, redis, postgres, purges, moves, cuts, promotions, standbys } = havoc.done;
  const { fenced, unknown, degraded } = cluster.figures();
  const faults = [...checker.counts].map(([fault, count]) => `, ${count} ${fault}`).join('');
  return (
    `${(now / 1_000).toFixed(0).padStart(5)} s  ${load.acknowledged} acknowledged, ${load.answered.read} read; ` +
    `${kills} kills, ${freezes} freezes, ${redis} Redis, ${postgres} PostgreSQL, ${purges} purges, ${moves} moves, ${cuts} cuts, ` +
    `${promotions} promotions, ${standbys} standby; ` +
    `${fenced} fences, ${unknown} unknown, ${degraded} by row lock; ${checker.violations.length} violations${faults}`
  );
}

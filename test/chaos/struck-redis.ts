import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { areaNamespace } from '../../db/redis/areas.ts';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { recordedProcesses, send } from '../../scripts/embedded/processes.ts';
import { type RedisService, type RedisSettings, startRedis } from '../../scripts/embedded/redis.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { RedisCluster } from '../support/redis-cluster.ts';
import { RedisSentinels } from '../support/redis-sentinels.ts';

/** Which Redis an installation is given. */
export const REDIS_KINDS = ['single', 'sentinel', 'cluster'] as const;
export type RedisKind = (typeof REDIS_KINDS)[number];

/** A Redis that faults strike. */
export interface StruckRedis {
  readonly url: string;
  readonly description: string;
  /** Kills the server that holds the owners' keys. Resolves when the installation is whole again. */
  kill(down: number): Promise<void>;
  /** Moves the owners' keys to another master; only on a cluster. */
  moveSlot(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface StruckRedisOptions {
  folder: string;
  namespace: string;
  signal: AbortSignal;
}

export function startStruckRedis(topology: RedisKind, options: StruckRedisOptions): Promise<StruckRedis> {
  if (topology === 'cluster') return startCluster(options);
  if (topology === 'sentinel') return startSentinels(options);
  return startSingle(options);
}

/** The folder of several servers, without anything of an earlier run, which they would remember. */
async function freshFolder({ folder }: StruckRedisOptions): Promise<string> {
  const own = join(folder, 'redis');
  await stopLeftovers(join(own, 'run'));
  rmSync(own, { recursive: true, force: true });
  return own;
}

async function startCluster(options: StruckRedisOptions): Promise<StruckRedis> {
  const { namespace } = options;
  const cluster = await RedisCluster.start({ folder: await freshFolder(options) });
  const { url, description } = cluster;
  const owners = areaNamespace({ redisUrl: url, redisNamespace: namespace }, 'owners');
  return {
    ...{ url, description },
    kill: async () => void (await cluster.failOver(owners)),
    moveSlot: async () => void (await cluster.moveSlot(owners)),
    empty: async () => {
      for (const node of cluster.nodes) await node.ask('FLUSHALL').catch(() => undefined);
    },
    close: () => cluster.close(),
  };
}

async function startSentinels(options: StruckRedisOptions): Promise<StruckRedis> {
  const sentinels = await RedisSentinels.start(await freshFolder(options));
  return {
    url: sentinels.url,
    description: sentinels.description,
    kill: async () => void (await sentinels.failOver()),
    moveSlot: notHere,
    empty: async () => void (await (await sentinels.master()).ask('FLUSHALL')),
    close: () => sentinels.close(),
  };
}

async function startSingle({ folder, signal }: StruckRedisOptions): Promise<StruckRedis> {
  const settings: RedisSettings = {
    binary: await locateRedis(join(projectRoot, '.data', 'redis-dist')),
    dataDir: join(folder, 'redis'),
    runDir: join(folder, 'run'),
    logFile: join(folder, 'logs', 'redis.log'),
    durable: false,
    signal,
  };
  let running: RedisService = await startRedis(settings);
  const { url, version, port } = running;
  return {
    url,
    description: `Redis ${version}`,
    kill: async (down) => {
      for (const { name, pid } of recordedProcesses(settings.runDir))
        if (name === 'redis') send(pid, 'SIGKILL');
      await running.exited;
      await pause(down);
      running = await startRedis({ ...settings, port });
    },
    moveSlot: notHere,
    empty: async () => {
      const redis = new Redis(url);
      try {
        await redis.flushall();
      } finally {
        redis.disconnect();
      }
    },
    close: () => running.stop(true),
  };
}

function notHere(): Promise<void> {
  return Promise.reject(new Error('only a cluster has slots to move'));
}

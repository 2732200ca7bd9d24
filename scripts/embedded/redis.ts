import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import { freePort } from './ports.ts';
import {
  type Exit,
  forgetProcess,
  recordProcess,
  type Service,
  spawnDetached,
  stopProcess,
  whenExited,
} from './processes.ts';
import type { RedisBinary } from './redis-binary.ts';
import { lastLines } from './run.ts';

export interface RedisSettings {
  readonly binary: RedisBinary;
  /** Contains the configuration and the append-only file. */
  readonly dataDir: string;
  readonly runDir: string;
  readonly logFile: string;
  /** Left out: no password; for tests only. */
  readonly password?: string;
  /** Left out: a free port. */
  readonly port?: number;
  /** False: nothing is kept between runs. */
  readonly durable: boolean;
  /** Tells several apart that are recorded in one folder. */
  readonly name?: string;
  /** Further lines of the configuration. */
  readonly lines?: readonly string[];
  /** Runs as a Sentinel, which keeps no data. */
  readonly sentinel?: boolean;
  readonly signal?: AbortSignal;
}

export interface RedisService extends Service {
  readonly version: string;
  readonly port: number;
  readonly url: string;
}

const READY_LIMIT_MS = 60_000;

/** Starts Redis and resolves once it answers. Listens on 127.0.0.1 only. */
export async function startRedis(settings: RedisSettings): Promise<RedisService> {
  const port = settings.port ?? (await freePort());
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const configuration = join(settings.dataDir, 'redis.conf');
  // In a file, because a process's arguments are visible to every user of the machine.
  writeFileSync(configuration, configurationText(settings, port), { mode: 0o600 });
  const child = spawnDetached(
    settings.binary.path,
    settings.sentinel === true ? [configuration, '--sentinel'] : [configuration],
    {
      cwd: settings.dataDir,
      env: { ...process.env, ...settings.binary.env },
      logFile: settings.logFile,
    },
  );
  const exited = whenExited(child);
  const pid = child.pid;
  if (pid === undefined) throw new CommandError(`Redis could not be started from ${settings.binary.path}.`);
  const name = settings.name ?? 'redis';
  recordProcess(settings.runDir, name, pid);
  const credentials = settings.password === undefined ? '' : `:${settings.password}@`;
  const url = `redis://${credentials}127.0.0.1:${port}`;
  const stop = async (force: boolean) => {
    await stopProcess(pid, exited, { signal: 'SIGTERM', graceMs: force ? 1_000 : 15_000, last: 'SIGKILL' });
    forgetProcess(settings.runDir, name, pid);
  };
  try {
    await waitUntilReady(url, exited, settings);
  } catch (error) {
    await stop(true);
    throw error;
  }
  return { version: settings.binary.version, port, url, exited, stop };
}

function configurationText(settings: RedisSettings, port: number): string {
  const lines = ['bind 127.0.0.1', `port ${port}`, 'daemonize no', `dir "${settings.dataDir}"`];
  if (settings.sentinel !== true) {
    lines.push('save ""', `appendonly ${settings.durable ? 'yes' : 'no'}`, 'appendfsync everysec');
    // Jobs must never be evicted to make room.
    lines.push('maxmemory-policy noeviction');
  }
  if (settings.password !== undefined) lines.push(`requirepass ${settings.password}`);
  lines.push(...(settings.lines ?? []));
  return `${lines.join('\n')}\n`;
}

async function waitUntilReady(url: string, exited: Promise<Exit>, settings: RedisSettings): Promise<void> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!(await answers(url))) {
    if (settings.signal?.aborted === true) throw new CommandError('Stopped while Redis was starting.');
    if (gone) throw new CommandError(`Redis ended while starting:\n${lastLines(settings.logFile)}`);
    if (Date.now() > deadline) {
      throw new CommandError(
        `Redis did not answer within ${READY_LIMIT_MS / 1000} s: see ${settings.logFile}.`,
      );
    }
    await pause(50);
  }
}

/** Also false while Redis loads its data: until then it answers every command with an error. */
async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { doneWithin } from '../../../db/deadline.ts';
import type { Config } from './config.ts';

/**
 * The purpose of a connection decides how it fails:
 * - `commands`: short commands; refused at once while Redis is unreachable, so that callers fall back without waiting
 * - `publish`: like commands, but separate, so that a burst of events never delays them
 * - `subscribe`: listens only; its owner resubscribes on every `ready`
 * - `queue`: BullMQ's; waits for Redis indefinitely, because blocking reads need that
 */
export type RedisRole = 'commands' | 'publish' | 'subscribe' | 'queue';

export interface RedisOptions {
  role: RedisRole;
  log: Logger;
}

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 2_000;
/** Longer than BullMQ ever blocks; a connection silent for this long is dead. */
const QUEUE_TIMEOUT_MS = 30_000;
const MAX_BACKOFF_MS = 2_000;
/** Milliseconds between two log lines about the same outage. */
const LOG_EVERY_MS = 30_000;

/**
 * Opens a connection that survives outages: it reconnects indefinitely with bounded pauses, logs errors and never
 * throws them into the process. The caller closes it with `closeRedis`.
 *
 * No connection has a key prefix (BullMQ refuses one, and it would not apply to channels): every key is written out as
 * `<namespace>:<area>:…`.
 */
export function openRedis(config: Pick<Config, 'redisUrl'>, { role, log }: RedisOptions): Redis {
  const redis = new Redis(config.redisUrl, {
    connectionName: `wasl-${role}`,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: backoff,
    // Commands in flight when a connection broke may have been executed, so the caller decides whether to repeat them.
    ...(role === 'queue'
      ? { maxRetriesPerRequest: null, socketTimeout: QUEUE_TIMEOUT_MS }
      : {
          maxRetriesPerRequest: 0,
          enableOfflineQueue: false,
          autoResendUnfulfilledCommands: false,
          autoResubscribe: false,
          commandTimeout: COMMAND_TIMEOUT_MS,
        }),
  });
  reportOutages(redis, log.child({ redis: role }));
  return redis;
}

/** Whether the connection becomes usable within that time. Never rejects. */
export async function redisReady(redis: Redis, withinMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  let onReady = () => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = () => void resolve();
    redis.once('ready', onReady);
  });
  const isReady = await doneWithin(ready, withinMs);
  redis.off('ready', onReady);
  return isReady;
}

/** Closes a connection after pending commands are answered, at most two seconds. Never rejects. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()));
    await doneWithin(Promise.race([redis.quit().catch(() => undefined), ended]), COMMAND_TIMEOUT_MS);
  }
  redis.disconnect();
}

/**
 * Milliseconds before attempt number `attempt`: exponential up to a limit, with jitter so that processes do not
 * reconnect in step.
 */
function backoff(attempt: number): number {
  const pause = Math.min(MAX_BACKOFF_MS, 50 * 2 ** Math.min(attempt, 10));
  return Math.round(pause * (0.5 + Math.random() / 2));
}

function reportOutages(redis: Redis, log: Logger): void {
  let reported = 0;
  let silent = 0;
  redis.on('error', (error: Error) => {
    const now = Date.now();
    if (now - reported < LOG_EVERY_MS) {
      silent += 1;
      return;
    }
    log.warn({ err: error, notLogged: silent }, 'Redis connection failed');
    reported = now;
    silent = 0;
  });
  redis.on('ready', () => {
    if (reported > 0) log.info('Redis is reachable again');
    reported = 0;
    silent = 0;
  });
}

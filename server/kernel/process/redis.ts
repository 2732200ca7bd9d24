import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { doneWithin } from '../../../db/deadline.ts';
import type { Config } from './config.ts';

/**
 * What a connection is for decides how it fails:
 * - `commands`: short commands; refused at once while Redis is away, so that callers fall back without waiting
 * - `publish`: like commands, but kept apart so that a burst of events never delays them
 * - `subscribe`: listens only; its owner subscribes again on every `ready`
 * - `queue`: BullMQ's; waits for Redis as long as it takes, because blocking reads live on it
 */
export type RedisRole = 'commands' | 'publish' | 'subscribe' | 'queue';

export interface RedisOptions {
  role: RedisRole;
  log: Logger;
}

const CONNECT_TIMEOUT = 5_000;
const COMMAND_TIMEOUT = 2_000;
/** Longer than BullMQ ever blocks; a connection that answers nothing for so long is dead. */
const QUEUE_SILENCE = 30_000;
const LONGEST_BACKOFF = 2_000;
/** Milliseconds between two log lines about the same outage. */
const LOG_EVERY = 30_000;

/**
 * Opens a connection that outlives outages: it reconnects for ever with a bounded pause, reports errors in the
 * log and never throws them at the process. The caller owns it and ends it with `closeRedis`.
 *
 * No connection has a key prefix of its own (BullMQ refuses one, and channels would not get it):
 * every key is written out as `<namespace>:<area>:…`.
 */
export function openRedis(config: Pick<Config, 'redisUrl'>, { role, log }: RedisOptions): Redis {
  const redis = new Redis(config.redisUrl, {
    connectionName: `wasl-${role}`,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: backoff,
    // What was on its way when a connection broke may have been done: the caller decides whether to repeat it.
    ...(role === 'queue'
      ? { maxRetriesPerRequest: null, socketTimeout: QUEUE_SILENCE }
      : {
          maxRetriesPerRequest: 0,
          enableOfflineQueue: false,
          autoResendUnfulfilledCommands: false,
          autoResubscribe: false,
          commandTimeout: COMMAND_TIMEOUT,
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

/** Ends a connection: what was sent is answered first, for two seconds at most. Never rejects. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    const ended = new Promise<void>((resolve) => redis.once('end', () => resolve()));
    await doneWithin(Promise.race([redis.quit().catch(() => undefined), ended]), COMMAND_TIMEOUT);
  }
  redis.disconnect();
}

/** Milliseconds before attempt number `attempt`: doubling up to a limit, scattered so that processes do not return in step. */
function backoff(attempt: number): number {
  const pause = Math.min(LONGEST_BACKOFF, 50 * 2 ** Math.min(attempt, 10));
  return Math.round(pause * (0.5 + Math.random() / 2));
}

function reportOutages(redis: Redis, log: Logger): void {
  let reported = 0;
  let silent = 0;
  redis.on('error', (error: Error) => {
    const now = Date.now();
    if (now - reported < LOG_EVERY) {
      silent += 1;
      return;
    }
    log.warn({ err: error, notLogged: silent }, 'Redis connection failed');
    reported = now;
    silent = 0;
  });
  redis.on('ready', () => {
    if (reported > 0) log.info('Redis is back');
    reported = 0;
    silent = 0;
  });
}

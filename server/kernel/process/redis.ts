import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { doneWithin } from '../../../db/deadline.ts';
import { isTagged, slotOf } from '../../../db/redis/areas.ts';
import { followingConnector } from '../../../db/redis/following-connector.ts';
import { parseRedisUrl, type SharedAddress } from '../../../db/redis/redis-address.ts';
import { Topology } from '../../../db/redis/topology.ts';
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
  /** The namespace of the keys it is for (`areaNamespace`); on a cluster it says to which master the connection leads. */
  namespace?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 2_000;
/**
 * A command has waited for so long without a byte from Redis that the connection is dead. By itself, TCP would find out
 * only after minutes, and after a partition it may take as long to resume.
 */
const SILENCE_MS = 4_000;
/** Longer than BullMQ ever blocks; a connection silent for this long is dead. */
const QUEUE_TIMEOUT_MS = 30_000;
const MAX_BACKOFF_MS = 2_000;
/** Shorter where another server takes over: a pause is part of how long a failover takes. */
const MAX_FOLLOWING_BACKOFF_MS = 500;
/** Milliseconds between two log lines about the same outage. */
const LOG_EVERY_MS = 30_000;

/**
 * Opens a connection that survives outages: it reconnects indefinitely with bounded pauses, logs errors and never
 * throws them into the process. The caller closes it with `closeRedis`.
 *
 * No connection has a key prefix (BullMQ refuses one, and it would not apply to channels): every key is written out as
 * `<namespace>:<area>:…`.
 */
export function openRedis(
  config: Pick<Config, 'redisUrl'>,
  { role, log, namespace = '' }: RedisOptions,
): Redis {
  const address = parseRedisUrl(config.redisUrl);
  const redis =
    address.kind === 'single'
      ? new Redis(address.url, { ...optionsOf(role), retryStrategy: backoffUpTo(MAX_BACKOFF_MS) })
      : follow(address, config.redisUrl, role, namespace);
  reportOutages(redis, log.child({ redis: role }));
  return redis;
}

function optionsOf(role: RedisRole) {
  return {
    connectionName: `wasl-${role}`,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Commands in flight when a connection broke may have been executed, so the caller decides whether to repeat them.
    ...(role === 'queue'
      ? { maxRetriesPerRequest: null, socketTimeout: QUEUE_TIMEOUT_MS }
      : {
          maxRetriesPerRequest: 0,
          enableOfflineQueue: false,
          autoResendUnfulfilledCommands: false,
          autoResubscribe: false,
          commandTimeout: COMMAND_TIMEOUT_MS,
          socketTimeout: SILENCE_MS,
        }),
  };
}

/** A connection to the master that Sentinels name, or to the master of the namespace's slot. */
function follow(address: SharedAddress, url: string, role: RedisRole, namespace: string): Redis {
  if (address.kind === 'cluster' && !isTagged(namespace))
    throw new Error(`A connection to a Redis Cluster needs the namespace of an area, not "${namespace}".`);
  const slot = address.kind === 'cluster' ? slotOf(namespace) : 0;
  // Many commands and channels may tell at once that the master is another one.
  let leaving = false;
  const redis = new Redis({
    ...optionsOf(role),
    ...address.credentials,
    ...(address.tls ? { tls: {} } : {}),
    Connector: followingConnector(topologyOf(url, address), slot, address.tls),
    retryStrategy: backoffUpTo(MAX_FOLLOWING_BACKOFF_MS),
    // It is not, or no longer, the master. Nothing was executed, so the queue's commands may be sent again.
    reconnectOnError: ({ message }: Error) => {
      if (!/^(MOVED|READONLY) /.test(message)) return false;
      if (role === 'queue') return 2;
      if (leaving) return false;
      leaving = true;
      return 1;
    },
  });
  // The slot went to another server, which ended the subscriptions to its channels.
  redis.on('moved', () => {
    if (leaving || redis.status !== 'ready') return;
    leaving = true;
    redis.disconnect(true);
  });
  redis.on('close', () => {
    leaving = false;
  });
  return redis;
}

/** One for all connections of this process to the same Redis; it uses nothing while none of them is open. */
const topologies = new Map<string, Topology>();

function topologyOf(url: string, address: SharedAddress): Topology {
  const topology = topologies.get(url) ?? new Topology(address);
  topologies.set(url, topology);
  return topology;
}

/** How many nodes, or Sentinels, are known and how many of them are silent; null for a Redis on one server. */
export function redisNodes({ redisUrl }: Pick<Config, 'redisUrl'>): { known: number; silent: number } | null {
  return topologies.get(redisUrl)?.nodes ?? null;
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
function backoffUpTo(limit: number): (attempt: number) => number {
  return (attempt) =>
    Math.round(Math.min(limit, 50 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2));
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

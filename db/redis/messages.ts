import type { Redis } from 'ioredis';
import { isTagged } from './areas.ts';

/** How messages are published and heard in a namespace. */
export interface Messages {
  /** The event of ioredis with which messages arrive. */
  readonly event: 'messageBuffer' | 'smessageBuffer';
  /** The command with which scripts publish. */
  readonly command: 'PUBLISH' | 'SPUBLISH';
  publish(redis: Redis, channel: string, message: string | Buffer): Promise<number>;
  subscribe(redis: Redis, ...channels: string[]): Promise<unknown>;
  unsubscribe(redis: Redis, ...channels: string[]): Promise<unknown>;
  /** Subscribers by channel, as Redis answers it. */
  count(redis: Redis, channel: string): Promise<unknown>;
}

export const PLAIN: Messages = {
  event: 'messageBuffer',
  command: 'PUBLISH',
  publish: (redis, channel, message) => redis.publish(channel, message),
  subscribe: (redis, ...channels) => redis.subscribe(...channels),
  unsubscribe: (redis, ...channels) => redis.unsubscribe(...channels),
  count: (redis, channel) => redis.call('PUBSUB', 'NUMSUB', channel),
};

/**
 * A cluster sends a plain message to each of its nodes, and loses it without a word when a connection between two nodes
 * breaks. A sharded one stays with the master of its channel's slot, whose subscribers are connected to it: they notice
 * every break by their own connection, and the number of listeners that publishing returns is that of all.
 */
const SHARDED: Messages = {
  event: 'smessageBuffer',
  command: 'SPUBLISH',
  publish: async (redis, channel, message) => Number(await redis.spublish(channel, message)),
  subscribe: (redis, ...channels) => redis.ssubscribe(...channels),
  unsubscribe: (redis, ...channels) => redis.sunsubscribe(...channels),
  count: (redis, channel) => redis.call('PUBSUB', 'SHARDNUMSUB', channel),
};

export function messagesOf(namespace: string): Messages {
  return isTagged(namespace) ? SHARDED : PLAIN;
}

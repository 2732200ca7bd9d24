import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Server, type ServerOptions } from 'socket.io';
import type { JsonObject } from '../actors/runtime/machine.ts';
import type { Pusher } from '../actors/runtime/relay.ts';
import type { Frames } from '../db/redis/frames.ts';
import { messagesOf } from '../db/redis/messages.ts';
import type { LiveObserver } from './live-observer.ts';
import { RedisBus } from './redis-bus.ts';
import { channelPrefix } from './room-channel.ts';
import { RoomLog } from './room-log.ts';
import { RoomPusher } from './room-pusher.ts';
import type { LiveServer } from './socket-types.ts';

export interface PusherOptions {
  /** Connections used only for live events, opened and closed by the caller. */
  redis: { pub: Redis; sub: Redis };
  /** Separates installations that share one Redis. */
  namespace: string;
  /** Signs what goes through Redis, for these connections alone. */
  frames: Frames;
  log: Logger;
  observe?: LiveObserver;
  /** Throws for an event that is not in realtime/asyncapi.yaml; for tests. */
  validate?: ((event: string, payload: JsonObject) => void) | undefined;
  /** Number of events stored per room, for clients that catch up. */
  keep?: number;
  /** Maximum number of events (times rooms) that wait while Redis is unavailable. */
  capacity?: number;
}

export interface LiveCore {
  io: LiveServer;
  bus: RedisBus;
  roomLog: RoomLog;
  pusher: RoomPusher;
}

/**
 * A Socket.IO server on the Redis adapter that does not accept connections yet. The adapter manages the subscriptions
 * of rooms and sends unnumbered events; numbered events are published by the script that numbers them.
 */
export function createCore(options: PusherOptions, server: Partial<ServerOptions> = {}): LiveCore {
  const { redis, namespace, frames, log } = options;
  const bus = new RedisBus({ ...redis, frames, log, messages: messagesOf(namespace) });
  const io: LiveServer = new Server({
    ...server,
    serveClient: false,
    adapter: createShardedAdapter(bus, bus, {
      channelPrefix: channelPrefix(namespace),
      subscriptionMode: 'dynamic-private',
    }),
  });
  return { io, bus, ...createRoomPusher(options) };
}

/** For processes that push events but serve no sockets: the worker. */
export function createPusherOnly(options: PusherOptions): { pusher: Pusher; close(): Promise<void> } {
  const { pusher, roomLog } = createRoomPusher(options);
  return {
    pusher,
    close: async () => {
      await pusher.close();
      roomLog.close();
    },
  };
}

function createRoomPusher({ redis, ...options }: PusherOptions): { roomLog: RoomLog; pusher: RoomPusher } {
  const roomLog = new RoomLog({ redis: redis.pub, ...options });
  return { roomLog, pusher: new RoomPusher({ roomLog, ...options }) };
}

import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Server, type ServerOptions } from 'socket.io';
import type { JsonObject } from '../actors/runtime/machine.ts';
import type { Pusher } from '../actors/runtime/relay.ts';
import { RedisBus } from './redis-bus.ts';
import type { LiveServer } from './socket-types.ts';

export interface PusherOptions {
  /** Connections for live events alone, opened and closed by the caller. */
  redis: { pub: Redis; sub: Redis };
  /** Installations on one Redis hear only themselves. */
  namespace: string;
  log: Logger;
}

export interface LiveCore {
  io: LiveServer;
  bus: RedisBus;
  pusher: Pusher;
}

/** A Socket.IO server on the Redis adapter that nobody can connect to yet. */
export function createCore(
  { redis, namespace, log }: PusherOptions,
  options: Partial<ServerOptions> = {},
): LiveCore {
  const bus = new RedisBus({ ...redis, log });
  const io: LiveServer = new Server({
    ...options,
    serveClient: false,
    adapter: createShardedAdapter(bus, bus, {
      channelPrefix: `${namespace}:live`,
      subscriptionMode: 'dynamic-private',
    }),
  });
  return { io, bus, pusher: new SocketPusher(io, log) };
}

/** For processes that push but serve no sockets: the worker. */
export function createPusherOnly(options: PusherOptions): { pusher: Pusher; close(): Promise<void> } {
  const { io, bus, pusher } = createCore(options);
  return {
    pusher,
    close: async () => {
      await io.of('/').adapter.close();
      bus.close();
    },
  };
}

/** Emits to rooms on every process. A socket in several of the rooms gets the event once. Never throws. */
class SocketPusher implements Pusher {
  readonly #io: LiveServer;
  readonly #log: Logger;

  constructor(io: LiveServer, log: Logger) {
    this.#io = io;
    this.#log = log;
  }

  push(rooms: readonly string[], event: string, payload: JsonObject): void {
    if (rooms.length === 0) return;
    try {
      // Out of an outbox row: the catalogue in events.ts types what is pushed where it is made.
      const target: { emit(event: string, payload: object): unknown } = this.#io.to([...rooms]);
      target.emit(event, { at: new Date().toISOString(), ...payload });
    } catch (error) {
      this.#log.error({ err: error, event }, 'a live event could not be pushed');
    }
  }
}

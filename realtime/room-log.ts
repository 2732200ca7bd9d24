import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Frames } from '../db/redis/frames.ts';
import { messagesOf } from '../db/redis/messages.ts';
import type { LiveSchemas } from './live-types.ts';
import { roomChannel, type SignedEvent, signedBody, unsignedEvent } from './room-channel.ts';
import { APPEND, READ, RESET, type Script } from './room-scripts.ts';

export type RoomPosition = LiveSchemas['Position'];
type LoggedEvent = LiveSchemas['LoggedEvent'];

/** The position of a room, and all events since the requested position unless `snapshot`. */
export interface RoomReading {
  epoch: string;
  seq: number;
  snapshot: boolean;
  events: LoggedEvent[];
}

export interface RoomLogOptions {
  /** A connection for short commands that fails them at once while Redis is unavailable. */
  redis: Redis;
  namespace: string;
  frames: Frames;
  /** Number of events stored per room, for clients that catch up. */
  keep?: number;
}

const DEFAULT_MAX_EVENTS = 1_000;
const STREAM_LIFE_MS = 3_600_000;
const HEAD_LIFE_MS = 48 * 3_600_000;

/** The numbered events of rooms in Redis, appended and read in one atomic step per room. */
export class RoomLog {
  readonly #redis: Redis;
  readonly #namespace: string;
  readonly #frames: Frames;
  readonly #keep: number;
  readonly #forget = () => {
    this.#run = null;
  };
  #run: Promise<string> | null = null;

  constructor({ redis, namespace, frames, keep = DEFAULT_MAX_EVENTS }: RoomLogOptions) {
    this.#redis = redis;
    this.#namespace = namespace;
    this.#frames = frames;
    this.#keep = keep;
    // A new connection may lead to another Redis, or to a restarted one.
    redis.on('close', this.#forget);
  }

  get ready(): boolean {
    return this.#redis.status === 'ready';
  }

  /**
   * Appends the events of each room, all rooms in one round trip. Returns the rooms for which success is not certain.
   */
  async append(batch: ReadonlyMap<string, readonly string[]>): Promise<Set<string>> {
    const before = [HEAD_LIFE_MS, STREAM_LIFE_MS, this.#keep, messagesOf(this.#namespace).command];
    return this.#each(APPEND, [...batch.keys()], (room) => {
      const channel = roomChannel(this.#namespace, room);
      const bodies = batch.get(room) ?? [];
      return [...before, channel, ...bodies.map((body) => signedBody(this.#frames, channel, body))];
    });
  }

  /**
   * Starts a new epoch, so that clients in these rooms read the state again. Returns the rooms for which that failed.
   */
  async reset(rooms: readonly string[]): Promise<Set<string>> {
    const { command } = messagesOf(this.#namespace);
    return this.#each(RESET, rooms, (room) => [HEAD_LIFE_MS, command, roomChannel(this.#namespace, room)]);
  }

  /**
   * Rejects while Redis is unavailable. Without a position, the result is a snapshot, and so it is if one of the events
   * is forged: the client reads the state from the database then.
   */
  async read(room: string, position: RoomPosition | null): Promise<RoomReading> {
    const run = await this.#runId();
    const { epoch: from = '', seq: after = 0 } = position ?? {};
    const args = [2, ...this.#keys(room), run, suffix(), HEAD_LIFE_MS, from, after, this.#keep] as const;
    const reply = await this.#redis.evalsha(READ.sha, ...args).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return this.#redis.eval(READ.text, ...args);
    });
    const [epoch, seq, snapshot, ...bodies] = reply as [string, number, number, ...string[]];
    const first = seq - bodies.length + 1;
    const channel = roomChannel(this.#namespace, room);
    const events: LoggedEvent[] = [];
    for (const [index, body] of bodies.entries()) {
      const event = unsignedEvent(this.#frames, channel, JSON.parse(body) as SignedEvent);
      if (event === null) return { epoch, seq, snapshot: true, events: [] };
      const { trace: _, ...told } = event;
      events.push({ ...told, seq: first + index });
    }
    return { epoch, seq, snapshot: snapshot === 1, events };
  }

  close(): void {
    this.#redis.off('close', this.#forget);
  }

  async #each(
    script: Script,
    rooms: readonly string[],
    args: (room: string) => (string | number)[],
  ): Promise<Set<string>> {
    const failed = new Set(rooms);
    try {
      const run = await this.#runId();
      const call = (command: 'evalsha' | 'eval', names: readonly string[]) => {
        const pipeline = this.#redis.pipeline();
        const head = command === 'eval' ? script.text : script.sha;
        for (const room of names)
          pipeline[command](head, 2, ...this.#keys(room), run, suffix(), ...args(room));
        return pipeline.exec();
      };
      const unknown: string[] = [];
      const settle = (names: readonly string[], replies: [Error | null, unknown][] | null) => {
        for (const [index, room] of names.entries()) {
          const [error] = replies?.[index] ?? [new Error('no answer')];
          if (error === null) failed.delete(room);
          else if (isUnknownScript(error)) unknown.push(room);
        }
      };
      settle(rooms, await call('evalsha', rooms));
      if (unknown.length > 0) settle(unknown, await call('eval', unknown));
    } catch {
      // The remaining rooms in `failed` are the result.
    }
    return failed;
  }

  #keys(room: string): [string, string] {
    const name = `${this.#namespace}:live:{${room}}`;
    return [`${name}:head`, `${name}:stream`];
  }

  #runId(): Promise<string> {
    this.#run ??= this.#redis.info('server').then(
      (info) => /run_id:(\w{12})/.exec(info)?.[1] ?? 'unknown',
      (error: unknown) => {
        this.#run = null;
        throw error;
      },
    );
    return this.#run;
  }
}

function suffix(): string {
  return `-${randomBytes(6).toString('base64url')}`;
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Frames } from '../db/redis/frames.ts';
import type { RoomAnswer } from './events.ts';
import { Heartbeats } from './heartbeats.ts';
import { type LiveObserver, UNOBSERVED } from './live-observer.ts';
import type { RedisBus } from './redis-bus.ts';
import {
  parseNumbered,
  type RoomEvent,
  roomChannel,
  roomOfChannel,
  type SignedEvent,
  unsignedEvent,
} from './room-channel.ts';
import type { RoomLog, RoomPosition } from './room-log.ts';
import type { RoomPusher } from './room-pusher.ts';
import { SlowSockets } from './slow-sockets.ts';
import type { LiveServer } from './socket-types.ts';

export interface RoomHubOptions {
  io: LiveServer;
  bus: RedisBus;
  roomLog: RoomLog;
  pusher: RoomPusher;
  namespace: string;
  frames: Frames;
  log: Logger;
  /** Milliseconds between two heartbeats. */
  heartbeatEvery: number;
  /** Number of packets waiting for one socket from which it counts as slow. */
  slowAfter?: number | undefined;
  observe?: LiveObserver | undefined;
}

const CHECK_INTERVAL_MS = 200;
/**
 * A gap of this many milliseconds between two checks means that the process was stopped, and events received meanwhile
 * have not been delivered yet.
 */
const MAX_CHECK_GAP_MS = 2_000;
/** Milliseconds between two times a room's clients are told to read again because of events that are not genuine. */
const RESYNC_EVERY_MS = 1_000;

/** Delivers numbered events to the sockets of this process, and tells them whenever delivery is not reliable. */
export class RoomHub {
  readonly heartbeats: Heartbeats;
  readonly #options: RoomHubOptions;
  readonly #observe: LiveObserver;
  readonly #slow: SlowSockets;
  readonly #timer: NodeJS.Timeout;
  readonly #forgetBreaks: () => void;
  #live: boolean;
  #checkedAt = performance.now();
  /** Number of pings under way after such a stop; messages buffered in the connection come before their answers. */
  #catchingUp = 0;
  /** Rooms told a moment ago because of an event that is not genuine. */
  readonly #resynced = new LRUCache<string, true>({ max: 10_000, ttl: RESYNC_EVERY_MS });

  constructor(options: RoomHubOptions) {
    const { io, bus, namespace, heartbeatEvery, log, observe = UNOBSERVED } = options;
    this.#options = options;
    this.#observe = observe;
    this.#slow = new SlowSockets(io, observe, options.slowAfter);
    this.#live = this.#whole();
    bus.onNumbered((channel, message) => {
      const room = roomOfChannel(namespace, channel.toString());
      if (room === null) return;
      try {
        this.#deliver(room, message);
      } catch (error) {
        log.error({ err: error, room }, 'a live event could not be read');
        this.#resync(room);
      }
    });
    // Reported at once, even if the connection is restored quickly: events published meanwhile are missing.
    this.#forgetBreaks = bus.onBreak(() => this.#pause());
    this.heartbeats = new Heartbeats({ io, every: heartbeatEvery, live: () => this.#check() });
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  get live(): boolean {
    return this.#live;
  }

  /**
   * The position of a room, for a socket that has joined it. It is read after the subscription is active, so every
   * later event reaches the socket. `live` is false while that cannot be guaranteed. Never rejects.
   */
  async answer(room: string, position: RoomPosition | null): Promise<RoomAnswer> {
    const { bus, roomLog, log } = this.#options;
    const paused = { room, live: false, epoch: null, seq: null, snapshot: false, events: [] };
    try {
      await bus.subscribed();
      if (this.#live) {
        const reading = await roomLog.read(room, position);
        this.#observe.caughtUp(reading.snapshot ? 'snapshot' : 'replay', reading.events.length);
        return { room, live: true, ...reading };
      }
    } catch (error) {
      log.debug({ err: error, room }, 'a room cannot be read');
    }
    this.#observe.caughtUp('paused', 0);
    return paused;
  }

  close(): void {
    clearInterval(this.#timer);
    this.heartbeats.close();
    this.#forgetBreaks();
  }

  #deliver(room: string, message: Buffer): void {
    const { io } = this.#options;
    if (!io.of('/').adapter.rooms.has(room)) return;
    const { epoch, first, events: signed } = parseNumbered(message);
    const events = this.#genuine(room, signed);
    // Nothing is lost if somebody forged it. If a release that does not sign sent it, the state is read instead.
    if (events === null) {
      this.#resyncSeldom(room);
      return;
    }
    if (events.length === 0) this.#resync(room);
    for (const [index, { event, payload, id, at, trace }] of events.entries()) {
      const stamp = { room, epoch, seq: first + index, id, at };
      const target = io.local.to(room).except(this.#slow.of(room));
      // The payload comes from Redis; its type was checked where it was pushed.
      (target as { emit(event: string, ...args: unknown[]): unknown }).emit(event, payload, stamp);
      this.#measure(event, id, at, trace);
    }
  }

  /** Null if one of them was not signed for this room. */
  #genuine(room: string, signed: readonly SignedEvent[]): RoomEvent[] | null {
    const { frames, namespace } = this.#options;
    const channel = roomChannel(namespace, room);
    const events: RoomEvent[] = [];
    for (const event of signed) {
      const genuine = unsignedEvent(frames, channel, event);
      if (genuine === null) return null;
      events.push(genuine);
    }
    return events;
  }

  #measure(event: string, id: string, at: string, trace?: string): void {
    const moment = this.#options.pusher.momentOf(id);
    if (moment === undefined) this.#observe.delivered(event, Date.now() - Date.parse(at), 'elsewhere', trace);
    else this.#observe.delivered(event, performance.now() - moment, 'here', trace);
  }

  #resyncSeldom(room: string): void {
    if (this.#resynced.has(room)) return;
    this.#resynced.set(room, true);
    this.#resync(room);
  }

  #resync(room: string): void {
    this.#options.io.local.to(room).emit('live.resync', { at: now(), rooms: [room], reason: 'RESET' });
  }

  #whole(): boolean {
    const { bus, pusher } = this.#options;
    return bus.whole && bus.publishing && pusher.healthy && this.#catchingUp === 0;
  }

  #check(): boolean {
    const now = performance.now();
    if (now - this.#checkedAt > MAX_CHECK_GAP_MS) this.#catchUp();
    this.#checkedAt = now;
    if (this.#whole() !== this.#live) {
      if (this.#live) this.#pause();
      else this.#resume();
    }
    return this.#live;
  }

  #catchUp(): void {
    this.#catchingUp += 1;
    void this.#options.bus.heard().finally(() => {
      this.#catchingUp -= 1;
    });
  }

  #pause(): void {
    if (!this.#live) return;
    this.#live = false;
    this.#observe.live(false);
    this.#options.log.warn('live events are paused');
    this.#options.io.local.emit('live.paused', { at: now() });
  }

  #resume(): void {
    this.#live = true;
    this.#observe.live(true);
    this.#options.log.info('live events continue');
    this.#options.io.local.emit('live.resumed', { at: now() });
  }
}

function now(): string {
  return new Date().toISOString();
}

import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { JsonObject } from '../actors/runtime/machine.ts';
import type { Pusher } from '../actors/runtime/relay.ts';
import { settledWithin } from '../db/deadline.ts';
import { type LiveObserver, UNOBSERVED } from './live-observer.ts';
import type { RoomLog } from './room-log.ts';

export interface RoomPusherOptions {
  roomLog: RoomLog;
  log: Logger;
  observe?: LiveObserver;
  /** Throws for an event that is not in the contract; for tests. */
  validate?: ((event: string, payload: JsonObject) => void) | undefined;
  /** Maximum number of waiting events (times rooms). */
  capacity?: number;
}

interface Waiting {
  body: string;
  settle(accepted: boolean): void;
}

const DEFAULT_CAPACITY = 5_000;
/** Number of newest events whose push time is remembered; far more than are ever under way. */
const MAX_MOMENTS = 4_000;
/** Number of events (times rooms) per round trip. */
const BATCH_SIZE = 500;
/** Milliseconds for which a caller waits for Redis. */
const PUSH_TIMEOUT_MS = 300;
const RETRY_AFTER_MS = 100;
const LOG_INTERVAL_MS = 10_000;

/**
 * Numbers events in Redis and publishes them there. Events pushed in the same turn of the event loop, or during a round
 * trip, are sent together. Keeps the order of pushing, with one round trip at a time.
 *
 * While Redis is unavailable, events wait here up to a limit. Beyond it all waiting events are dropped, and their rooms
 * get a new epoch once Redis is back, so that their clients read the state again.
 */
export class RoomPusher implements Pusher {
  readonly #roomLog: RoomLog;
  readonly #log: Logger;
  readonly #observe: LiveObserver;
  readonly #validate: RoomPusherOptions['validate'];
  readonly #capacity: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #lost = new Set<string>();
  readonly #moments = new Map<string, number>();
  #count = 0;
  #flushing: Promise<void> | null = null;
  #failing = false;
  #closed = false;
  #reported = Number.NEGATIVE_INFINITY;

  constructor({
    roomLog,
    log,
    observe = UNOBSERVED,
    validate,
    capacity = DEFAULT_CAPACITY,
  }: RoomPusherOptions) {
    this.#roomLog = roomLog;
    this.#log = log;
    this.#observe = observe;
    this.#validate = validate;
    this.#capacity = capacity;
  }

  /** False while events pushed here may be missing in Redis. */
  get healthy(): boolean {
    return !this.#failing && this.#lost.size === 0;
  }

  get reachable(): boolean {
    return this.#roomLog.ready && !this.#failing;
  }

  /**
   * When this process committed the event, by `performance.now()`. Undefined for events of other processes or from the
   * outbox, which have only `at`, by the clock of the process that committed them.
   */
  momentOf(id: string): number | undefined {
    return this.#moments.get(id);
  }

  /**
   * Resolves once Redis has the event in every room; to false if that takes too long. The event then still waits here,
   * but would be lost with this process. Never rejects.
   */
  push(
    rooms: readonly string[],
    event: string,
    payload: JsonObject,
    id = uuidv7(),
    committedAt?: number,
    trace?: string,
  ): Promise<boolean> {
    this.#validate?.(event, payload);
    if (rooms.length === 0) return Promise.resolve(true);
    // On the fast path, the commit was confirmed just now, in the same turn of the event loop.
    if (committedAt === undefined) this.#remember(id);
    const at = new Date(committedAt ?? Date.now()).toISOString();
    const body = JSON.stringify({ event, payload, id, at, ...(trace === undefined ? {} : { trace }) });
    const accepted = rooms.map((room) => this.#enqueue(room, body));
    this.#wake();
    if (!this.reachable) return Promise.resolve(false);
    return settledWithin(
      Promise.all(accepted).then((all) => all.every(Boolean)),
      PUSH_TIMEOUT_MS,
      false,
    );
  }

  /** Sends what waits, for at most two seconds. */
  async close(): Promise<void> {
    const until = Date.now() + 2_000;
    while (this.#count > 0 && this.#roomLog.ready && Date.now() < until) {
      this.#wake();
      await Promise.race([this.#flushing, pause(until - Date.now())]);
    }
    this.#closed = true;
  }

  #remember(id: string): void {
    this.#moments.set(id, performance.now());
    if (this.#moments.size <= MAX_MOMENTS) return;
    for (const oldest of this.#moments.keys()) {
      this.#moments.delete(oldest);
      return;
    }
  }

  #enqueue(room: string, body: string): Promise<boolean> {
    if (this.#count >= this.#capacity) this.#shed();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(room) ?? [];
      waiting.push({ body, settle: resolve });
      this.#waiting.set(room, waiting);
      this.#count += 1;
    });
  }

  /** Replaces all of a room's waiting events by one mark: less to send, and the loss is always noticed. */
  #shed(): void {
    this.#observe.shed(this.#count);
    this.#report(`${this.#count} live events were shed`);
    for (const [room, waiting] of this.#waiting) {
      this.#lost.add(room);
      for (const { settle } of waiting) settle(false);
    }
    this.#waiting.clear();
    this.#count = 0;
  }

  #wake(): void {
    if (this.#flushing !== null || this.#closed) return;
    this.#flushing = this.#flush().finally(() => {
      this.#flushing = null;
      if (this.#count > 0 || this.#lost.size > 0) this.#wake();
    });
  }

  async #flush(): Promise<void> {
    await new Promise(setImmediate);
    const ready = this.#roomLog.ready;
    const sent = ready && (await this.#resetLost()) && (await this.#sendBatch());
    this.#failing = !sent;
    if (sent) return;
    this.#report('live events wait for Redis');
    await pause(RETRY_AFTER_MS);
  }

  async #resetLost(): Promise<boolean> {
    const rooms = [...this.#lost].slice(0, BATCH_SIZE);
    if (rooms.length === 0) return true;
    // Removed before sending, so that events dropped meanwhile mark the room again.
    for (const room of rooms) this.#lost.delete(room);
    const failed = await this.#roomLog.reset(rooms);
    for (const room of failed) this.#lost.add(room);
    return failed.size === 0;
  }

  async #sendBatch(): Promise<boolean> {
    const batch = this.#take();
    if (batch.size === 0) return true;
    const start = performance.now();
    const bodies = new Map([...batch].map(([room, waiting]) => [room, waiting.map(({ body }) => body)]));
    const failed = await this.#roomLog.append(bodies);
    let events = 0;
    for (const [room, waiting] of batch) {
      if (failed.has(room)) {
        this.#putBack(room, waiting);
        continue;
      }
      events += waiting.length;
      for (const { settle } of waiting) settle(true);
    }
    this.#observe.appended(events, performance.now() - start);
    return failed.size === 0;
  }

  #take(): Map<string, Waiting[]> {
    const batch = new Map<string, Waiting[]>();
    let taken = 0;
    for (const [room, waiting] of this.#waiting) {
      if (taken >= BATCH_SIZE) break;
      const part = waiting.splice(0, BATCH_SIZE - taken);
      if (waiting.length === 0) this.#waiting.delete(room);
      batch.set(room, part);
      taken += part.length;
    }
    this.#count -= taken;
    return batch;
  }

  /** Sent again before later events. If Redis had stored them after all, clients recognise their ids. */
  #putBack(room: string, waiting: Waiting[]): void {
    if (this.#lost.has(room)) {
      for (const { settle } of waiting) settle(false);
      return;
    }
    this.#waiting.set(room, [...waiting, ...(this.#waiting.get(room) ?? [])]);
    this.#count += waiting.length;
  }

  #report(message: string): void {
    if (Date.now() - this.#reported < LOG_INTERVAL_MS) return;
    this.#reported = Date.now();
    this.#log.warn({ waiting: this.#count, roomsToReset: this.#lost.size }, message);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

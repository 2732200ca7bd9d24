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
  /** Throws for an event that the contract does not know; for tests. */
  validate?: ((event: string, payload: JsonObject) => void) | undefined;
  /** Events (times rooms) that wait at most. */
  capacity?: number;
}

interface Waiting {
  body: string;
  settle(accepted: boolean): void;
}

const CAPACITY = 5_000;
/** Newest events of which this process remembers when they were pushed; those under way are far fewer. */
const MOMENTS = 4_000;
/** Events (times rooms) in one round trip. */
const BATCH = 500;
/** Milliseconds that whoever pushes waits for Redis. */
const PATIENCE = 300;
const RETRY_AFTER = 100;
const LOG_EVERY = 10_000;

/**
 * Numbers events in Redis and publishes them there: what is pushed within one turn of the event loop, and while an
 * earlier round trip is under way, goes together. In the order of pushing, one round trip at a time.
 *
 * While Redis is away events wait here, up to a limit; beyond it all that wait are shed, and their rooms get a new
 * epoch as soon as Redis is back, which sends every client of theirs to read the state.
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

  constructor({ roomLog, log, observe = UNOBSERVED, validate, capacity = CAPACITY }: RoomPusherOptions) {
    this.#roomLog = roomLog;
    this.#log = log;
    this.#observe = observe;
    this.#validate = validate;
    this.#capacity = capacity;
  }

  /** False while what was pushed here may be missing in Redis. */
  get healthy(): boolean {
    return !this.#failing && this.#lost.size === 0;
  }

  get reachable(): boolean {
    return this.#roomLog.ready && !this.#failing;
  }

  /**
   * When an event was committed by this process, on the clock of `performance.now()`; undefined for one of another
   * process or from the outbox, which has `at` alone, by the clock of whoever committed it.
   */
  momentOf(id: string): number | undefined {
    return this.#moments.get(id);
  }

  /**
   * Resolves when Redis has the event in every room; to false when that is not so at once. The event is then still
   * kept here, but would be lost with this process. Never rejects.
   */
  push(
    rooms: readonly string[],
    event: string,
    payload: JsonObject,
    id = uuidv7(),
    committedAt?: number,
  ): Promise<boolean> {
    this.#validate?.(event, payload);
    if (rooms.length === 0) return Promise.resolve(true);
    // On the fast path the commit was answered a moment ago, in the same turn of the event loop.
    if (committedAt === undefined) this.#remember(id);
    const at = new Date(committedAt ?? Date.now()).toISOString();
    const body = JSON.stringify({ event, payload, id, at });
    const accepted = rooms.map((room) => this.#enqueue(room, body));
    this.#wake();
    if (!this.reachable) return Promise.resolve(false);
    return settledWithin(
      Promise.all(accepted).then((all) => all.every(Boolean)),
      PATIENCE,
      false,
    );
  }

  /** Sends what waits, for two seconds at most. */
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
    if (this.#moments.size <= MOMENTS) return;
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

  /** One mark per room stands for all of its events: less to send, and never a silent loss. */
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
    await pause(RETRY_AFTER);
  }

  async #resetLost(): Promise<boolean> {
    const rooms = [...this.#lost].slice(0, BATCH);
    if (rooms.length === 0) return true;
    // Out of the set first: what is shed meanwhile counts anew.
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
      if (taken >= BATCH) break;
      const part = waiting.splice(0, BATCH - taken);
      if (waiting.length === 0) this.#waiting.delete(room);
      batch.set(room, part);
      taken += part.length;
    }
    this.#count -= taken;
    return batch;
  }

  /** Sent again, before what came later: if Redis had them after all, clients know their ids. */
  #putBack(room: string, waiting: Waiting[]): void {
    if (this.#lost.has(room)) {
      for (const { settle } of waiting) settle(false);
      return;
    }
    this.#waiting.set(room, [...waiting, ...(this.#waiting.get(room) ?? [])]);
    this.#count += waiting.length;
  }

  #report(message: string): void {
    if (Date.now() - this.#reported < LOG_EVERY) return;
    this.#reported = Date.now();
    this.#log.warn({ waiting: this.#count, roomsToReset: this.#lost.size }, message);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

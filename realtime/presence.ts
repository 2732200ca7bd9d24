import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type {
  DriverPosition,
  DriverPresence,
  LocationPoint,
  LocationReceipt,
  Presence,
} from '../actors/geo/presence-port.ts';
import { NOTE, type NoteRow, SWEEP, TOLD } from './presence-scripts.ts';

const STALE_AFTER_MS = 60_000;
const OFFLINE_AFTER_MS = 5 * 60_000;
/** Milliseconds for which a driver's last signal is stored. */
const REMEMBER_MS = 24 * 3_600_000;
const MAX_DRIVERS_PER_ROUND_TRIP = 500;
const MAX_DRIVERS_PER_SCRIPT = 200;
/** Milliseconds after a recorded signal in which another one need not be recorded. */
const MIN_NOTE_INTERVAL_MS = 5_000;
const MAX_REMEMBERED_DRIVERS = 50_000;
/** Milliseconds after which a change that nobody confirmed to have told is given to another process. */
const UNTOLD_LEASE_MS = 5_000;
const NOTE_SHA = sha1(NOTE);
const SWEEP_SHA = sha1(SWEEP);
const TOLD_SHA = sha1(TOLD);
/** Maximum number of drivers whose positions a starting process reads. */
const MAX_KNOWN_DRIVERS = 20_000;

export interface PresenceOptions {
  /** A connection for short commands that fails them at once while Redis is unavailable. */
  redis: Redis;
  namespace: string;
  log: Logger;
  /** Milliseconds since the epoch; real time by default. */
  now?: () => number;
}

/** A change of a driver's presence. */
export interface PresenceChange {
  driverId: string;
  presence: 'ONLINE' | 'STALE' | 'OFFLINE';
  lastSeenAt: string;
}

/** A change that this process has to tell: until it confirms that, another process takes it over after the lease. */
export interface UntoldChange {
  change: PresenceChange;
  /** Tells takings of a driver's changes apart. */
  lease: number;
}

/**
 * From when it held. Every state has a fixed period of silence before it, so this does not depend on when the change
 * was noticed.
 */
export function heldSince({ presence, lastSeenAt }: PresenceChange): Date {
  const silence = { ONLINE: 0, STALE: STALE_AFTER_MS + 1, OFFLINE: OFFLINE_AFTER_MS + 1 }[presence];
  return new Date(Date.parse(lastSeenAt) + silence);
}

/** A driver's signal, with the newest point that came with it. */
export interface Sign {
  driverId: string;
  stream: string;
  point: SignedPoint | null;
}

export interface SignedPoint {
  sequence: number;
  latitude: number;
  longitude: number;
  /** When the device measured it, milliseconds since the epoch. */
  atMs: number;
}

/** A driver's sequence before and after its signal was recorded; -1: none. */
interface Noted {
  before: number;
  latest: number;
}

/**
 * Presence and newest position of drivers, in Redis. Uses wall-clock time rather than domain time, because devices do.
 */
export class RedisPresence implements DriverPresence {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #now: () => number;
  /** When this process last recorded each driver: a driver who pings need not be recorded for a heartbeat too. */
  readonly #notedAt = new Map<string, number>();
  readonly #sets: [online: string, stale: string, untold: string];
  #changed: (untold: UntoldChange) => void = () => undefined;

  constructor({ redis, namespace, log, now = Date.now }: PresenceOptions) {
    this.#redis = redis;
    this.#prefix = `${namespace}:presence:`;
    this.#sets = ['online', 'stale', 'untold'].map((set) => `${namespace}:presence-${set}`) as [
      string,
      string,
      string,
    ];
    this.#log = log;
    this.#now = now;
  }

  /** Sets the one listener for changes that this process has to tell. It confirms each with `told`. */
  onChange(listener: (untold: UntoldChange) => void): void {
    this.#changed = listener;
  }

  async stateOf(driverIds: readonly string[]): Promise<Map<string, Presence>> {
    const now = this.#now();
    const fields = await this.#read(driverIds, ['seen']);
    return new Map(driverIds.map((id) => [id, stateAt(fields?.get(id), now)]));
  }

  async positionOf(driverIds: readonly string[]): Promise<Map<string, DriverPosition>> {
    const positions = new Map<string, DriverPosition>();
    const fields = await this.#read(driverIds, ['latitude', 'longitude', 'at']);
    for (const [id, [latitude, longitude, at]] of fields ?? []) {
      if (latitude == null || longitude == null || at == null) continue;
      positions.set(id, { latitude: Number(latitude), longitude: Number(longitude), at });
    }
    return positions;
  }

  async seen(driverId: string): Promise<void> {
    if (this.#now() - (this.#notedAt.get(driverId) ?? Number.NEGATIVE_INFINITY) < MIN_NOTE_INTERVAL_MS)
      return;
    await this.note([{ driverId, stream: '', point: null }]);
  }

  async report(driverId: string, points: readonly LocationPoint[], stream = ''): Promise<LocationReceipt> {
    const usable = points
      .filter(isOnEarth)
      .map(({ sequence, latitude, longitude, recordedAt }) => {
        return { sequence, latitude, longitude, atMs: Date.parse(recordedAt) };
      })
      .sort((one, other) => other.sequence - one.sequence);
    const [noted] = await this.note([{ driverId, stream, point: usable[0] ?? null }]);
    if (noted === undefined) return { accepted: 0, latestSequence: 0 };
    const sequences = new Set(usable.map(({ sequence }) => sequence));
    const accepted = [...sequences].filter((sequence) => sequence > noted.before).length;
    return { accepted, latestSequence: Math.max(0, noted.latest) };
  }

  /** Records signals of different drivers, in order. Returns an empty list when Redis does not answer. */
  async note(signs: readonly Sign[]): Promise<Noted[]> {
    const noted: Noted[] = [];
    try {
      for (let start = 0; start < signs.length; start += MAX_DRIVERS_PER_SCRIPT) {
        noted.push(...(await this.#noteSome(signs.slice(start, start + MAX_DRIVERS_PER_SCRIPT))));
      }
      return noted;
    } catch (error) {
      this.#log.debug({ err: error }, 'signals from drivers were lost');
      return [];
    }
  }

  /**
   * Gives the listener up to `limit` drivers that became STALE, that became OFFLINE, and whose change nobody has
   * confirmed in time. Returns how many.
   */
  async sweep(limit: number): Promise<number> {
    const now = this.#now();
    const lease = leaseFrom(now);
    const values = [now - STALE_AFTER_MS, now - OFFLINE_AFTER_MS, limit, now, lease, this.#prefix].map(
      String,
    );
    const answers = (await this.#run(SWEEP, SWEEP_SHA, this.#sets, values)) as string[];
    for (let at = 0; at + 2 < answers.length; at += 3) {
      const [driverId, presence, seen] = answers.slice(at, at + 3) as [
        string,
        PresenceChange['presence'],
        string,
      ];
      this.#tell(driverId, presence, Number(seen), lease);
    }
    return answers.length / 3;
  }

  /** Confirms that these changes were told. Throws when Redis does not answer; they are told again then. */
  async told(changes: readonly UntoldChange[]): Promise<void> {
    if (changes.length === 0) return;
    const pairs = changes.flatMap(({ change, lease }) => [change.driverId, String(lease)]);
    await this.#run(TOLD, TOLD_SHA, [this.#sets[2]], [String(this.#now()), ...pairs]);
  }

  /** Positions of the drivers that are not OFFLINE. Empty when Redis does not answer. */
  async known(): Promise<Map<string, DriverPosition>> {
    try {
      const sets = await Promise.all(
        this.#sets.map((set) => this.#redis.zrange(set, 0, `${MAX_KNOWN_DRIVERS - 1}`)),
      );
      return await this.positionOf(sets.flat());
    } catch (error) {
      this.#log.debug({ err: error }, 'known positions cannot be read');
      return new Map();
    }
  }

  async #noteSome(signs: readonly Sign[]): Promise<Noted[]> {
    const now = this.#now();
    if (this.#notedAt.size > MAX_REMEMBERED_DRIVERS) this.#notedAt.clear();
    const lease = leaseFrom(now);
    const values = [now, REMEMBER_MS, this.#prefix, JSON.stringify(signs.map(rowOf)), lease];
    const answers = (await this.#run(NOTE, NOTE_SHA, this.#sets, values.map(String))) as number[];
    return signs.map(({ driverId }, index) => {
      const [before = -1, latest = -1] = [answers[index * 3], answers[index * 3 + 1]];
      this.#notedAt.set(driverId, now);
      if (answers[index * 3 + 2] === 1) this.#tell(driverId, 'ONLINE', now, lease);
      return { before, latest };
    });
  }

  /** Sends the script's digest; its text is sent only if Redis does not know it (any more). */
  async #run(
    script: string,
    digest: string,
    keys: readonly string[],
    values: readonly string[],
  ): Promise<unknown> {
    try {
      return await this.#redis.evalsha(digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return this.#redis.eval(script, keys.length, ...keys, ...values);
    }
  }

  #tell(driverId: string, presence: PresenceChange['presence'], seen: number, lease: number): void {
    this.#changed({ change: { driverId, presence, lastSeenAt: new Date(seen).toISOString() }, lease });
  }

  /** Null when Redis does not answer. */
  async #read(
    driverIds: readonly string[],
    fields: readonly string[],
  ): Promise<Map<string, (string | null)[]> | null> {
    const found = new Map<string, (string | null)[]>();
    try {
      for (let start = 0; start < driverIds.length; start += MAX_DRIVERS_PER_ROUND_TRIP) {
        const batch = driverIds.slice(start, start + MAX_DRIVERS_PER_ROUND_TRIP);
        const answers = await Promise.all(batch.map((id) => this.#redis.hmget(this.#prefix + id, ...fields)));
        for (const [index, id] of batch.entries()) found.set(id, answers[index] ?? []);
      }
      return found;
    } catch (error) {
      this.#log.debug({ err: error }, 'presence cannot be read');
      return null;
    }
  }
}

export function createPresence(options: PresenceOptions): RedisPresence {
  return new RedisPresence(options);
}

/** When a change taken now is given to another process; the fraction tells takings in one millisecond apart. */
function leaseFrom(now: number): number {
  return Number((now + UNTOLD_LEASE_MS + Math.random()).toFixed(3));
}

function rowOf({ driverId, stream, point }: Sign): NoteRow {
  if (point === null) return [driverId, stream, '', '', '', '', ''];
  const { sequence, latitude, longitude, atMs } = point;
  const at = new Date(atMs).toISOString();
  return [driverId, stream, `${sequence}`, `${latitude}`, `${longitude}`, at, `${atMs}`];
}

function stateAt(fields: readonly (string | null)[] | undefined, now: number): Presence {
  if (fields === undefined) return 'UNKNOWN';
  const silence = now - Number(fields[0] ?? Number.NEGATIVE_INFINITY);
  if (silence <= STALE_AFTER_MS) return 'ONLINE';
  return silence <= OFFLINE_AFTER_MS ? 'STALE' : 'OFFLINE';
}

/** Whether the point can be a position at all. */
function isOnEarth({ sequence, latitude, longitude, recordedAt }: LocationPoint): boolean {
  return (
    Number.isSafeInteger(sequence) &&
    sequence >= 0 &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    !Number.isNaN(Date.parse(recordedAt))
  );
}

function sha1(script: string): string {
  return createHash('sha1').update(script).digest('hex');
}

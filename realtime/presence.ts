import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type {
  DriverPosition,
  DriverPresence,
  LocationPoint,
  LocationReceipt,
  Presence,
} from '../actors/geo/presence-port.ts';

const STALE_AFTER = 60_000;
const OFFLINE_AFTER = 5 * 60_000;
/** Milliseconds for which a driver's last sign of life is kept. */
const REMEMBERED = 24 * 3_600_000;
const PER_ROUND_TRIP = 500;

/**
 * Notes a sign of life and takes the newest of a batch of points, unless a newer one is known: two batches of
 * one device may arrive in either order, through different processes.
 * ARGV: now, life in ms, then latitude, longitude, time and all sequences of the batch, the newest one first.
 */
const NOTE = `
local known = tonumber(redis.call('HGET', KEYS[1], 'sequence') or '-1')
local seen = tonumber(redis.call('HGET', KEYS[1], 'seen') or '0')
if tonumber(ARGV[1]) > seen then redis.call('HSET', KEYS[1], 'seen', ARGV[1]) end
local accepted = 0
for i = 6, #ARGV do
  if tonumber(ARGV[i]) > known then accepted = accepted + 1 end
end
if accepted > 0 then
  redis.call('HSET', KEYS[1], 'sequence', ARGV[6], 'latitude', ARGV[3], 'longitude', ARGV[4], 'at', ARGV[5])
  known = tonumber(ARGV[6])
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {accepted, known}`;

export interface PresenceOptions {
  /** A connection for short commands, which refuses at once while Redis is away. */
  redis: Redis;
  namespace: string;
  log: Logger;
  /** Milliseconds since the epoch; real time unless a test says otherwise. */
  now?: () => number;
}

/** Presence and newest position of drivers, in Redis. Wall-clock time, not domain time: devices live in it. */
export class RedisPresence implements DriverPresence {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #now: () => number;

  constructor({ redis, namespace, log, now = Date.now }: PresenceOptions) {
    this.#redis = redis;
    this.#prefix = `${namespace}:presence:`;
    this.#log = log;
    this.#now = now;
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
    await this.#note(driverId, []);
  }

  async report(driverId: string, points: readonly LocationPoint[]): Promise<LocationReceipt> {
    const usable = points.filter(isOnEarth).sort((one, other) => other.sequence - one.sequence);
    const [accepted, latestSequence] = await this.#note(driverId, usable);
    return { accepted, latestSequence: Math.max(0, latestSequence) };
  }

  async #note(driverId: string, points: readonly LocationPoint[]): Promise<[number, number]> {
    const [newest] = points;
    const position =
      newest === undefined ? ['', '', ''] : [newest.latitude, newest.longitude, newest.recordedAt];
    const sequences = new Set(points.map(({ sequence }) => sequence));
    try {
      const reply = await this.#redis.eval(
        NOTE,
        1,
        this.#prefix + driverId,
        this.#now(),
        REMEMBERED,
        ...position,
        ...sequences,
      );
      return reply as [number, number];
    } catch (error) {
      this.#log.debug({ err: error }, "a driver's sign of life was lost");
      return [0, -1];
    }
  }

  /** Null when Redis does not answer. */
  async #read(
    driverIds: readonly string[],
    fields: readonly string[],
  ): Promise<Map<string, (string | null)[]> | null> {
    const found = new Map<string, (string | null)[]>();
    try {
      for (let start = 0; start < driverIds.length; start += PER_ROUND_TRIP) {
        const batch = driverIds.slice(start, start + PER_ROUND_TRIP);
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

export function createPresence(options: PresenceOptions): DriverPresence {
  return new RedisPresence(options);
}

function stateAt(fields: readonly (string | null)[] | undefined, now: number): Presence {
  if (fields === undefined) return 'UNKNOWN';
  const silence = now - Number(fields[0] ?? Number.NEGATIVE_INFINITY);
  if (silence <= STALE_AFTER) return 'ONLINE';
  return silence <= OFFLINE_AFTER ? 'STALE' : 'OFFLINE';
}

function isOnEarth({ sequence, latitude, longitude, recordedAt }: LocationPoint): boolean {
  return (
    Number.isSafeInteger(sequence) &&
    sequence >= 0 &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    !Number.isNaN(Date.parse(recordedAt))
  );
}

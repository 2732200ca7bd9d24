import { parseRedisUrl } from './redis-address.ts';

/**
 * What the service keeps in Redis, by purpose. On a Redis Cluster all keys and channels of an area have one hash tag: its
 * scripts touch keys that are only known while they run, and its messages are in order with its keys only on one server.
 * - `live`: numbered events of rooms, and the channels of the Socket.IO adapter
 * - `owners`: which process runs which actor, and the commands forwarded between processes
 * - `drivers`: presence and positions
 * - `shared`: budgets of rate limits, cached answers, metrics, the heartbeat of workers
 * - `queue`: BullMQ
 */
export type Area = 'live' | 'owners' | 'drivers' | 'shared' | 'queue';

export const AREAS: readonly Area[] = ['live', 'owners', 'drivers', 'shared', 'queue'];

const SLOTS = 16_384;
const PARTS = 6;
/** Which sixth of the slots each area is in: of three masters with equal shares, each has one of the three busy areas. */
const PART: Readonly<Record<Area, number>> = { live: 0, queue: 1, owners: 2, shared: 3, drivers: 4 };

/**
 * The prefix of an area's keys. On one server, or behind Sentinels, the installation's own; on a cluster one with the
 * area's hash tag, such as `{wasl:live.7}`.
 */
export function areaNamespace(
  { redisUrl, redisNamespace }: { redisUrl: string; redisNamespace: string },
  area: Area,
): string {
  return parseRedisUrl(redisUrl).kind === 'cluster' ? taggedNamespace(redisNamespace, area) : redisNamespace;
}

export function taggedNamespace(namespace: string, area: Area): string {
  const share = SLOTS / PARTS;
  for (let number = 0; ; number += 1) {
    const tagged = `{${namespace}:${area}${number === 0 ? '' : `.${number}`}}`;
    if (Math.floor(slotOf(tagged) / share) === PART[area]) return tagged;
  }
}

/** Whether the namespace is an area's on a cluster. */
export function isTagged(namespace: string): boolean {
  return namespace.startsWith('{');
}

/** The slot of a key: of the part in its first braces, if there are any. */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = key.indexOf('}', open + 1);
  const hashed = open >= 0 && close > open + 1 ? key.slice(open + 1, close) : key;
  return crc16(Buffer.from(hashed)) % SLOTS;
}

/** CRC-16/XMODEM, which Redis Cluster specifies. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}

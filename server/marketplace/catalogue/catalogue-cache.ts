import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { settledWithin } from '../../../db/deadline.ts';
import { KeyedSingleFlight } from '../../../db/single-flight.ts';
import type { ChangeFeed, Origin } from './change-feed.ts';

/** A body as it is sent, and what names it. */
export interface Answer {
  json: Buffer;
  etag: string;
}

/** What is rendered, and what it was made from. */
export interface Made {
  origin: Origin;
  body: object;
}

interface Kept extends Answer {
  stamp: number;
  origin: Origin;
}

/** Bytes of bodies in this process. */
const MAX_BYTES = 24 * 2 ** 20;
/** What an entry costs besides its body. */
const OVERHEAD_BYTES = 500;
const REDIS_TTL_SECONDS = 600;
/** For which an answer waits for Redis before it is made again. */
const REDIS_TIMEOUT_MS = 50;

/**
 * Answers about the catalogue, kept in this process and, for all processes, in Redis. Neither is trusted by itself: the
 * feed of changes says whether an answer's stamp still holds, wherever it comes from and however late it was put
 * there. Without Redis answers are made again; without the database nobody gets any.
 */
export class CatalogueCache {
  readonly #feed: ChangeFeed;
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }, key) => json.length + key.length + OVERHEAD_BYTES,
  });
  readonly #flights = new KeyedSingleFlight<Kept>();

  constructor(feed: ChangeFeed, redis: Redis, namespace: string) {
    this.#feed = feed;
    this.#redis = redis;
    this.#prefix = `${namespace}:catalogue:`;
  }

  /** What is kept and known to hold right now; null: ask `answer`. */
  present(key: string): Answer | null {
    return this.#feed.isFresh ? this.#valid(key) : null;
  }

  /** What is kept and holds, as changes are known by now; null: ask `answer`. */
  async recheck(key: string): Promise<Answer | null> {
    await this.#feed.refresh();
    return this.#valid(key);
  }

  #valid(key: string): Answer | null {
    const kept = this.#kept.get(key);
    return kept !== undefined && this.#feed.isValid(kept.origin, kept.stamp) ? kept : null;
  }

  async answer(key: string, make: () => Promise<Made>): Promise<Answer> {
    await this.#feed.refresh();
    const present = this.#valid(key);
    if (present !== null) return present;
    return this.#flights.run(
      key,
      () => this.#make(key, make),
      (began) => this.#feed.covers(began),
    );
  }

  async #make(key: string, make: () => Promise<Made>): Promise<Kept> {
    const { stamp } = this.#feed;
    const shared = await this.#shared(key);
    if (shared !== null) return shared;
    const { origin, body } = await make();
    const json = Buffer.from(JSON.stringify(body));
    const kept = { json, origin, stamp, etag: etagOf(json) };
    this.#kept.set(key, kept);
    this.#share(key, kept);
    return kept;
  }

  /** Another process's, if it still holds. */
  async #shared(key: string): Promise<Kept | null> {
    if (this.#redis.status !== 'ready') return null;
    const found = await soon(this.#redis.getBuffer(this.#prefix + key));
    const kept = found === null ? null : unpacked(found);
    if (kept === null || !this.#feed.isValid(kept.origin, kept.stamp)) return null;
    this.#kept.set(key, kept);
    return kept;
  }

  #share(key: string, kept: Kept): void {
    if (this.#redis.status !== 'ready') return;
    // One that did not get there is made again.
    this.#redis.set(this.#prefix + key, packed(kept), 'EX', REDIS_TTL_SECONDS).catch(() => undefined);
  }
}

/** In Redis: a line with stamp and origin, then the body. */
function packed({ json, stamp, origin }: Kept): Buffer {
  return Buffer.concat([Buffer.from(`${stamp} ${origin === 'shelves' ? origin : origin.id}\n`), json]);
}

/** Null for what is not in this form. */
function unpacked(value: Buffer): Kept | null {
  const end = value.indexOf('\n');
  const [stamp, from] = value.toString('latin1', 0, Math.max(0, end)).split(' ');
  if (stamp === undefined || from === undefined) return null;
  const json = value.subarray(end + 1);
  const origin = from === 'shelves' ? from : { id: from };
  return { json, origin, stamp: Number(stamp), etag: etagOf(json) };
}

function etagOf(json: Buffer): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
}

/** Null when it comes late, or not at all. */
function soon(reply: Promise<Buffer | null>): Promise<Buffer | null> {
  return settledWithin(
    reply.catch(() => null),
    REDIS_TIMEOUT_MS,
    null,
  );
}

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { settledWithin } from '../../../db/deadline.ts';
import { KeyedSingleFlight } from '../../../db/single-flight.ts';
import { type Secrets, SIGNATURE_BYTES } from '../../kernel/security/secrets.ts';
import type { ChangeFeed, Origin } from './change-feed.ts';

/** A response body and its ETag. */
export interface Answer {
  json: Buffer;
  etag: string;
}

/** A rendered response and what it was made from. */
export interface Made {
  origin: Origin;
  body: object;
}

interface Kept extends Answer {
  stamp: number;
  origin: Origin;
  /** Whether Redis has been given it, or had it. */
  isShared: boolean;
}

export interface CatalogueCacheOptions {
  feed: ChangeFeed;
  redis: Redis;
  namespace: string;
  /** Signs what is given to Redis. */
  secrets: Pick<Secrets, 'sign' | 'isSigned'>;
  /** Called for an entry in Redis that this installation did not write. */
  onForged(): void;
}

/** Most bytes of bodies per process. */
const MAX_BYTES = 24 * 2 ** 20;
/** Memory of an entry besides its body. */
const OVERHEAD_BYTES = 500;
const REDIS_TTL_SECONDS = 600;
/**
 * Most bytes that one process gives to Redis within REDIS_TTL_SECONDS. Redis holds leases too and may not evict; a guest
 * who asks for ever new pages must not fill it.
 */
const MAX_SHARED_BYTES = 16 * 2 ** 20;
/** How long to wait for Redis before rendering again. */
const REDIS_TIMEOUT_MS = 50;

/**
 * Cache of catalogue responses, in this process and in Redis for all processes. Neither is trusted on its own: the
 * change feed tells whether an entry's stamp is still valid, wherever it comes from and whenever it was stored. Entries
 * in Redis are signed, because they contain prices: who can write to Redis cannot change what shoppers see. Without
 * Redis, responses are rendered again; without the database there are none.
 */
export class CatalogueCache {
  readonly #feed: ChangeFeed;
  readonly #redis: Redis;
  readonly #secrets: Pick<Secrets, 'sign' | 'isSigned'>;
  readonly #onForged: () => void;
  readonly #prefix: string;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }, key) => json.length + key.length + OVERHEAD_BYTES,
  });
  /** What was given to Redis since `since`, by `performance.now()`. */
  readonly #given = { bytes: 0, since: 0 };
  readonly #flights = new KeyedSingleFlight<Kept>();

  constructor({ feed, redis, namespace, secrets, onForged }: CatalogueCacheOptions) {
    this.#feed = feed;
    this.#redis = redis;
    this.#secrets = secrets;
    this.#onForged = onForged;
    // Entries of earlier releases, which are not signed, have another prefix.
    this.#prefix = `${namespace}:catalogue-answer:`;
  }

  /** The entry if cached and known to be valid right now; null: call `answer`. */
  present(key: string): Answer | null {
    return this.#feed.isFresh ? this.#valid(key) : null;
  }

  /** The entry if cached and valid after refreshing the feed; null: call `answer`. */
  async recheck(key: string): Promise<Answer | null> {
    await this.#feed.refresh();
    return this.#valid(key);
  }

  #valid(key: string): Answer | null {
    const kept = this.#kept.get(key);
    if (kept === undefined || !this.#feed.isValid(kept.origin, kept.stamp)) return null;
    // Asked for a second time, so it may be worth its place in Redis.
    if (!kept.isShared) this.#share(key, kept);
    return kept;
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
    const kept = { json, origin, stamp, etag: etagOf(json), isShared: false };
    this.#kept.set(key, kept);
    return kept;
  }

  /** An entry stored by another process, if still valid. */
  async #shared(key: string): Promise<Kept | null> {
    if (this.#redis.status !== 'ready') return null;
    const found = await soon(this.#redis.getBuffer(this.#prefix + key));
    const kept = found === null ? null : this.#unpacked(key, found);
    if (kept === null || !this.#feed.isValid(kept.origin, kept.stamp)) return null;
    this.#kept.set(key, kept);
    return kept;
  }

  #share(key: string, kept: Kept): void {
    if (this.#redis.status !== 'ready' || !this.#mayGive(kept.json.length + key.length + OVERHEAD_BYTES))
      return;
    kept.isShared = true;
    // If storing fails, another process renders it again.
    this.#redis
      .set(this.#prefix + key, this.#packed(key, kept), 'EX', REDIS_TTL_SECONDS)
      .catch(() => undefined);
  }

  /** Format in Redis: the signature, a line with stamp and origin, then the body. */
  #packed(key: string, { json, stamp, origin, etag }: Kept): Buffer {
    const line = `${stamp} ${origin === 'shelves' ? origin : origin.id}`;
    return Buffer.concat([
      this.#secrets.sign('redis-value', ...this.#signed(key, line, etag)),
      Buffer.from(`${line}\n`),
      json,
    ]);
  }

  /** Null if the value is not in this format, or not signed. */
  #unpacked(key: string, value: Buffer): Kept | null {
    const signature = value.subarray(0, SIGNATURE_BYTES['redis-value']);
    const end = value.indexOf('\n', signature.length);
    const line = value.toString('latin1', signature.length, Math.max(signature.length, end));
    const json = value.subarray(end + 1);
    const etag = etagOf(json);
    if (!this.#secrets.isSigned('redis-value', signature, ...this.#signed(key, line, etag))) {
      this.#onForged();
      return null;
    }
    const [stamp, from = ''] = line.split(' ');
    const origin = from === 'shelves' ? from : { id: from };
    return { json, origin, stamp: Number(stamp), etag, isShared: true };
  }

  /** The ETag is the body's hash, which is computed in any case: so the size of the body does not matter here. */
  #signed(key: string, line: string, etag: string): string[] {
    return [this.#prefix + key, line, etag];
  }

  #mayGive(bytes: number): boolean {
    const now = performance.now();
    if (now - this.#given.since > REDIS_TTL_SECONDS * 1_000)
      Object.assign(this.#given, { bytes: 0, since: now });
    if (this.#given.bytes + bytes > MAX_SHARED_BYTES) return false;
    this.#given.bytes += bytes;
    return true;
  }
}

function etagOf(json: Buffer): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
}

/** Null if the reply is late or fails. */
function soon(reply: Promise<Buffer | null>): Promise<Buffer | null> {
  return settledWithin(
    reply.catch(() => null),
    REDIS_TIMEOUT_MS,
    null,
  );
}

import { isIPv6, SocketAddress } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { WaslError } from '../../actors/errors.ts';
import type { RateBudget, RateClass } from '../config.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

interface Limiters {
  shared: RateLimiterRedis;
  /** Counts for this process alone, while Redis is away. */
  local: RateLimiterMemory;
  points: number;
}

/** Milliseconds a request waits for Redis, and how long nobody asks it after it did not answer. */
const PATIENCE = 150;
const PAUSE = 2_000;

/**
 * Budgets per address and class, in Redis so that all processes share them. When Redis is away or silent each
 * process counts for itself: the budget is then per process, never unlimited, and no request waits for Redis.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<RateClass, Limiters>>;
  #askAgainAt = 0;

  constructor(redis: Redis, namespace: string, budgets: Record<RateClass, RateBudget>) {
    const limiters = (name: RateClass): Limiters => {
      const { points, window: duration } = budgets[name];
      const options = { keyPrefix: `${namespace}:limit:${name}`, points, duration };
      const shared = new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
      return { shared, local: new RateLimiterMemory(options), points };
    };
    this.#limiters = {
      browse: limiters('browse'),
      write: limiters('write'),
      'sign-in': limiters('sign-in'),
      registration: limiters('registration'),
    };
  }

  /** Spends one of the address's budget. Throws common.RATE_LIMITED with the wait. */
  async spend(rateClass: RateClass, address: string): Promise<RateState> {
    const limiters = this.#limiters[rateClass];
    const { points } = limiters;
    try {
      return state(await this.#consume(limiters, clientKey(address)), points);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const { reset } = state(refused, points);
      throw new WaslError('common.RATE_LIMITED', {
        detail: `Too many requests from this address. Try again in ${reset} seconds.`,
        retryAfter: reset,
        extension: { limit: points },
      });
    }
  }

  /** Rejects with a RateLimiterRes when the budget is spent. */
  async #consume({ shared, local }: Limiters, key: string): Promise<RateLimiterRes> {
    if (performance.now() < this.#askAgainAt) return local.consume(key);
    try {
      return await within(shared.consume(key), PATIENCE);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.#askAgainAt = performance.now() + PAUSE;
      return local.consume(key);
    }
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is silent')), milliseconds);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
    // An answer that comes too late, or never, concerns nobody any more.
    work.catch(() => undefined);
  }
}

function state(result: RateLimiterRes, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, result.remainingPoints),
    reset: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}

/** An IPv6 subscriber holds a whole /64: its addresses share one budget, however they are spelled. */
function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = '', tail = ''] = canonical.split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = tail.split(':').filter((part) => part !== '');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { WaslError } from '../../actors/errors.ts';
import type { RateBudget, RateClass } from '../config.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

/**
 * Budgets per address and class, in Redis so that all processes share them. When Redis is away each process
 * counts for itself: the budget is then per process, never unlimited.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<RateClass, { limiter: RateLimiterAbstract; points: number }>>;

  constructor(redis: Redis, namespace: string, budgets: Record<RateClass, RateBudget>) {
    const limiter = (name: RateClass) => {
      const { points, window: duration } = budgets[name];
      const keyPrefix = `${namespace}:limit:${name}`;
      const insuranceLimiter = new RateLimiterMemory({ keyPrefix, points, duration });
      return {
        limiter: new RateLimiterRedis({
          storeClient: redis,
          keyPrefix,
          points,
          duration,
          insuranceLimiter,
          rejectIfRedisNotReady: true,
        }),
        points,
      };
    };
    this.#limiters = {
      browse: limiter('browse'),
      write: limiter('write'),
      'sign-in': limiter('sign-in'),
      registration: limiter('registration'),
    };
  }

  /** Spends one of the address's budget. Throws common.RATE_LIMITED with the wait. */
  async spend(rateClass: RateClass, address: string): Promise<RateState> {
    const { limiter, points } = this.#limiters[rateClass];
    try {
      return state(await limiter.consume(clientKey(address)), points);
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
}

function state(result: RateLimiterRes, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, result.remainingPoints),
    reset: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}

/** An IPv6 subscriber holds a whole /64: its addresses share one budget. */
function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((part) => part !== '');
  const right = tail.split(':').filter((part) => part !== '');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
    : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

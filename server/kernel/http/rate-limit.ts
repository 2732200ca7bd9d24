import { isIPv6, SocketAddress } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { WaslError } from '../../../actors/errors.ts';
import type { RateBudget, RateClass } from '../process/config.ts';
import { SharedBudgets, type Spent } from './shared-budgets.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

interface Limiter {
  /** Of the keys in Redis. */
  prefix: string;
  /** Counts for this process alone, while Redis is away. */
  local: RateLimiterMemory;
  budget: RateBudget;
}

/** Milliseconds for which nobody asks Redis after it did not answer. */
const PAUSE = 2_000;

/**
 * Budgets per address and class, in Redis so that all processes share them. When Redis is away or silent each
 * process counts for itself: the budget is then per process, never unlimited, and no request waits for Redis.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<RateClass, Limiter>>;
  readonly #shared: SharedBudgets;
  #askAgainAt = 0;

  constructor(redis: Redis, namespace: string, budgets: Record<RateClass, RateBudget>) {
    this.#shared = new SharedBudgets(redis);
    const limiter = (name: RateClass): Limiter => {
      const { points, window: duration } = budgets[name];
      const prefix = `${namespace}:limit:${name}`;
      return {
        prefix,
        local: new RateLimiterMemory({ keyPrefix: prefix, points, duration }),
        budget: budgets[name],
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
    const limiter = this.#limiters[rateClass];
    const { points } = limiter.budget;
    const { total, left } = await this.#consume(limiter, clientKey(address));
    const reset = Math.max(1, Math.ceil(left / 1000));
    if (total <= points) return { limit: points, remaining: points - total, reset };
    throw new WaslError('common.RATE_LIMITED', {
      detail: `Too many requests from this address. Try again in ${reset} seconds.`,
      retryAfter: reset,
      extension: { limit: points },
    });
  }

  async #consume({ prefix, local, budget }: Limiter, key: string): Promise<Spent> {
    if (performance.now() >= this.#askAgainAt) {
      try {
        return await this.#shared.spend(`${prefix}:${key}`, budget.window * 1_000);
      } catch {
        this.#askAgainAt = performance.now() + PAUSE;
      }
    }
    const counted = await local.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    return { total: counted.consumedPoints, left: counted.msBeforeNext };
  }
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

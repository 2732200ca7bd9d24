import type { Redis } from 'ioredis';
import { settledWithin } from '../../../db/deadline.ts';
import { Script } from '../../../db/redis/script.ts';

/** Amount spent including this one, and milliseconds until the window restarts. */
export interface Spent {
  total: number;
  left: number;
}

interface Waiting {
  resolve(spent: Spent): void;
  reject(error: unknown): void;
}

interface Bill {
  window: number;
  spenders: Waiting[];
}

/** Milliseconds a request waits for Redis. */
const REDIS_TIMEOUT_MS = 150;

/**
 * KEYS: budgets. ARGV: for each, the amount to spend and its window in milliseconds. Returns total and remaining time
 * of each.
 */
const SPEND = new Script(`
  local answer = {}
  for index, key in ipairs(KEYS) do
    local total = redis.call('INCRBY', key, ARGV[2 * index - 1])
    local left = redis.call('PTTL', key)
    if left < 0 then
      left = tonumber(ARGV[2 * index])
      redis.call('PEXPIRE', key, left)
    end
    answer[2 * index - 1] = total
    answer[2 * index] = left
  end
  return answer`);

/**
 * Counters in Redis shared by all processes, each with a fixed window from its first use. Requests arriving together
 * are sent to Redis in one call, in which each is still counted.
 */
export class SharedBudgets {
  readonly #redis: Redis;
  #bills = new Map<string, Bill>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Rejects if Redis is unreachable or silent for 150 ms. @param window Milliseconds. */
  spend(key: string, window: number): Promise<Spent> {
    if (this.#redis.status !== 'ready') return Promise.reject(new Error('Redis is not available'));
    return new Promise((resolve, reject) => {
      // Runs after all requests that have already arrived were read.
      if (this.#bills.size === 0) setImmediate(() => this.#settle());
      const bill = this.#bills.get(key) ?? { window, spenders: [] };
      bill.spenders.push({ resolve, reject });
      this.#bills.set(key, bill);
    });
  }

  #settle(): void {
    const bills = [...this.#bills];
    this.#bills = new Map();
    const everybody = bills.flatMap(([, { spenders }]) => spenders);
    const fail = (error: unknown) => {
      for (const { reject } of everybody) reject(error);
    };
    const keys = bills.map(([key]) => key);
    const spending = bills.flatMap(([, { window, spenders }]) => [spenders.length, window]);
    settledWithin(SPEND.run(this.#redis, keys, spending), REDIS_TIMEOUT_MS, null).then((answer) => {
      if (answer === null) fail(new Error('Redis does not answer'));
      else share(bills, answer as number[]);
    }, fail);
  }
}

/** Distributes the total over the batched requests in order of arrival. */
function share(bills: readonly [string, Bill][], answer: readonly number[]): void {
  for (const [index, [, { spenders }]] of bills.entries()) {
    const [total = 0, left = 0] = answer.slice(2 * index, 2 * index + 2);
    for (const [place, { resolve }] of spenders.entries()) {
      resolve({ total: total - spenders.length + place + 1, left });
    }
  }
}

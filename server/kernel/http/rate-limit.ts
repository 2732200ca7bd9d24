import { type BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { WaslError } from '../../../actors/errors.ts';
import type {
  KeyBudget,
  LimitSettings,
  NetworkBudgets,
  RateBudget,
  RateClass,
} from '../process/limit-config.ts';
import { listOf } from '../process/named-networks.ts';
import { waitWords } from '../texts/wait-words.ts';
import { SharedBudgets, type Spent } from './shared-budgets.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
}

interface Budget {
  /** Prefix of the keys in Redis. */
  prefix: string;
  /** Per-process limiter, used while Redis is unreachable. */
  local: RateLimiterMemory;
  budget: RateBudget;
}

interface Limiter extends Budget {
  /** Shared limit of all addresses in a network; null if there is none. */
  network: Budget | null;
}

/** Milliseconds without asking Redis after a failure. */
const REDIS_PAUSE_MS = 2_000;

type Limiters = Readonly<Record<RateClass, Limiter>>;

/** Networks with separate limits, by operator-given name. */
interface NamedLimiters {
  name: string;
  addresses: BlockList;
  limiters: Limiters;
}

export interface RateLimitOptions {
  /** For addresses outside all named networks. */
  limits: LimitSettings['limits'];
  networks?: readonly NetworkBudgets[];
  /** For each API key; without them keys have no limits of their own. */
  keys?: LimitSettings['keys'];
  /** API processes that count for themselves while Redis is unreachable; default 1. */
  processes?: number;
  /** @param network '' for an address outside all named networks. */
  onSpent?(network: string, rateClass: RateClass, outcome: 'passed' | 'refused'): void;
}

/**
 * Rate limits per address and class, shared by all processes through Redis. While Redis is unreachable each process
 * counts for itself and allows its share: together they allow no more than one budget, and no request waits for Redis.
 */
export class RateLimits {
  readonly #limiters: Limiters;
  /** Most specific first. */
  readonly #named: readonly NamedLimiters[];
  readonly #keys: Readonly<Record<KeyBudget, Budget>> | null;
  readonly #onSpent: RateLimitOptions['onSpent'];
  readonly #shared: SharedBudgets;
  readonly #processes: number;
  #askAgainAt = 0;

  constructor(
    redis: Redis,
    namespace: string,
    { limits, networks = [], keys, processes = 1, onSpent }: RateLimitOptions,
  ) {
    this.#processes = processes;
    this.#shared = new SharedBudgets(redis);
    this.#limiters = limitersOf(`${namespace}:limit`, limits);
    this.#keys =
      keys === undefined
        ? null
        : {
            read: budgetOf(`${namespace}:limit:key-read`, keys.read),
            write: budgetOf(`${namespace}:limit:key-write`, keys.write),
          };
    this.#onSpent = onSpent;
    this.#named = networks
      .flatMap(({ name, cidrs, limits: own }) => {
        const limiters = limitersOf(`${namespace}:limit:${name}`, own);
        return cidrs.map((cidr) => ({ name, limiters, addresses: listOf([cidr]), bits: cidr.bits }));
      })
      .toSorted((one, other) => other.bits - one.bits);
  }

  /**
   * Counts one request against the address and, if the class has one, its network. Throws common.RATE_LIMITED with the
   * wait.
   * @param address From a trusted proxy or the connection; what clients claim does not count.
   */
  async spend(rateClass: RateClass, address: string): Promise<RateState> {
    const key = clientKey(address);
    const named = this.#named.length === 0 ? undefined : this.#networkOf(key);
    const limiter = (named?.limiters ?? this.#limiters)[rateClass];
    try {
      const state = await this.#spend(limiter, key, 'address');
      // Afterwards, so that a refused address does not use up its network's limit.
      if (limiter.network !== null) await this.#spend(limiter.network, networkOf(key), 'network');
      this.#onSpent?.(named?.name ?? '', rateClass, 'passed');
      return state;
    } catch (error) {
      if (error instanceof WaslError) this.#onSpent?.(named?.name ?? '', rateClass, 'refused');
      throw error;
    }
  }

  /** Counts one request against an API key's own limit. Throws common.RATE_LIMITED with the wait. */
  async spendKey(keyId: string, budget: KeyBudget): Promise<void> {
    if (this.#keys !== null) await this.#spend(this.#keys[budget], keyId, 'API key');
  }

  #networkOf(key: string): NamedLimiters | undefined {
    const [address = ''] = key.split('/');
    const version = isIP(address);
    if (version === 0) return undefined;
    return this.#named.find(({ addresses }) => addresses.check(address, version === 6 ? 'ipv6' : 'ipv4'));
  }

  async #spend(budget: Budget, key: string, of: 'address' | 'network' | 'API key'): Promise<RateState> {
    const { points } = budget.budget;
    const { total, left } = await this.#consume(budget, key);
    const reset = Math.max(1, Math.ceil(left / 1000));
    if (total <= points) return { limit: points, remaining: points - total, reset };
    throw new WaslError('common.RATE_LIMITED', {
      detail: `Too many requests from this ${of}. Try again ${waitWords('en', reset)}.`,
      retryAfter: reset,
      extension: { limit: points },
    });
  }

  async #consume({ prefix, local, budget }: Budget, key: string): Promise<Spent> {
    if (performance.now() >= this.#askAgainAt) {
      try {
        return await this.#shared.spend(`${prefix}:${key}`, budget.window * 1_000);
      } catch {
        this.#askAgainAt = performance.now() + REDIS_PAUSE_MS;
      }
    }
    const counted = await local.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    // As if every process had been asked as often. At least one request is always allowed.
    const total = counted.consumedPoints * this.#processes;
    const first = counted.consumedPoints === 1 ? Math.min(total, budget.points) : total;
    return { total: first, left: counted.msBeforeNext };
  }
}

function budgetOf(prefix: string, { points, window: duration }: RateBudget): Budget {
  const local = new RateLimiterMemory({ keyPrefix: prefix, points, duration });
  return { prefix, local, budget: { points, window: duration } };
}

function limitersOf(prefix: string, budgets: LimitSettings['limits']): Limiters {
  const budget = (name: string, given: RateBudget) => budgetOf(`${prefix}:${name}`, given);
  const limiter = (name: RateClass): Limiter => {
    const { points, window, perNetwork } = budgets[name];
    const network = perNetwork === undefined ? null : { points: perNetwork, window };
    return {
      ...budget(name, { points, window }),
      network: network === null ? null : budget(`${name}-network`, network),
    };
  };
  return {
    browse: limiter('browse'),
    write: limiter('write'),
    'sign-in': limiter('sign-in'),
    registration: limiter('registration'),
  };
}

/** An IPv6 subscriber has a whole /64, whose addresses share one limit, whatever their spelling. */
export function clientKey(address: string): string {
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

/** The /24 or /48 of an address. @param key From `clientKey`. */
function networkOf(key: string): string {
  if (key.includes(':')) return `${key.split(':').slice(0, 3).join(':')}::/48`;
  return `${key.split('.').slice(0, 3).join('.')}.0/24`;
}

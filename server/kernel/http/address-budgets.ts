import type { IncomingMessage } from 'node:http';
import type { KeyBudget, RateClass } from '../process/limit-config.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimits } from './rate-limit.ts';
import { contextOf } from './request-context.ts';

/** Rate limits per client address, checked before any other work on a request, and per API key, once that is known. */
export class AddressBudgets {
  readonly #limits: RateLimits;
  readonly #trust: (address: string, distance: number) => boolean;

  /** @param trust Decides whose X-Forwarded-For counts. */
  constructor(limits: RateLimits, trust: (address: string, distance: number) => boolean) {
    this.#limits = limits;
    this.#trust = trust;
  }

  /** Counts one request and adds the remaining budget to the response headers. Throws common.RATE_LIMITED. */
  async spend(req: IncomingMessage, rateClass: RateClass): Promise<void> {
    const context = contextOf(req);
    context.address = clientAddress(req, this.#trust);
    const { limit, remaining, reset } = await this.#limits.spend(rateClass, context.address);
    context.addHeader('RateLimit-Limit', limit);
    context.addHeader('RateLimit-Remaining', remaining);
    context.addHeader('RateLimit-Reset', reset);
  }

  /** Counts one request against an API key's own limit. Throws common.RATE_LIMITED. */
  async spendKey(keyId: string, budget: KeyBudget): Promise<void> {
    await this.#limits.spendKey(keyId, budget);
  }
}

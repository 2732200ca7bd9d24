import type { IncomingMessage } from 'node:http';
import type { RateClass } from '../process/limit-config.ts';
import { clientAddress } from './client-address.ts';
import type { RateLimits } from './rate-limit.ts';
import { contextOf } from './request-context.ts';

/** What each address may ask for in a while: spent before anything else is done for a request. */
export class AddressBudgets {
  readonly #limits: RateLimits;
  readonly #trust: (address: string, distance: number) => boolean;

  /** @param trust Whose X-Forwarded-For counts. */
  constructor(limits: RateLimits, trust: (address: string, distance: number) => boolean) {
    this.#limits = limits;
    this.#trust = trust;
  }

  /** Spends one, and notes in the answer what is left. Throws common.RATE_LIMITED. */
  async spend(req: IncomingMessage, rateClass: RateClass): Promise<void> {
    const context = contextOf(req);
    context.address = clientAddress(req, this.#trust);
    const { limit, remaining, reset } = await this.#limits.spend(rateClass, context.address);
    context.addHeader('RateLimit-Limit', limit);
    context.addHeader('RateLimit-Remaining', remaining);
    context.addHeader('RateLimit-Reset', reset);
  }
}

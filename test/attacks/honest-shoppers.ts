import { ApiClient } from '../support/api-client.ts';
import { freshAddress } from '../support/service.ts';

/** What shoppers went through who were at it during an attack. */
export interface Experience {
  requests: number;
  /** Without an answer within the patience of a client, or refused, although nothing is wrong with them. */
  failed: number;
  /** Milliseconds. */
  longest: number;
}

const SHOPPERS = 30;
/** Milliseconds between two requests of one of them. */
const PAUSE_MS = 20;

/** Guests who put things into their carts, each from an address of its own, while something else happens. */
export async function shopDuring(
  url: string,
  offerId: string,
  meanwhile: () => Promise<unknown>,
): Promise<Experience> {
  const experience = { requests: 0, failed: 0, longest: 0 };
  let over = false;
  const shop = async () => {
    while (!over) {
      const began = performance.now();
      const isServed = await new ApiClient(url, freshAddress())
        .call('POST', '/cart/items', { body: { offerId, quantity: 1 } })
        .then(
          ({ status }) => status < 300,
          () => false,
        );
      experience.requests += 1;
      if (!isServed) experience.failed += 1;
      experience.longest = Math.max(experience.longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const shoppers = Array.from({ length: SHOPPERS }, shop);
  try {
    await meanwhile();
  } finally {
    over = true;
  }
  await Promise.all(shoppers);
  return experience;
}

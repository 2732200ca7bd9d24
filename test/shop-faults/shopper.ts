import { randomUUID } from 'node:crypto';
import { pause } from '../../scripts/shared/waiting.ts';
import { ApiClient, type Problem, type Schema } from '../support/api-client.ts';
import { WEST_BAY } from '../worlds/shop.ts';
import { CHECKOUT_WAYS, fillCart, openCheckout, type PlacedOrder, type Way } from '../worlds/shopper.ts';

/** An order that was confirmed to a shopper. */
export interface Acknowledged {
  orderId: string;
  offerIds: readonly string[];
}

/** The service has decided, and repeating changes nothing. */
class Refused extends Error {
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`${what} answered ${status} ${code}`);
    this.code = code;
  }
}

/** Milliseconds between attempts, and their number: together longer than any outage. */
const REPEAT_AFTER_MS = 100;
const MAX_REPEATS = 600;
/** Refusals that a delayed shopper may get: the checkout has expired, or its goods were sold meanwhile. */
const MAY_HAPPEN = new Set(['checkout.EXPIRED', 'checkout.ITEM_UNAVAILABLE', 'cart.OFFER_UNAVAILABLE']);
const PASSWORD = 'a long password of a shopper';

/** Buys repeatedly. Whatever was not answered is repeated under the same key until it is. */
export class Shopper {
  readonly acknowledged: Acknowledged[] = [];
  /** Refusals that nothing explains. */
  readonly faults: string[] = [];
  /** Attempts that were not answered, or with a status that asks for a retry. */
  repeats = 0;
  refusals = 0;
  readonly #urlOfNext: () => string;
  readonly #address: string;
  #token: string | null = null;
  readonly #credentials: { email: string; password: string };
  #addressId = '';
  #lastConfirmation: { path: string; key: string; orderId: string } | null = null;

  /** @param urlOfNext Where to send the next attempt. */
  constructor(urlOfNext: () => string, name: string, address: string) {
    this.#urlOfNext = urlOfNext;
    this.#address = address;
    this.#credentials = { email: `${name}@shop-faults.example`, password: PASSWORD };
  }

  async signUp(): Promise<void> {
    const body = { ...this.#credentials, displayName: 'Shopper', locale: 'en' };
    this.#token = (await this.#ask<Schema<'AuthSession'>>('POST', '/auth/register', body)).accessToken;
    const { id } = await this.#ask<Schema<'Address'>>('POST', '/addresses', {
      ...{ contactName: 'Noora Al-Kuwari', phone: '+97455123456' },
      ...{ zoneNumber: 61, streetNumber: 836, buildingNumber: 12, location: WEST_BAY },
    });
    this.#addressId = id;
  }

  async buy(way: Way, offerIds: readonly string[], methodId: string): Promise<void> {
    const purchase = { offerIds, methodId, addressId: this.#addressId };
    await this.#orRefused(async () => {
      await this.#emptyCart();
      await fillCart(this.#ask, purchase);
      const order = await CHECKOUT_WAYS[way](this.#ask, purchase);
      this.acknowledged.push({ orderId: order.id, offerIds: offersOf(order) });
    });
  }

  /** Opens a checkout and leaves: its reservations are released when it expires. */
  async abandon(offerIds: readonly string[]): Promise<void> {
    await this.#orRefused(async () => {
      await this.#emptyCart();
      await fillCart(this.#ask, { offerIds, methodId: '', addressId: '' });
      await openCheckout(this.#ask);
    });
  }

  /** Sends the last confirmation once more; the order it names must be the same as then. */
  async repeatLast(): Promise<void> {
    const last = this.#lastConfirmation;
    if (last === null) return;
    const { id } = await this.#ask<PlacedOrder>('POST', last.path, undefined, last.key);
    if (id !== last.orderId) this.faults.push(`a repeated confirmation names ${id} after ${last.orderId}`);
  }

  async #orRefused(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusals += 1;
      if (!MAY_HAPPEN.has(error.code)) this.faults.push(error.message);
    }
  }

  async #emptyCart(): Promise<void> {
    await this.#ask('DELETE', '/cart');
  }

  readonly #ask = async <T>(
    method: string,
    path: string,
    body?: object,
    key = randomUUID() as string,
  ): Promise<T> => {
    for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
      const answer = await this.#attempt(method, path, body, key);
      if (answer !== null && answer.status < 300) {
        if (path.endsWith('/confirm'))
          this.#lastConfirmation = { path, key, orderId: (answer.body as PlacedOrder).id };
        return answer.body as T;
      }
      const code = answer === null ? '' : ((answer.body as Partial<Problem>).code ?? '');
      if (answer !== null && !isPassing(answer.status, code))
        throw new Refused(`${method} ${path}`, answer.status, code);
      this.repeats += 1;
      await pause(REPEAT_AFTER_MS);
    }
    throw new Error(`${method} ${path} was not answered in ${MAX_REPEATS} attempts`);
  };

  /** Null when there was no answer. */
  async #attempt(method: string, path: string, body: object | undefined, key: string) {
    const client = new ApiClient(this.#urlOfNext(), this.#address);
    client.token = this.#token;
    const keyed = method === 'POST' && !path.startsWith('/auth/') ? { key } : {};
    const answer = await client
      .call(method, path, { ...keyed, ...(body === undefined ? {} : { body }) })
      .catch(noAnswer);
    // An access token does not last for a long run.
    if (answer?.status !== 401 || client.token === null) return answer;
    const session = await client
      .call<Schema<'AuthSession'>>('POST', '/auth/login', { body: this.#credentials })
      .catch(noAnswer);
    if (session?.status === 200) this.#token = session.body.accessToken;
    return null;
  }
}

/** A response that violates the contract is not retried. */
function noAnswer(error: Error): null {
  if (error.name === 'AssertionError') throw error;
  return null;
}

function isPassing(status: number, code: string | undefined): boolean {
  return status >= 500 || status === 429 || code === 'idempotency.IN_PROGRESS';
}

function offersOf({ groups }: PlacedOrder): string[] {
  return groups.flatMap(({ lines }) =>
    lines.flatMap(({ offerId, quantity }) => Array.from({ length: quantity }, () => offerId)),
  );
}

import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { MicroBatcher } from '../../../db/micro-batcher.ts';
import { sqlState } from '../../../db/unit-of-work.ts';
import { type CartKey, type CartOwner, cartKey, type OwnedCart, tokenOf } from './cart-store.ts';
import { hashCartToken, newCartToken } from './cart-token.ts';
import { requireWritten, type Wanted } from './change-cart.ts';
import { type FilledCart, type KeptCart, readCarts } from './filled-cart-store.ts';
import { type Addition, type NewCart, type Put, putInCarts, putInNewCarts } from './put-in-cart-store.ts';

type Keyed<T> = T & { key: CartKey['value'] };

/**
 * Carts of many who come at once: what they ask and what they put in goes to PostgreSQL together, and is committed
 * together. Each is answered as if it had come alone.
 */
export class SharedCarts {
  readonly #ids: Ids;
  readonly #reads: Record<CartKey['column'], MicroBatcher<CartKey['value'], KeptCart | null>>;
  readonly #puts: Record<CartKey['column'], MicroBatcher<Keyed<Addition>, Put | null>>;
  readonly #firsts: MicroBatcher<NewCart, boolean>;

  constructor(database: Database, ids: Ids) {
    this.#ids = ids;
    const reads = (column: CartKey['column']) =>
      new MicroBatcher<CartKey['value'], KeptCart | null>((keys) => readCarts(database, column, keys));
    const puts = (column: CartKey['column']) =>
      new MicroBatcher<Keyed<Addition>, Put | null>(
        (additions) => unlessRefused(putInCarts(database, column, additions), additions, null),
        ({ key }) => (typeof key === 'string' ? key : key.toString('hex')),
      );
    this.#reads = { account_id: reads('account_id'), token_hash: reads('token_hash') };
    this.#puts = { account_id: puts('account_id'), token_hash: puts('token_hash') };
    this.#firsts = new MicroBatcher(
      (carts) => unlessRefused(putInNewCarts(database, carts), carts, false),
      ({ cartId }) => cartId,
    );
  }

  /** An owner's cart as it is after this was asked; null when there is none. */
  async read(owner: CartOwner): Promise<FilledCart | null> {
    const key = cartKey(owner);
    if (key === null) return null;
    const cart = await this.#reads[key.column].ask(key.value);
    return cart === null ? null : { ...cart, token: tokenOf(owner) };
  }

  /**
   * Adds units of an offer, as `addItem` does, and throws what it throws. Null when that takes a transaction: the account
   * has no cart yet, a first line is refused, or somebody else is changing the cart.
   */
  async add(owner: CartOwner, wanted: Wanted): Promise<OwnedCart | null> {
    const addition = { ...wanted, itemId: this.#ids.next() };
    const key = cartKey(owner);
    if (key === null) {
      const [cartId, token] = [this.#ids.next(), newCartToken()];
      const made = await this.#firsts.ask({ ...addition, cartId, tokenHash: hashCartToken(token) });
      return made ? { id: cartId, token } : null;
    }
    const put = await this.#puts[key.column].ask({ ...addition, key: key.value });
    if (put === null || !put.fresh) return null;
    requireWritten(put, wanted);
    return { id: put.cartId, token: tokenOf(owner) };
  }
}

/**
 * A value that its column's type refuses, a constraint, a deadlock or a lock waited for too long: nothing was written,
 * and each call may meet its own fault alone, so that one bad call harms no other of its group.
 */
const REFUSED = /^(22|23|40|55)/;

/** What a group is answered, or `otherwise` for each of it when PostgreSQL refused the statement. */
async function unlessRefused<Answer>(
  answers: Promise<Answer[]>,
  calls: readonly unknown[],
  otherwise: Answer,
): Promise<Answer[]> {
  try {
    return await answers;
  } catch (error) {
    if (REFUSED.test(sqlState(error) ?? '')) return calls.map(() => otherwise);
    throw error;
  }
}

import type { Transaction } from '../../../db/database.ts';
import { integer, numeric, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const ITEM_ROW = {
  offerId: uuid,
  /** 1 to 99. */
  quantity: integer,
  /** QAR, when the line was added or its quantity last set. */
  seenPrice: numeric,
};

/** A stored cart line, without its offer. */
export type CartItem = ValuesOf<typeof ITEM_ROW>;

/** In the order they were added. */
export function cartItems(trx: Transaction, cartId: string): Promise<CartItem[]> {
  return itemsOf.all(trx, { cartId });
}

const itemsOf = statement({
  name: 'cart.items',
  sql: `SELECT offer_id AS "offerId", quantity, seen_price AS "seenPrice"
          FROM cart_items WHERE cart_id = :cartId ORDER BY id`,
  params: { cartId: uuid },
  row: ITEM_ROW,
});

export async function deleteItems(trx: Transaction, cartId: string): Promise<void> {
  await removeAll.count(trx, { cartId });
}

const removeAll = statement({
  name: 'cart.delete_items',
  sql: 'DELETE FROM cart_items WHERE cart_id = :cartId',
  params: { cartId: uuid },
});

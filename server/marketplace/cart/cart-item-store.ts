import type { Transaction } from '../../../db/database.ts';
import { arrayOf, integer, numeric, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const ITEM_ROW = {
  id: uuid,
  offerId: uuid,
  /** 1 to 99. */
  quantity: integer,
  /** QAR, when the line was put in or its quantity set. */
  seenPrice: numeric,
};

/** A line of a cart as it is kept, without its offer. */
export type CartItem = ValuesOf<typeof ITEM_ROW>;

const ITEM = 'SELECT id, offer_id AS "offerId", quantity, seen_price AS "seenPrice" FROM cart_items';

/** In the order they were put in. */
export function cartItems(trx: Transaction, cartId: string): Promise<CartItem[]> {
  return itemsOf.all(trx, { cartId });
}

const itemsOf = statement({
  name: 'cart.items',
  sql: `${ITEM} WHERE cart_id = :cartId ORDER BY id`,
  params: { cartId: uuid },
  row: ITEM_ROW,
});

/** Null for an item of another cart. */
export function findItem(trx: Transaction, cartId: string, itemId: string): Promise<CartItem | null> {
  return find.first(trx, { cartId, itemId });
}

const find = statement({
  name: 'cart.find_item',
  sql: `${ITEM} WHERE id = :itemId AND cart_id = :cartId`,
  params: { itemId: uuid, cartId: uuid },
  row: ITEM_ROW,
});

export async function updateItem(
  trx: Transaction,
  item: Pick<CartItem, 'id' | 'quantity' | 'seenPrice'>,
): Promise<void> {
  await update.count(trx, item);
}

const update = statement({
  name: 'cart.update_item',
  sql: `UPDATE cart_items SET quantity = :quantity, seen_price = :seenPrice, updated_at = now() WHERE id = :id`,
  params: { id: uuid, quantity: integer, seenPrice: numeric },
});

export async function deleteItem(trx: Transaction, itemId: string): Promise<void> {
  await remove.count(trx, { itemId });
}

const remove = statement({
  name: 'cart.delete_item',
  sql: 'DELETE FROM cart_items WHERE id = :itemId',
  params: { itemId: uuid },
});

export async function deleteItems(trx: Transaction, cartId: string): Promise<void> {
  await removeAll.count(trx, { cartId });
}

const removeAll = statement({
  name: 'cart.delete_items',
  sql: 'DELETE FROM cart_items WHERE cart_id = :cartId',
  params: { cartId: uuid },
});

/** Items of one cart, with the quantities that they shall have. One that is there already keeps its price. */
export async function writeItems(
  trx: Transaction,
  cartId: string,
  items: readonly CartItem[],
): Promise<void> {
  if (items.length === 0) return;
  await write.count(trx, {
    cartId,
    ids: items.map(({ id }) => id),
    offerIds: items.map(({ offerId }) => offerId),
    quantities: items.map(({ quantity }) => quantity),
    seenPrices: items.map(({ seenPrice }) => seenPrice),
  });
}

const write = statement({
  name: 'cart.write_items',
  sql: `INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
        SELECT i.id, :cartId, i.offer_id, i.quantity, i.seen_price
          FROM unnest(:ids::uuid[], :offerIds::uuid[], :quantities::integer[], :seenPrices::numeric[])
               AS i(id, offer_id, quantity, seen_price)
        ON CONFLICT (cart_id, offer_id) DO UPDATE SET quantity = excluded.quantity, updated_at = now()`,
  params: {
    cartId: uuid,
    ids: arrayOf(uuid),
    offerIds: arrayOf(uuid),
    quantities: arrayOf(integer),
    seenPrices: arrayOf(numeric),
  },
});

import type { Database, Transaction } from '../../db/database.ts';
import { runPrepared } from '../../db/prepared.ts';
import { OFFERS_FOR_SALE, type OfferForSale, type OfferRow, offerForSale } from './offers-for-sale.ts';

/** A line of a cart with its offer as it is now. */
export interface CartLine {
  id: string;
  quantity: number;
  seenPrice: string;
  offer: OfferForSale;
}

interface Row extends OfferRow {
  item_id: string;
  quantity: number;
  seen_price: string;
}

const READ_LINES = {
  name: 'cart_lines',
  sql: `SELECT i.id AS item_id, i.quantity, i.seen_price, offer.*
          FROM cart_items i JOIN LATERAL (${OFFERS_FOR_SALE} WHERE o.id = i.offer_id) offer ON true
         WHERE i.cart_id = ?
         ORDER BY i.id`,
};

/** In the order they were put in; one statement, however many. */
export async function readCartLines(
  executor: Database | Transaction,
  cartId: string,
  accountId: string | null,
): Promise<CartLine[]> {
  const rows = await runPrepared<Row>(executor, READ_LINES, [accountId, cartId]);
  return rows.map((row) => ({
    id: row.item_id,
    quantity: row.quantity,
    seenPrice: row.seen_price,
    offer: offerForSale(row),
  }));
}

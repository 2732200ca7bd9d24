import { WaslError } from '../../../actors/errors.ts';
import { add, multiply } from '../../../actors/money/money.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Checkout } from '../../../db/models/checkout.ts';
import type { CheckoutLine } from '../../../db/models/checkout-line.ts';
import type { CheckoutShipping } from '../../../db/models/checkout-shipping.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { Payable } from './cash-on-delivery.ts';

export type CheckoutRow = Pick<
  Checkout,
  'id' | 'accountId' | 'status' | 'expiresAt' | 'address' | 'paymentMethod' | 'orderId' | 'version'
>;
export type CheckoutLineRow = Pick<
  CheckoutLine,
  | 'id'
  | 'offerId'
  | 'variantId'
  | 'sellerId'
  | 'sku'
  | 'nameEn'
  | 'nameAr'
  | 'options'
  | 'optionTexts'
  | 'digital'
  | 'quantity'
  | 'unitPrice'
>;
export type ShippingRow = Pick<
  CheckoutShipping,
  'sellerId' | 'methodId' | 'code' | 'nameEn' | 'nameAr' | 'price' | 'promisedFrom' | 'promisedTo'
>;

/** A checkout with all that was copied into it. */
export interface CheckoutParts {
  checkout: CheckoutRow;
  lines: CheckoutLineRow[];
  /** At most one for each seller of the lines. */
  shipping: ShippingRow[];
}

const CHECKOUT = `SELECT id, account_id AS "accountId", status, expires_at AS "expiresAt", address,
                         payment_method AS "paymentMethod", order_id AS "orderId", version
                    FROM checkouts WHERE id = ? AND account_id = ?`;
const FIND = { name: 'checkout', sql: CHECKOUT };
const LOCK = { name: 'lock_checkout', sql: `${CHECKOUT} FOR UPDATE` };

/** Throws common.NOT_FOUND for a missing checkout and for somebody else's. */
export async function findCheckout(
  executor: Database | Transaction,
  checkoutId: string,
  accountId: string,
): Promise<CheckoutRow> {
  return found(await runPrepared<CheckoutRow>(executor, FIND, [checkoutId, accountId]));
}

/** The checkout's row, held until the transaction ends: its state cannot change meanwhile. */
export async function lockCheckout(
  trx: Transaction,
  checkoutId: string,
  accountId: string,
): Promise<CheckoutRow> {
  return found(await runPrepared<CheckoutRow>(trx, LOCK, [checkoutId, accountId]));
}

/** Each line with the shipping of its seller, if that has been chosen. */
const PARTS = {
  name: 'checkout_parts',
  sql: `SELECT l.id, l.offer_id AS "offerId", l.variant_id AS "variantId", l.seller_id AS "sellerId", l.sku,
               l.name_en AS "nameEn", l.name_ar AS "nameAr", l.options, l.option_texts AS "optionTexts", l.digital,
               l.quantity, l.unit_price AS "unitPrice",
               s.method_id AS "methodId", s.code, s.name_en AS "methodEn", s.name_ar AS "methodAr", s.price,
               s.promised_from AS "promisedFrom", s.promised_to AS "promisedTo"
          FROM checkout_lines l
          LEFT JOIN checkout_shipping s ON s.checkout_id = l.checkout_id AND s.seller_id = l.seller_id
         WHERE l.checkout_id = ?
         ORDER BY l.id`,
};
type PartRow = CheckoutLineRow &
  Omit<ShippingRow, 'methodId' | 'nameEn' | 'nameAr'> & {
    methodId: string | null;
    methodEn: string;
    methodAr: string;
  };

/** One statement. The lines in the order they were put into the cart, the shipping by seller. */
export async function readParts(
  executor: Database | Transaction,
  checkout: CheckoutRow,
): Promise<CheckoutParts> {
  const rows = await runPrepared<PartRow>(executor, PARTS, [checkout.id]);
  const shipping = new Map<string, ShippingRow>();
  const lines = rows.map((row): CheckoutLineRow => {
    const {
      methodId,
      code,
      methodEn: nameEn,
      methodAr: nameAr,
      price,
      promisedFrom,
      promisedTo,
      ...line
    } = row;
    const { sellerId } = line;
    if (methodId !== null)
      shipping.set(sellerId, { sellerId, methodId, code, nameEn, nameAr, price, promisedFrom, promisedTo });
    return line;
  });
  return { checkout, lines, shipping: [...shipping.values()].sort(bySeller) };
}

export function bySeller(one: { sellerId: string }, other: { sellerId: string }): number {
  return one.sellerId < other.sellerId ? -1 : 1;
}

/** Throws checkout.EXPIRED once its time is over, swept or not, and checkout.INVALID_STATE for one that has ended otherwise. */
export function requireOpen(checkout: CheckoutRow, clock: Clock): void {
  const status = statusAt(checkout, clock);
  if (status === 'OPEN') return;
  if (status === 'EXPIRED') {
    throw new WaslError('checkout.EXPIRED', {
      detail: 'This checkout has expired. Open a new one from the cart.',
    });
  }
  throw new WaslError('checkout.INVALID_STATE', {
    detail: `This checkout is ${status.toLowerCase()}, not open.`,
    extension: { currentState: status, allowedCommands: [] },
  });
}

/** The status a reader is told: an overdue checkout counts as expired before the sweep has come by. */
export function statusAt(checkout: CheckoutRow, clock: Clock): Checkout['status'] {
  const overdue = checkout.status === 'OPEN' && checkout.expiresAt <= clock.now();
  return overdue ? 'EXPIRED' : checkout.status;
}

export function sellerIdsOf(lines: readonly { sellerId: string }[]): string[] {
  return [...new Set(lines.map((line) => line.sellerId))];
}

export function goodsTotal(lines: readonly { unitPrice: string; quantity: number }[]): string {
  return add(...lines.map((line) => multiply(line.unitPrice, line.quantity)));
}

export function shippingTotal(shipping: readonly { price: string }[]): string {
  return add(...shipping.map((chosen) => chosen.price));
}

export function payable({ lines, shipping }: CheckoutParts): Payable {
  return {
    total: add(goodsTotal(lines), shippingTotal(shipping)),
    digital: lines.some((line) => line.digital),
  };
}

function found([checkout]: readonly CheckoutRow[]): CheckoutRow {
  if (checkout === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such checkout.' });
  return checkout;
}

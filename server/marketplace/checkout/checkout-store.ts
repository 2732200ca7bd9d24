import { WaslError } from '../../../actors/errors.ts';
import { add, multiply } from '../../../actors/money/money.ts';
import type { ShippingMethod } from '../../../actors/order/state.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Variant } from '../../../db/models/variant.ts';
import {
  boolean,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import type { ValuesOf } from '../../../db/statement.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { Payable } from './cash-on-delivery.ts';

export type CheckoutStatus = 'OPEN' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED';

export const CHECKOUT_ROW = {
  id: uuid,
  accountId: uuid,
  status: oneOf<CheckoutStatus>(),
  /** Domain time. */
  expiresAt: timestamptz,
  address: nullable(jsonb<AddressSnapshot>()),
  paymentMethod: nullable(oneOf<'COD'>()),
  orderId: nullable(uuid),
  version: integer,
};
export type CheckoutRow = ValuesOf<typeof CHECKOUT_ROW>;

const LINE_ROW = {
  id: uuid,
  offerId: uuid,
  variantId: uuid,
  sellerId: uuid,
  sku: text,
  nameEn: text,
  nameAr: text,
  options: jsonb<Variant['options']>(),
  optionTexts: jsonb<Variant['optionTexts']>(),
  digital: boolean,
  quantity: integer,
  /** QAR. */
  unitPrice: numeric,
};
/** A cart line as copied when the checkout opened, one per offer. */
export type CheckoutLineRow = ValuesOf<typeof LINE_ROW>;

/** The method chosen for one seller of a checkout, with the price and promise shown to the buyer. */
export interface ShippingRow {
  sellerId: string;
  methodId: string;
  code: ShippingMethod;
  nameEn: string;
  nameAr: string;
  /** QAR. */
  price: string;
  /** Days in Asia/Qatar, 'YYYY-MM-DD'. */
  promisedFrom: string;
  promisedTo: string;
}

/** A checkout with everything copied into it. */
export interface CheckoutParts {
  checkout: CheckoutRow;
  lines: CheckoutLineRow[];
  /** At most one per seller of the lines. */
  shipping: ShippingRow[];
}

/** The columns of `CHECKOUT_ROW`, from `checkouts c`. */
export const CHECKOUT_COLUMNS = `c.id, c.account_id AS "accountId", c.status, c.expires_at AS "expiresAt", c.address,
                 c.payment_method AS "paymentMethod", c.order_id AS "orderId", c.version`;

export function bySeller(one: { sellerId: string }, other: { sellerId: string }): number {
  return one.sellerId < other.sellerId ? -1 : 1;
}

/** Throws checkout.EXPIRED once its time is over, swept or not, and checkout.INVALID_STATE if it ended otherwise. */
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

/** The status shown to readers: an overdue checkout counts as expired even before the sweep. */
export function statusAt(checkout: CheckoutRow, clock: Clock): CheckoutStatus {
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

/** Throws common.NOT_FOUND for a missing checkout and for another buyer's. */
export function found<T>(checkout: T | null): T {
  if (checkout === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such checkout.' });
  return checkout;
}

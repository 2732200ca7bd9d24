import { WaslError } from '../../actors/errors.ts';
import { add, multiply } from '../../actors/money/money.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Checkout } from '../../db/models/checkout.ts';
import { CheckoutLine } from '../../db/models/checkout-line.ts';
import { CheckoutShipping } from '../../db/models/checkout-shipping.ts';
import type { Payable } from './cash-on-delivery.ts';

/** A checkout with all that was copied into it. */
export interface CheckoutParts {
  checkout: Checkout;
  lines: CheckoutLine[];
  shipping: CheckoutShipping[];
}

/** Throws common.NOT_FOUND for a missing checkout and for somebody else's. */
export async function findCheckout(
  executor: Database | Transaction,
  checkoutId: string,
  accountId: string,
): Promise<Checkout> {
  return found(await Checkout.query(executor).findOne({ id: checkoutId, account_id: accountId }));
}

/** The checkout's row, held until the transaction ends: its state cannot change meanwhile. */
export async function lockCheckout(
  trx: Transaction,
  checkoutId: string,
  accountId: string,
): Promise<Checkout> {
  return found(await Checkout.query(trx).findOne({ id: checkoutId, account_id: accountId }).forUpdate());
}

export async function readParts(
  executor: Database | Transaction,
  checkout: Checkout,
): Promise<CheckoutParts> {
  const checkoutId = checkout.id;
  const lines = await CheckoutLine.query(executor).where({ checkout_id: checkoutId }).orderBy('id');
  const shipping = await CheckoutShipping.query(executor)
    .where({ checkout_id: checkoutId })
    .orderBy('seller_id');
  return { checkout, lines, shipping };
}

/** Throws checkout.EXPIRED once its time is over, swept or not, and checkout.INVALID_STATE for one that has ended otherwise. */
export function requireOpen(checkout: Checkout, clock: Clock): void {
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
export function statusAt(checkout: Checkout, clock: Clock): Checkout['status'] {
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

function found(checkout: Checkout | undefined): Checkout {
  if (checkout === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such checkout.' });
  return checkout;
}

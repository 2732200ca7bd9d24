import { WaslError } from '../../../actors/errors.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import { holdOrderStatus, type Order } from '../orders/orders.ts';
import { findInvoice, type Issued, insertInvoice, lockNumbers, nextNumber } from './invoice-store.ts';

/**
 * The number of an order's invoice, assigned on the first call and permanent. Throws order.INVALID_STATE for an order
 * cancelled before it had one, since there is nothing to invoice.
 */
export async function issueInvoice(
  database: Database,
  clock: Clock,
  { id, status }: Pick<Order, 'id' | 'status'>,
): Promise<Issued> {
  const known = await findInvoice(database, id);
  if (known !== null) return known;
  // A cancelled order stays cancelled, so it is refused without waiting for the numbers.
  if (status === 'CANCELLED') throw neverIssued();
  return inTransaction(database, (trx) => issue(trx, id, clock));
}

/**
 * Concurrent calls wait for the lock; the second finds the invoice issued by the first. The time is read under the
 * lock, so that at New Year two calls cannot number the same order in two years.
 */
async function issue(trx: Transaction, orderId: string, clock: Clock): Promise<Issued> {
  await lockNumbers(trx);
  const known = await findInvoice(trx, orderId);
  if (known !== null) return known;
  await refuseCancelled(trx, orderId);
  const issuedAt = clock.now();
  const year = Number(qatarDay(issuedAt).slice(0, 4));
  const number = yearlyNumber('I', issuedAt, await nextNumber(trx, year));
  await insertInvoice(trx, { orderId, number, issuedAt });
  return { number, issuedAt };
}

/** Locks the order's row, so that a concurrent cancellation is ordered before or after the issue. */
async function refuseCancelled(trx: Transaction, orderId: string): Promise<void> {
  if ((await holdOrderStatus(trx, orderId)) === 'CANCELLED') throw neverIssued();
}

function neverIssued(): WaslError {
  return new WaslError('order.INVALID_STATE', {
    detail: 'This order was cancelled before an invoice was requested.',
    extension: { currentState: 'CANCELLED', allowedCommands: [] },
  });
}

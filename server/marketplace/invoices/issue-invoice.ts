import { WaslError } from '../../../actors/errors.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';

export interface Issued {
  number: string;
  issuedAt: Date;
}

interface Row {
  number: string;
  issued_at: Date;
}

const FIND = { name: 'invoice', sql: 'SELECT number, issued_at FROM invoices WHERE order_id = ?' };

/**
 * The number of an order's invoice, given at the first call and the same ever after. Throws order.INVALID_STATE for an
 * order that was cancelled before it had one: there is nothing to invoice.
 */
export async function issueInvoice(database: Database, clock: Clock, orderId: string): Promise<Issued> {
  const known = await find(database, orderId);
  return known ?? inTransaction(database, (trx) => issue(trx, orderId, clock.now()));
}

/** Calls at once queue for the year's counter: the second finds what the first has issued. */
async function issue(trx: Transaction, orderId: string, issuedAt: Date): Promise<Issued> {
  const year = Number(qatarDay(issuedAt).slice(0, 4));
  await trx('invoice_years').insert({ year, last_number: 0 }).onConflict('year').ignore();
  await trx('invoice_years').where({ year }).forUpdate().select('year');
  const known = await find(trx, orderId);
  if (known !== null) return known;
  await refuseCancelled(trx, orderId);
  const [counter] = await trx<{ year: number; last_number: number }>('invoice_years')
    .where({ year })
    .increment('last_number', 1)
    .returning('last_number');
  if (counter === undefined) throw new Error(`no invoice counter of ${year}`);
  const number = yearlyNumber('I', issuedAt, counter.last_number);
  await trx('invoices').insert({ order_id: orderId, number, issued_at: issuedAt });
  return { number, issuedAt };
}

/** Its row is held: an order that is being cancelled has no invoice, or has had one before. */
async function refuseCancelled(trx: Transaction, orderId: string): Promise<void> {
  const order = await trx<{ id: string; status: string }>('orders')
    .where({ id: orderId })
    .forShare()
    .first('status');
  if (order?.status !== 'CANCELLED') return;
  throw new WaslError('order.INVALID_STATE', {
    detail: 'This order was cancelled before an invoice was asked for.',
    extension: { currentState: order.status, allowedCommands: [] },
  });
}

async function find(executor: Database | Transaction, orderId: string): Promise<Issued | null> {
  const [row] = await runPrepared<Row>(executor, FIND, [orderId]);
  return row === undefined ? null : { number: row.number, issuedAt: row.issued_at };
}

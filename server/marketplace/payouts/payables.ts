import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { type BankAccounts, readBankAccounts } from '../sellers/sellers.ts';

export interface PayableRow {
  seller_id: string;
  legal_name: string;
  display_name_en: string;
  display_name_ar: string;
  group_count: number;
  /** Decimal string. */
  amount: string;
  /** Of the delivery that waits longest. */
  oldest: Date;
}

export type Payable = PayableRow & { bank: BankAccounts };

/**
 * Sellers whom something is payable, by id, in two reads however many there are; a payout would pay that much, 1,000
 * groups at a time. @param after The id the last page ended with. @param now Domain time.
 */
export async function readPayables(
  database: Database,
  after: string | null,
  count: number,
  now: Date,
): Promise<Payable[]> {
  const { rows } = await database.raw<{ rows: PayableRow[] }>(
    `SELECT g.*, s.legal_name, s.display_name_en, s.display_name_ar
       FROM (SELECT seller_id, count(*)::integer AS group_count, sum(amount) AS amount,
                    min(delivered_at) AS oldest
               FROM payout_groups
              WHERE payout_id IS NULL AND (?::uuid IS NULL OR seller_id > ?)
              GROUP BY seller_id ORDER BY seller_id LIMIT ?) g
       JOIN sellers s ON s.id = g.seller_id ORDER BY g.seller_id`,
    [after as string, after as string, count],
  );
  const accounts = await readBankAccounts(
    database,
    rows.map((row) => row.seller_id),
    now,
  );
  return rows.map((row) => ({
    ...row,
    bank: accounts.get(row.seller_id) ?? { current: null, pending: null },
  }));
}

/** Throws seller.NOTHING_PAYABLE. */
export async function requirePayable(trx: Transaction, sellerId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    'SELECT group_id FROM payout_groups WHERE seller_id = ? AND payout_id IS NULL LIMIT 1',
    [sellerId],
  );
  if (rows.length === 0) throw nothingPayable();
}

export function nothingPayable(): WaslError {
  return new WaslError('seller.NOTHING_PAYABLE', { detail: 'Nothing of this seller is settled and unpaid.' });
}

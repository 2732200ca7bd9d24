import type { PartialModelObject } from 'objection';
import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { CommissionPlan } from '../../../db/models/commission-plan.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { Seller, type SellerStatus } from '../../../db/models/seller.ts';
import { bigint, date, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type BankAccounts, readBankAccounts } from './bank-account-store.ts';
import { readPlansById } from './commission-plan-store.ts';
import { requireWork, type SellerWork } from './seller-machine.ts';

export interface SellerWithPlan {
  seller: Seller;
  plan: CommissionPlan;
  bank: BankAccounts;
}

/** @param now Domain time. Throws common.NOT_FOUND. */
export async function readSeller(
  executor: Database | Transaction,
  id: string,
  now: Date,
): Promise<SellerWithPlan> {
  const seller = await Seller.query(knexOf(executor)).findById(id);
  if (seller === undefined) throw noSuchSeller();
  const [found] = await complete(executor, [seller], now);
  if (found === undefined) throw noSuchSeller();
  return found;
}

/** Newest first. @param before Id of the last seller on the previous page. @param count Rows to read. */
export async function readSellers(
  database: Database,
  filter: { status: SellerStatus | null; before: string | null; count: number },
  now: Date,
): Promise<SellerWithPlan[]> {
  const query = Seller.query(database).orderBy('id', 'desc').limit(filter.count);
  if (filter.status !== null) query.where('status', filter.status);
  if (filter.before !== null) query.where('id', '<', filter.before);
  return complete(database, await query, now);
}

/** Uses two queries, regardless of the number. */
async function complete(
  executor: Database | Transaction,
  sellers: Seller[],
  now: Date,
): Promise<SellerWithPlan[]> {
  const plans = await readPlansById(
    executor,
    sellers.map((seller) => seller.commissionPlanId),
  );
  const accounts = await readBankAccounts(
    executor,
    sellers.map(({ id }) => id),
    now,
  );
  return sellers.flatMap((seller) => {
    const plan = plans.get(seller.commissionPlanId);
    const bank = accounts.get(seller.id) ?? { current: null, pending: null };
    return plan === undefined ? [] : [{ seller, plan, bank }];
  });
}

export async function insertSeller(trx: Transaction, seller: PartialModelObject<Seller>): Promise<void> {
  await Seller.query(knexOf(trx)).insert(seller);
}

/** Updates a locked seller and increments its version. */
export async function updateSeller(
  trx: Transaction,
  { id, version }: Pick<Seller, 'id' | 'version'>,
  change: PartialModelObject<Seller>,
): Promise<void> {
  await Seller.query(knexOf(trx))
    .findById(id)
    .patch({ ...change, version: version + 1, updatedAt: new Date() });
}

/** Locks a seller for update. Throws common.NOT_FOUND. */
export async function lockSeller(trx: Transaction, id: string): Promise<Seller> {
  const seller = await Seller.query(knexOf(trx)).findById(id).forUpdate();
  if (seller === undefined) throw noSuchSeller();
  return seller;
}

/** Locks a seller in share mode, so that its state stays until the transaction ends. Throws common.NOT_FOUND. */
export async function holdSeller(trx: Transaction, id: string): Promise<Seller> {
  const seller = await Seller.query(knexOf(trx)).findById(id).forShare();
  if (seller === undefined) throw noSuchSeller();
  return seller;
}

/** Ensures that the seller's state allows this work until the transaction ends. Throws seller.INVALID_STATE. */
export async function admitWork(trx: Transaction, sellerId: string, work: SellerWork): Promise<void> {
  requireWork((await holdSeller(trx, sellerId)).status, work);
}

function noSuchSeller(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such seller.' });
}

/** The owner's display name; null for a seller without one. */
export async function readOwnerName(database: Database, sellerId: string): Promise<string | null> {
  return (await ownerName.first(database, { sellerId }))?.display_name ?? null;
}

const ownerName = statement({
  name: 'sellers.owner_name',
  sql: `SELECT a.display_name FROM sellers s JOIN accounts a ON a.id = s.owner_account_id WHERE s.id = :sellerId`,
  params: { sellerId: uuid },
  row: { display_name: text },
});

/** The account's latest rejected application; null if there is none. */
export async function readRejected(database: Database, accountId: string): Promise<string | null> {
  return (await rejected.first(database, { accountId }))?.id ?? null;
}

const rejected = statement({
  name: 'sellers.rejected',
  sql: `SELECT id FROM sellers WHERE owner_account_id = :accountId AND status = 'REJECTED' ORDER BY id DESC LIMIT 1`,
  params: { accountId: uuid },
  row: { id: uuid },
});

/** Ends vacations whose last day is `today` or earlier; returns how many. */
export function endDueVacations(trx: Transaction, today: string, limit: number): Promise<number> {
  return endVacations.count(trx, { today, limit });
}

const endVacations = statement({
  name: 'sellers.end_vacations',
  sql: `UPDATE sellers s SET on_vacation = false, vacation_until = NULL, version = s.version + 1, updated_at = now()
          FROM (SELECT id FROM sellers WHERE vacation_until <= :today ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED) d
         WHERE s.id = d.id`,
  params: { today: date, limit: bigint },
});

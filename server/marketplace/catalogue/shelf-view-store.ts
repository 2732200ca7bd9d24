import type { Database, Transaction } from '../../../db/database.ts';
import { integer, jsonb, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { components } from '../../kernel/http/api-types.ts';

const VIEW = { id: uuid, name: text, filter: jsonb<components['schemas']['ShelfViewFilter']>() };

export type ShelfView = ValuesOf<typeof VIEW>;

/** A seller's saved views, those first that were kept first. */
export function readViews(executor: Database | Transaction, sellerId: string): Promise<ShelfView[]> {
  return read.all(executor, { sellerId });
}

const read = statement({
  name: 'catalogue.read_shelf_views',
  sql: 'SELECT id, name, filter FROM shelf_views WHERE seller_id = :sellerId ORDER BY created_at, id',
  params: { sellerId: uuid },
  row: VIEW,
});

/** One view of a seller's; null where it has no such view. */
export function findView(
  executor: Database | Transaction,
  named: { sellerId: string; id: string },
): Promise<ShelfView | null> {
  return find.first(executor, named);
}

const find = statement({
  name: 'catalogue.find_shelf_view',
  sql: 'SELECT id, name, filter FROM shelf_views WHERE id = :id AND seller_id = :sellerId',
  params: { id: uuid, sellerId: uuid },
  row: VIEW,
});

/** Until the transaction ends no other one keeps a view of this seller's. */
export async function lockViews(trx: Transaction, sellerId: string): Promise<void> {
  await lock.first(trx, { sellerId });
}

const lock = statement({
  name: 'catalogue.lock_shelf_views',
  sql: `SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('shelf-views:' || :sellerId, 0))`,
  params: { sellerId: text },
  row: { locked: integer },
});

/** Puts a view into the place of the one of its name, if there is one. Answers the id that it has. */
export async function writeView(trx: Transaction, view: ShelfView & { sellerId: string }): Promise<string> {
  const kept = await write.first(trx, view);
  if (kept === null) throw new Error('a shelf view was not written');
  return kept.id;
}

const write = statement({
  name: 'catalogue.write_shelf_view',
  sql: `INSERT INTO shelf_views (id, seller_id, name, filter) VALUES (:id, :sellerId, :name, :filter)
        ON CONFLICT (seller_id, name) DO UPDATE SET filter = excluded.filter
        RETURNING id`,
  params: { ...VIEW, sellerId: uuid },
  row: { id: uuid },
});

/** False where the seller has no such view. */
export async function removeView(
  executor: Database | Transaction,
  named: { sellerId: string; id: string },
): Promise<boolean> {
  return (await remove.count(executor, named)) > 0;
}

const remove = statement({
  name: 'catalogue.remove_shelf_view',
  sql: 'DELETE FROM shelf_views WHERE id = :id AND seller_id = :sellerId',
  params: { id: uuid, sellerId: uuid },
});

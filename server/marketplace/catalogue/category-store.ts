import type { Database, Transaction } from '../../../db/database.ts';
import { Category } from '../../../db/models/category.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { bigint, boolean, integer, nullable, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';

const CATEGORY = {
  id: uuid,
  parentId: nullable(uuid),
  slug: text,
  nameEn: text,
  nameAr: text,
  position: integer,
  version: integer,
} satisfies Shape;

export type CategoryRow = ValuesOf<typeof CATEGORY>;

/** Categories in display order. @param after Position and id of the last category on the previous page. */
export function readCategories(
  database: Database,
  after: { position: number; id: string } | null,
  count: number,
): Promise<CategoryRow[]> {
  return after === null
    ? readFirstPage.all(database, { count })
    : readNextPage.all(database, { position: after.position, id: after.id, count });
}

const pageSql = (condition: string) => `
  SELECT id, parent_id AS "parentId", slug, name_en AS "nameEn", name_ar AS "nameAr", position, version
    FROM categories ${condition} ORDER BY position, id LIMIT :count`;

const readFirstPage = statement({
  name: 'catalogue.read_categories',
  sql: pageSql(''),
  params: { count: bigint },
  row: CATEGORY,
});

const readNextPage = statement({
  name: 'catalogue.read_further_categories',
  sql: pageSql('WHERE (position, id) > (:position::integer, :id::uuid)'),
  params: { position: integer, id: uuid, count: bigint },
  row: CATEGORY,
});

export async function findCategory(executor: Database | Transaction, id: string): Promise<Category | null> {
  return (await Category.query(knexOf(executor)).findById(id)) ?? null;
}

export async function lockCategory(trx: Transaction, id: string): Promise<Category | null> {
  return (await Category.query(knexOf(trx)).findById(id).forUpdate()) ?? null;
}

export async function insertCategory(trx: Transaction, category: Partial<Category>): Promise<void> {
  await Category.query(knexOf(trx)).insert(category);
}

export async function patchCategory(trx: Transaction, id: string, change: Partial<Category>): Promise<void> {
  await Category.query(knexOf(trx)).findById(id).patch(change);
}

/** Locks the tree until the end of the transaction and returns each category's parent. */
export async function lockCategoryTree(trx: Transaction): Promise<Map<string, string | null>> {
  await holdTree.all(trx, {});
  const all = await readParents.all(trx, {});
  return new Map(all.map(({ id, parent_id }) => [id, parent_id]));
}

const holdTree = statement({
  name: 'catalogue.hold_category_tree',
  sql: `SELECT true AS held FROM pg_advisory_xact_lock(hashtextextended('categories', 0))`,
  row: { held: boolean },
});

const readParents = statement({
  name: 'catalogue.read_category_parents',
  sql: 'SELECT id, parent_id FROM categories',
  row: { id: uuid, parent_id: nullable(uuid) },
});

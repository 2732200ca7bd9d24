import type { Transaction } from '../../../db/database.ts';
import { arrayOf, boolean, nullable, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Serializes imports: waits for a running one and blocks the next until the transaction ends. */
export async function lockImport(trx: Transaction): Promise<void> {
  await lock.all(trx, {});
}

const lock = statement({
  name: 'catalogue_import.lock',
  sql: `SELECT true AS held FROM pg_advisory_xact_lock(hashtextextended('import-catalogue', 0))`,
  row: { held: boolean },
});

/** Legal names of the sellers already in the database, by import key. */
export async function readLegalNames(trx: Transaction, keys: string[]): Promise<Map<string, string>> {
  const rows = await legalNames.all(trx, { keys });
  return new Map(rows.map((row) => [row.import_key, row.legal_name]));
}

const legalNames = statement({
  name: 'catalogue_import.read_legal_names',
  sql: 'SELECT import_key, legal_name FROM sellers WHERE import_key = ANY (:keys::text[])',
  params: { keys: arrayOf(text) },
  row: { import_key: text, legal_name: text },
});

/** The slugs among these that belong to a category with a different import key or none. */
export async function readTakenSlugs(trx: Transaction, slugs: string[]): Promise<Set<string>> {
  const rows = await takenSlugs.all(trx, { slugs });
  return new Set(rows.map(({ slug }) => slug));
}

const takenSlugs = statement({
  name: 'catalogue_import.read_taken_slugs',
  sql: 'SELECT slug FROM categories WHERE slug = ANY (:slugs::text[]) AND import_key IS DISTINCT FROM slug',
  params: { slugs: arrayOf(text) },
  row: { slug: text },
});

/** Import keys of the products with these SKUs; null for a seller's own product. */
export async function readSkuOwners(trx: Transaction, skus: string[]): Promise<Map<string, string | null>> {
  const rows = await skuOwners.all(trx, { skus });
  return new Map(rows.map((row) => [row.sku, row.product]));
}

const skuOwners = statement({
  name: 'catalogue_import.read_sku_owners',
  sql: `SELECT v.sku, p.import_key AS product FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.sku = ANY (:skus::text[])`,
  params: { skus: arrayOf(text) },
  row: { sku: text, product: nullable(text) },
});

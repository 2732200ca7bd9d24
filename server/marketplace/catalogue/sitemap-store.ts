import type { Database } from '../../../db/database.ts';
import { bigint, nullable, timestamptz, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';

const ENTRY = { id: uuid, changedAt: timestamptz } satisfies Shape;

/** A page's entry in a sitemap. */
export type SitemapEntry = ValuesOf<typeof ENTRY>;

/** @param after Id of the last entry on the previous page. */
export function readProductEntries(
  database: Database,
  after: string | null,
  count: number,
): Promise<SitemapEntry[]> {
  return products.all(database, { after, count });
}

const products = statement({
  name: 'catalogue.read_sitemap_products',
  sql: `SELECT id, updated_at AS "changedAt" FROM products
         WHERE active AND (:after::uuid IS NULL OR id > :after) ORDER BY id LIMIT :count`,
  params: { after: nullable(uuid), count: bigint },
  row: ENTRY,
});

/** Sellers visible to shoppers. @param after Id of the last entry on the previous page. */
export function readSellerEntries(
  database: Database,
  after: string | null,
  count: number,
): Promise<SitemapEntry[]> {
  return sellers.all(database, { after, count });
}

const sellers = statement({
  name: 'catalogue.read_sitemap_sellers',
  sql: `SELECT id, updated_at AS "changedAt" FROM sellers
         WHERE status = 'ACTIVE' AND (:after::uuid IS NULL OR id > :after) ORDER BY id LIMIT :count`,
  params: { after: nullable(uuid), count: bigint },
  row: ENTRY,
});

import type { Database } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers, OperationRequest } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { readProductEntries, readSellerEntries, type SitemapEntry } from './sitemap-store.ts';

type SitemapOperation = 'listSitemapProducts' | 'listSitemapSellers';

const PAGE_SIZE = 5_000;

/** Operations listing public pages for search engines, by id. */
export function sitemapHandlers({
  database,
  secrets,
}: Pick<Dependencies, 'database' | 'secrets'>): Pick<Handlers, SitemapOperation> {
  const cursors = new Cursors(secrets);
  const listing =
    (
      scope: string,
      read: (database: Database, after: string | null, count: number) => Promise<SitemapEntry[]>,
    ) =>
    async ({ query }: OperationRequest<SitemapOperation>) => {
      const after = cursors.decode(scope, query.cursor)?.[0]?.toString() ?? null;
      const found = await read(database, after, PAGE_SIZE + 1);
      const render = ({ id, changedAt }: SitemapEntry) => ({ id, changedAt: changedAt.toISOString() });
      return { status: 200, body: cursors.page(scope, found, PAGE_SIZE, ({ id }) => [id], render) };
    };
  return {
    listSitemapProducts: listing('sitemap:products', readProductEntries),
    listSitemapSellers: listing('sitemap:sellers', readSellerEntries),
  };
}

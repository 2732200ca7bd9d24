import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type Cursors, DEFAULT_LIMIT, type Page } from '../../kernel/http/page.ts';
import { renderStock } from './render-stock.ts';
import { renderWarehouse } from './render-warehouse.ts';
import { readStock, type StockRow } from './stock-store.ts';
import { readWarehouses } from './warehouse-store.ts';

type Schemas = components['schemas'];

interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** A seller's warehouses, newest first, for its own people and for administrators. */
export async function warehousePage(
  database: Database,
  cursors: Cursors,
  sellerId: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
): Promise<Schemas['WarehouseList']> {
  const scope = `warehouses:${sellerId}`;
  const [last] = cursors.decode(scope, cursor) ?? [];
  const before = last === undefined ? null : String(last);
  const found = await readWarehouses(database, sellerId, before, limit + 1);
  return cursors.page(scope, found, limit, (row) => [row.id], renderWarehouse);
}

/** A seller's stock, newest offers first, for its own people and for administrators. */
export async function stockPage(
  database: Database,
  cursors: Cursors,
  sellerId: string,
  query: StockQuery,
): Promise<Schemas['StockLevelList']> {
  const { data, page } = await stockRows(database, cursors, sellerId, query);
  return { data: data.map(renderStock), page };
}

export async function stockRows(
  database: Database,
  cursors: Cursors,
  sellerId: string,
  { limit = DEFAULT_LIMIT, cursor, offerId = null, warehouseId = null }: StockQuery,
): Promise<Page<StockRow>> {
  const scope = `stock:${sellerId}:${offerId}:${warehouseId}`;
  const key = cursors.decode(scope, cursor);
  const after = key === null ? null : { offerId: String(key[0]), warehouseId: String(key[1]) };
  const found = await readStock(database, { sellerId, offerId, warehouseId, after, count: limit + 1 });
  return cursors.page(
    scope,
    found,
    limit,
    (row) => [row.offerId, row.warehouseId],
    (row) => row,
  );
}

interface StockQuery extends PageQuery {
  offerId?: string | null;
  warehouseId?: string | null;
}

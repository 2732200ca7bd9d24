import type { components } from '../../kernel/http/api-types.ts';
import type { StockRow } from './stock-store.ts';

export function renderStock(row: StockRow): components['schemas']['StockLevel'] {
  return {
    offerId: row.offerId,
    warehouseId: row.warehouseId,
    variantId: row.variantId,
    sku: row.sku,
    onHand: row.onHand,
    reserved: row.reserved,
    available: row.onHand - row.reserved,
    lowStockThreshold: row.lowStockThreshold,
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  };
}

import { csvOf, freeText } from '../../kernel/http/csv.ts';
import type { StockRow } from './stock-store.ts';

const COLUMNS = ['sku', 'warehouse', 'warehouseName', 'onHand', 'version', 'reserved', 'available'];

/**
 * Stock as a file that an import takes: count, write the pieces into onHand, send it back. Warehouses are named by id,
 * which is never ambiguous; the version keeps what was counted or sold meanwhile from being overwritten.
 */
export function stockCsv(rows: readonly StockRow[]): string {
  return csvOf([
    COLUMNS,
    ...rows.map(({ sku, warehouseId, warehouseName, onHand, version, reserved }) => [
      ...[freeText(sku), warehouseId, freeText(warehouseName)],
      ...[onHand, version, reserved, onHand - reserved].map(String),
    ]),
  ]);
}

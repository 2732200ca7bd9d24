import { csvOf, freeText } from '../../kernel/http/csv.ts';
import type { StockRow } from './stock-store.ts';

const COLUMNS = ['sku', 'warehouse', 'warehouseName', 'onHand', 'version', 'reserved', 'available'];

/**
 * Stock as a file that an import accepts: count, fill in onHand, send it back. Warehouses are identified by id, which
 * is unambiguous; the version prevents overwriting what was counted or sold meanwhile.
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

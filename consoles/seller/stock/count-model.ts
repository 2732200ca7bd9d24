import type { components } from '../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
export type Level = Schemas['StockLevel'];
type Result = Schemas['StockCountResult'];

/** One offer that was counted in a warehouse. */
export interface CountRow {
  readonly offerId: string;
  readonly sku: string;
  /** The counted units as typed, not yet validated. */
  readonly counted: string;
  /** What stood there, and its version, when it was counted first or was read after a conflict. */
  readonly stood: number;
  readonly version: number;
  /** It moved meanwhile, or the offer is gone: said until it was saved. */
  readonly verdict: 'STALE' | 'NOT_FOUND' | null;
}

/** What can be counted in a warehouse: offers by their SKU, written any way. */
export type Countable = ReadonlyMap<string, Pick<Level, 'offerId' | 'sku' | 'onHand' | 'version'>>;

const MAX_PIECES = 1_000_000;

/** As scanners and people write it. */
export const skuKey = (sku: string) => sku.trim().toUpperCase();

/** Every offer that has a level anywhere; where it has none in this warehouse, it begins at nothing. */
export function countable(levels: readonly Level[], warehouseId: string): Countable {
  const found = new Map<string, Pick<Level, 'offerId' | 'sku' | 'onHand' | 'version'>>();
  for (const { offerId, sku, onHand, version, warehouseId: where } of levels) {
    const key = skuKey(sku);
    if (where === warehouseId) found.set(key, { offerId, sku, onHand, version });
    else if (!found.has(key)) found.set(key, { offerId, sku, onHand: 0, version: 0 });
  }
  return found;
}

/** One piece more of a SKU; null when nothing has it. The one that was scanned last stands first. */
export function scan(rows: readonly CountRow[], known: Countable, sku: string): CountRow[] | null {
  const level = known.get(skuKey(sku));
  if (level === undefined) return null;
  const former = rows.find(({ offerId }) => offerId === level.offerId);
  const row: CountRow =
    former === undefined
      ? {
          ...{ offerId: level.offerId, sku: level.sku, counted: '1' },
          ...{ stood: level.onHand, version: level.version, verdict: null },
        }
      : { ...former, counted: String((piecesOf(former) ?? 0) + 1) };
  return [row, ...rows.filter(({ offerId }) => offerId !== level.offerId)];
}

export function type(rows: readonly CountRow[], offerId: string, counted: string): CountRow[] {
  return rows.map((row) => (row.offerId === offerId ? { ...row, counted } : row));
}

/** The counted units; null if the text is not a valid count. Arabic digits are accepted. */
export function piecesOf({ counted }: CountRow): number | null {
  const text = counted.trim().replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  if (!/^\d{1,7}$/.test(text)) return null;
  const pieces = Number(text);
  return pieces <= MAX_PIECES ? pieces : null;
}

/** What is left after the service has answered: rows that were set are done, the others are said to be stale or gone. */
export function afterSaving(rows: readonly CountRow[], results: readonly Result[]): CountRow[] {
  return rows.flatMap((row) => {
    const result = results.find(({ offerId }) => offerId === row.offerId);
    if (result === undefined) return [row];
    if (result.status === 'COUNTED') return [];
    const { level } = result;
    return [
      {
        ...row,
        verdict: result.status,
        ...(level === null ? {} : { stood: level.onHand, version: level.version }),
      },
    ];
  });
}

import { groupBy } from './group-by.ts';

/** A line to be filled, one per offer. Lines of one seller should come from one warehouse: the driver picks up at one place. */
export interface WantedLine {
  offerId: string;
  sellerId: string;
  quantity: number;
}

/** What one warehouse can still give of one offer. */
export interface FreeStock {
  offerId: string;
  warehouseId: string;
  available: number;
}

/** Units of one line taken from one warehouse. */
export interface Allocation {
  offerId: string;
  warehouseId: string;
  quantity: number;
}

export interface Shortage {
  offerId: string;
  requested: number;
  available: number;
}

export type AllocationResult = { ok: true; allocations: Allocation[] } | { ok: false; shortages: Shortage[] };

/**
 * Fills every line or says which cannot be filled. A warehouse that has all of a seller's lines is taken, the
 * fullest if there are several; otherwise each line is taken from the fullest warehouses. Ties go by id, so that
 * the same stock always gives the same answer.
 */
export function allocate(lines: readonly WantedLine[], stock: readonly FreeStock[]): AllocationResult {
  const shortages = lines.flatMap((line) => shortage(line, stock));
  if (shortages.length > 0) return { ok: false, shortages };
  const bySeller = groupBy(lines, (line) => line.sellerId);
  return { ok: true, allocations: [...bySeller.values()].flatMap((own) => allocateSeller(own, stock)) };
}

function shortage({ offerId, quantity }: WantedLine, stock: readonly FreeStock[]): Shortage[] {
  const available = stock.reduce((sum, row) => sum + (row.offerId === offerId ? row.available : 0), 0);
  return available < quantity ? [{ offerId, requested: quantity, available }] : [];
}

function allocateSeller(lines: readonly WantedLine[], stock: readonly FreeStock[]): Allocation[] {
  const offers = new Set(lines.map((line) => line.offerId));
  const relevant = stock.filter((row) => offers.has(row.offerId) && row.available > 0);
  const one = oneWarehouse(lines, relevant);
  if (one !== undefined)
    return lines.map(({ offerId, quantity }) => ({ offerId, warehouseId: one, quantity }));
  return lines.flatMap((line) => split(line, relevant));
}

/** The fullest warehouse that alone fills all these lines. */
function oneWarehouse(lines: readonly WantedLine[], stock: readonly FreeStock[]): string | undefined {
  const able = [...groupBy(stock, (row) => row.warehouseId)]
    .filter(([, rows]) =>
      lines.every(({ offerId, quantity }) =>
        rows.some((row) => row.offerId === offerId && row.available >= quantity),
      ),
    )
    .map(([warehouseId, rows]) => ({
      warehouseId,
      available: rows.reduce((sum, row) => sum + row.available, 0),
    }));
  return able.sort(fullestFirst)[0]?.warehouseId;
}

function split({ offerId, quantity }: WantedLine, stock: readonly FreeStock[]): Allocation[] {
  let left = quantity;
  const taken: Allocation[] = [];
  for (const row of stock.filter((row) => row.offerId === offerId).sort(fullestFirst)) {
    if (left === 0) break;
    const part = Math.min(left, row.available);
    taken.push({ offerId, warehouseId: row.warehouseId, quantity: part });
    left -= part;
  }
  return taken;
}

interface Fullness {
  warehouseId: string;
  available: number;
}

function fullestFirst(a: Fullness, b: Fullness): number {
  return b.available - a.available || (a.warehouseId < b.warehouseId ? -1 : 1);
}

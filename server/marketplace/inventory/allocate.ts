import { groupBy } from '../../kernel/collections/group-by.ts';

/**
 * A line to be filled, one per offer. Preferably all lines of a seller come from one warehouse, because the driver
 * picks up at one place.
 */
export interface WantedLine {
  offerId: string;
  sellerId: string;
  quantity: number;
}

/** Free units of one offer in one warehouse. */
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
 * Fills every line or reports those that cannot be filled. Prefers a warehouse that has all of a seller's lines, the
 * fullest if there are several; otherwise the combination that leaves fewest units to be moved. Ties are decided by id,
 * so the result is deterministic.
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

/** Greedy: always the warehouse that has most of what is still missing, so that fewest units have to be moved. */
function allocateSeller(lines: readonly WantedLine[], stock: readonly FreeStock[]): Allocation[] {
  const missing = new Map(lines.map(({ offerId, quantity }) => [offerId, quantity]));
  const warehouses = groupBy(
    stock.filter((row) => missing.has(row.offerId) && row.available > 0),
    (row) => row.warehouseId,
  );
  const taken: Allocation[] = [];
  for (
    let best = mostGiving(warehouses, missing);
    best !== undefined;
    best = mostGiving(warehouses, missing)
  ) {
    taken.push(...best.gives);
    for (const { offerId, quantity } of best.gives)
      missing.set(offerId, (missing.get(offerId) ?? 0) - quantity);
    warehouses.delete(best.warehouseId);
  }
  return taken;
}

interface Giving {
  warehouseId: string;
  gives: Allocation[];
  /** Units it would give. */
  units: number;
  /** Units it has of the wanted offers. */
  available: number;
}

/** Undefined if no warehouse has anything that is missing. */
function mostGiving(
  warehouses: ReadonlyMap<string, readonly FreeStock[]>,
  missing: ReadonlyMap<string, number>,
): Giving | undefined {
  const giving = [...warehouses].map(([warehouseId, rows]): Giving => {
    const gives = [...missing].flatMap(([offerId, wanted]) => {
      const available = rows.find((row) => row.offerId === offerId)?.available ?? 0;
      const quantity = Math.min(wanted, available);
      return quantity > 0 ? [{ offerId, warehouseId, quantity }] : [];
    });
    return {
      warehouseId,
      gives,
      units: unitsOf(gives),
      available: rows.reduce((sum, row) => sum + row.available, 0),
    };
  });
  giving.sort(
    (a, b) => b.units - a.units || b.available - a.available || (a.warehouseId < b.warehouseId ? -1 : 1),
  );
  return giving.find(({ units }) => units > 0);
}

function unitsOf(gives: readonly Allocation[]): number {
  return gives.reduce((sum, { quantity }) => sum + quantity, 0);
}

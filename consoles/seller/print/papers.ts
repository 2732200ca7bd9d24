import type { OrderGroup, OrderLine } from '../orders/order-types.ts';

/** What can be printed of chosen orders. */
export const PAPERS = ['slips', 'labels', 'picks', 'invoices'] as const;
export type Paper = (typeof PAPERS)[number];

/** Maximum number of orders printed together: one request reads them all. */
export const MAX_PRINTED = 100;

/** Address of the print view of these orders. */
export function printAddress(groupIds: readonly string[], paper: Paper): string {
  return `/print?what=${paper}&orders=${groupIds.slice(0, MAX_PRINTED).join(',')}`;
}

/** One item to fetch from a shelf, for all orders together. */
export interface Pick {
  variantId: string;
  line: OrderLine;
  quantity: number;
  /** For which orders, and how many for each. */
  orders: { orderNumber: string; quantity: number }[];
}

export interface PickShelf {
  /** Null: the warehouse that each order is fetched from. */
  warehouse: { id: string; name: string } | null;
  picks: Pick[];
  units: number;
}

/**
 * What to fetch for these orders, by warehouse: first from the one the driver comes to, then what must be brought from
 * others. Sorted by SKU, as shelves are.
 */
export function pickList(groups: readonly OrderGroup[]): PickShelf[] {
  const shelves = new Map<string, { warehouse: PickShelf['warehouse']; picks: Map<string, Pick> }>();
  const put = (warehouse: PickShelf['warehouse'], line: OrderLine, orderNumber: string, quantity: number) => {
    if (quantity === 0) return;
    const key = warehouse?.id ?? '';
    const shelf = shelves.get(key) ?? { warehouse, picks: new Map<string, Pick>() };
    shelves.set(key, shelf);
    const pick = shelf.picks.get(line.variantId) ?? {
      variantId: line.variantId,
      line,
      quantity: 0,
      orders: [],
    };
    shelf.picks.set(line.variantId, pick);
    pick.quantity += quantity;
    pick.orders.push({ orderNumber, quantity });
  };
  for (const { orderNumber, lines, toGather = [] } of groups) {
    for (const line of lines) {
      const gathered = toGather.filter(({ lineId }) => lineId === line.id);
      const elsewhere = gathered.reduce((sum, { quantity }) => sum + quantity, 0);
      put(null, line, orderNumber, line.quantity - elsewhere);
      for (const { fromWarehouse, quantity } of gathered) put(fromWarehouse, line, orderNumber, quantity);
    }
  }
  return [...shelves.values()]
    .map(({ warehouse, picks }) => {
      const sorted = [...picks.values()].toSorted((one, other) => one.line.sku.localeCompare(other.line.sku));
      return { warehouse, picks: sorted, units: sorted.reduce((sum, { quantity }) => sum + quantity, 0) };
    })
    .toSorted((one, other) => (one.warehouse?.name ?? '').localeCompare(other.warehouse?.name ?? ''));
}

/** Units in a parcel. */
export function unitsOf({ lines }: OrderGroup): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

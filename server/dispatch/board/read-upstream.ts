import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { readUpstreamRows, type UpstreamRow } from './upstream-store.ts';

type Upstream = components['schemas']['Upstream'];
type UpstreamStore = components['schemas']['UpstreamStore'];

/** Most stores shown. */
const MAX_STORES = 500;
/** Latest deliveries a seller's usual time is computed from; fewer than `MIN_DELIVERIES` would be too random. */
const LATEST_OF_SELLER = 20;
const LATEST_OF_ALL = 200;
const MIN_DELIVERIES = 3;

/** Groups that sellers are still preparing, by store, with the expected ready time from the seller's usual times. */
export async function readUpstream(database: Database, now: Date): Promise<Upstream> {
  const rows = await readUpstreamRows(database, {
    now,
    fewest: MIN_DELIVERIES,
    latest: LATEST_OF_SELLER,
    market: LATEST_OF_ALL,
    stores: MAX_STORES + 1,
  });
  const stores = new Map<string, UpstreamStore>();
  for (const row of rows) {
    const store = stores.get(row.warehouse_id) ?? emptyStore(row);
    stores.set(row.warehouse_id, store);
    count(store, row);
  }
  const shown = [...stores.values()].slice(0, MAX_STORES);
  const groups = shown.reduce(
    (sum, { toAccept, preparing, packed }) => sum + toAccept + preparing + packed,
    0,
  );
  return { at: now.toISOString(), complete: stores.size <= MAX_STORES, groups, stores: shown };
}

function emptyStore({
  warehouse_id,
  seller_id,
  name,
  shop_en: en,
  shop_ar: ar,
  latitude,
  longitude,
  estimate,
}: UpstreamRow): UpstreamStore {
  return {
    ...{ warehouseId: warehouse_id, sellerId: seller_id, name, shop: { en, ar } },
    location: { latitude, longitude },
    ...{ toAccept: 0, unanswered: 0, preparing: 0, packed: 0, estimate, expected: [], unknown: 0 },
  };
}

const STATES = { PENDING_ACCEPTANCE: 'toAccept', ACCEPTED: 'preparing', PACKED: 'packed' } as const;

/** A store's rows arrive ordered by time. */
function count(store: UpstreamStore, { status, unanswered, ready_from: from, groups }: UpstreamRow): void {
  store[STATES[status]] += groups;
  store.unanswered += unanswered;
  if (from === null) {
    store.unknown += groups;
    return;
  }
  const slot = from.toISOString();
  const last = store.expected.at(-1);
  if (last?.from === slot) last.groups += groups;
  else store.expected.push({ from: slot, groups });
}

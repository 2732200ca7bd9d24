import type { components } from '../../kernel/http/api-types.ts';
import type { MovementRow } from './stock-store.ts';

type Movement = components['schemas']['StockMovement'];

export function renderMovement(row: MovementRow): Movement {
  return {
    id: row.id,
    offerId: row.offer_id,
    warehouseId: row.warehouse_id,
    onHandDelta: row.on_hand_delta,
    reservedDelta: row.reserved_delta,
    cause: row.cause,
    causeId: row.cause_id,
    reason: row.reason,
    by: actorOf(row),
    at: row.at.toISOString(),
  };
}

/** Sellers see the names of their own people, but not of the platform's staff. */
function actorOf({ actor_name: name, actor_runs_platform: runsPlatform }: MovementRow): Movement['by'] {
  if (name === null) return null;
  return runsPlatform ? { role: 'PLATFORM', name: null } : { role: 'SHOP', name };
}

import type { components } from '../../kernel/http/api-types.ts';
import type { MovementRow } from './stock-store.ts';

export function renderMovement(row: MovementRow): components['schemas']['StockMovement'] {
  return {
    id: row.id,
    offerId: row.offer_id,
    warehouseId: row.warehouse_id,
    onHandDelta: row.on_hand_delta,
    reservedDelta: row.reserved_delta,
    cause: row.cause,
    causeId: row.cause_id,
    reason: row.reason,
    at: row.at.toISOString(),
  };
}

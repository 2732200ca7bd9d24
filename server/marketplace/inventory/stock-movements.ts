import type { Database } from '../../../db/database.ts';
import type { MovementCause } from '../../../db/models/stock-movement.ts';
import type { components } from '../../kernel/http/api-types.ts';

export interface MovementRow {
  id: string;
  offer_id: string;
  warehouse_id: string;
  on_hand_delta: number;
  reserved_delta: number;
  cause: MovementCause;
  cause_id: string;
  reason: string | null;
  at: Date;
}

export interface MovementFilter {
  sellerId: string;
  offerId: string | null;
  warehouseId: string | null;
  cause: MovementCause | null;
  /** Domain time, RFC 3339: from the first on, before the second. */
  from: string | null;
  to: string | null;
  /** Id that the last page ended with. */
  before: string | null;
  count: number;
}

/** What changed a seller's stock, newest first: of each level the newest by its index, then the newest of them all. */
export async function readMovements(database: Database, filter: MovementFilter): Promise<MovementRow[]> {
  const { rows } = await database.raw<{ rows: MovementRow[] }>(
    `SELECT m.* FROM stock_levels l
       JOIN offers o ON o.id = l.offer_id
      CROSS JOIN LATERAL (
        SELECT id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, reason, at
          FROM stock_movements
         WHERE offer_id = l.offer_id AND warehouse_id = l.warehouse_id
           AND (:before::uuid IS NULL OR id < :before::uuid)
           AND (:cause::text IS NULL OR cause = :cause::text)
           AND (:from::timestamptz IS NULL OR at >= :from::timestamptz)
           AND (:to::timestamptz IS NULL OR at < :to::timestamptz)
         ORDER BY id DESC LIMIT :count) m
      WHERE o.seller_id = :sellerId
        AND (:offerId::uuid IS NULL OR l.offer_id = :offerId::uuid)
        AND (:warehouseId::uuid IS NULL OR l.warehouse_id = :warehouseId::uuid)
      ORDER BY m.id DESC LIMIT :count`,
    { ...filter } as never,
  );
  return rows;
}

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

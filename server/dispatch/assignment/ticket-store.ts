import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Database } from '../../../db/database.ts';
import { bigint, double, integer, nullable, numeric, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type PresentReads, TICKET, type TicketRow } from '../../../db/stores/present-reads-store.ts';

/** The current ticket of a waiting task, in whichever zone. */
export async function findTicket(
  present: Pick<PresentReads, 'ticket'>,
  taskId: string,
): Promise<ZoneTicket | null> {
  const row = await present.ticket(taskId);
  return row === undefined ? null : ticketOf(row);
}

/** Position in the walk through the waiting tickets. */
export type TicketPlace = Pick<ZoneTicket, 'dueBy' | 'taskId'>;

export interface WaitingQuery {
  /** The last ticket of the previous page. */
  after: TicketPlace | null;
  limit: number;
  /** Only this zone's queue. */
  zoneId?: string;
  /** Only tickets with a stop within these bounds, or in this zone's queue. */
  around?: { zoneId: string; west: number; south: number; east: number; north: number };
  /** Only tickets that need at most this capacity. */
  room?: { items: number; cash: string };
}

/** Tickets waiting for a driver, most urgent first. */
export async function readWaiting(database: Database, asked: WaitingQuery): Promise<ZoneTicket[]> {
  const { after, limit, zoneId, around, room } = asked;
  const rows = await selectWaiting.all(database, {
    dueAfter: after === null ? null : new Date(after.dueBy),
    taskAfter: after?.taskId ?? null,
    zoneId: zoneId ?? null,
    items: room?.items ?? null,
    cash: room?.cash ?? null,
    aroundZoneId: around?.zoneId ?? null,
    west: around?.west ?? null,
    south: around?.south ?? null,
    east: around?.east ?? null,
    north: around?.north ?? null,
    limit,
  });
  return rows.map(ticketOf);
}

const selectWaiting = statement({
  name: 'assignment.waiting_tickets',
  sql: `SELECT task_id, zone_id, order_id, group_id, round, status, attempt, offer_id, driver_id, pickup_lat,
               pickup_lng, dropoff_lat, dropoff_lng, cod, items, due_by, excluded, refused, enqueued_at, updated_at
          FROM zone_tickets
         WHERE status = 'WAITING'
           AND (:dueAfter::timestamptz IS NULL OR (due_by, task_id) > (:dueAfter, :taskAfter::uuid))
           AND (:zoneId::uuid IS NULL OR zone_id = :zoneId)
           AND (:items::int IS NULL OR items <= :items)
           AND (:cash::numeric IS NULL OR cod <= :cash)
           AND (:aroundZoneId::uuid IS NULL OR zone_id = :aroundZoneId
                OR (pickup_lat BETWEEN :south AND :north AND pickup_lng BETWEEN :west AND :east)
                OR (dropoff_lat BETWEEN :south AND :north AND dropoff_lng BETWEEN :west AND :east))
         ORDER BY due_by, task_id LIMIT :limit`,
  params: {
    ...{ dueAfter: nullable(timestamptz), taskAfter: nullable(uuid), zoneId: nullable(uuid) },
    ...{ items: nullable(integer), cash: nullable(numeric), aroundZoneId: nullable(uuid) },
    ...{ west: nullable(double), south: nullable(double), east: nullable(double), north: nullable(double) },
    limit: bigint,
  },
  row: TICKET,
});

function ticketOf(row: TicketRow): ZoneTicket {
  return {
    taskId: row.task_id,
    zoneId: row.zone_id,
    orderId: row.order_id,
    groupId: row.group_id,
    round: row.round,
    status: row.status,
    attempt: row.attempt,
    offerId: row.offer_id,
    driverId: row.driver_id,
    pickupLat: row.pickup_lat,
    pickupLng: row.pickup_lng,
    dropoffLat: row.dropoff_lat,
    dropoffLng: row.dropoff_lng,
    cod: row.cod,
    items: row.items,
    dueBy: row.due_by.toISOString(),
    excluded: row.excluded,
    refused: row.refused,
    enqueuedAt: row.enqueued_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

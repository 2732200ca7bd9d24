import type { ZoneTicket } from '../../../actors/zone/state.ts';
import type { Database } from '../../../db/database.ts';
import type { PresentReads, TicketRow } from '../../../db/present-reads.ts';

/** The ticket of a waiting task as it is now, whichever zone it lies in. */
export async function findTicket(
  present: Pick<PresentReads, 'ticket'>,
  taskId: string,
): Promise<ZoneTicket | null> {
  const row = await present.ticket(taskId);
  return row === undefined ? null : ticketOf(row);
}

/** Where a walk through the waiting tickets goes on. */
export type TicketPlace = Pick<ZoneTicket, 'dueBy' | 'taskId'>;

export interface WaitingQuery {
  /** The last one of the page before. */
  after: TicketPlace | null;
  limit: number;
  /** Only of this zone's queue. */
  zoneId?: string;
  /** Only those with a stop within these bounds, or in this zone's queue. */
  around?: { zoneId: string; west: number; south: number; east: number; north: number };
  /** Only those that need no more than this. */
  room?: { items: number; cash: string };
}

/** Tickets that wait for a driver, most urgent first. */
export async function readWaiting(database: Database, asked: WaitingQuery): Promise<ZoneTicket[]> {
  const { after, limit, zoneId, around, room } = asked;
  const query = database<TicketRow>('zone_tickets')
    .where('status', 'WAITING')
    .orderBy('due_by')
    .orderBy('task_id')
    .limit(limit);
  if (after !== null)
    query.whereRaw('(due_by, task_id) > (?::timestamptz, ?::uuid)', [after.dueBy, after.taskId]);
  if (zoneId !== undefined) query.where('zone_id', zoneId);
  if (room !== undefined) query.where('items', '<=', room.items).where('cod', '<=', room.cash);
  if (around !== undefined) {
    const { west, south, east, north } = around;
    const box = [south, north, west, east];
    query.whereRaw(
      `(zone_id = ? OR (pickup_lat BETWEEN ? AND ? AND pickup_lng BETWEEN ? AND ?)
         OR (dropoff_lat BETWEEN ? AND ? AND dropoff_lng BETWEEN ? AND ?))`,
      [around.zoneId, ...box, ...box],
    );
  }
  return (await query).map(ticketOf);
}

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

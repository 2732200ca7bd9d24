import type { TicketStatus, ZoneTicket } from '../../actors/zone/state.ts';
import type { Database } from '../../db/database.ts';

interface TicketRow {
  task_id: string;
  zone_id: string;
  order_id: string;
  group_id: string;
  round: number;
  status: TicketStatus;
  attempt: number;
  offer_id: string | null;
  driver_id: string | null;
  pickup_lat: number;
  pickup_lng: number;
  dropoff_lat: number;
  dropoff_lng: number;
  cod: string;
  items: number;
  due_by: Date;
  excluded: ZoneTicket['excluded'];
  refused: string[];
  enqueued_at: Date;
  updated_at: Date;
}

/** The ticket of a waiting task, whichever zone it lies in. */
export async function findTicket(database: Database, taskId: string): Promise<ZoneTicket | null> {
  const row = await database<TicketRow>('zone_tickets').where('task_id', taskId).first();
  return row === undefined ? null : ticketOf(row);
}

/** Tickets that wait for a driver, oldest first. */
export async function waitingTickets(
  database: Database,
  limit: number,
  zoneId?: string,
): Promise<ZoneTicket[]> {
  const query = database<TicketRow>('zone_tickets')
    .where('status', 'WAITING')
    .orderBy('enqueued_at')
    .orderBy('task_id')
    .limit(limit);
  const rows = await (zoneId === undefined ? query : query.where('zone_id', zoneId));
  return rows.map(ticketOf);
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

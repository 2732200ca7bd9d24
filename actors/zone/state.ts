/** The queue isn't here: it is rows (`zone_tickets`), read as facts and changed by delta. */
export type ZoneState = {
  zoneId: string;
  name: { en: string; ar: string };
  active: boolean;
  /** Withdrawn before they came: a ticket on its way must not be revived. The last few are kept. */
  withdrawn: { taskId: string; round: number }[];
  /** When the tickets that come together now are looked at; absent while none do. */
  batchAt?: string | undefined;
};

export const WITHDRAWN_KEPT = 32;

export type TicketStatus = 'WAITING' | 'OFFERING';

/** A row of `zone_tickets` in camelCase. Times RFC 3339, `cod` a decimal string. */
export type ZoneTicket = {
  taskId: string;
  zoneId: string;
  orderId: string;
  groupId: string;
  round: number;
  status: TicketStatus;
  /** Counts the choices made or tried in this round, from 1. */
  attempt: number;
  offerId: string | null;
  driverId: string | null;
  pickupLat: number;
  pickupLng: number;
  dropoffLat: number;
  dropoffLng: number;
  cod: string;
  items: number;
  dueBy: string;
  excluded: { driverId: string; until: string | null }[];
  /** Drivers that refused within this round. */
  refused: string[];
  enqueuedAt: string;
  updatedAt: string;
};

/**
 * The queue is not in the state: it is stored in rows (`zone_tickets`), which are read as facts and changed one by one.
 */
export type ZoneState = {
  zoneId: string;
  name: { en: string; ar: string };
  active: boolean;
  /** The last few tickets withdrawn before they arrived: they must be rejected on arrival. */
  withdrawn: { taskId: string; round: number }[];
  /** When the gathered tickets are due; absent while none are gathered. */
  batchAt?: string | undefined;
};

export const MAX_WITHDRAWN = 32;

export type TicketStatus = 'WAITING' | 'OFFERING';

/** A row of `zone_tickets` in camelCase. Times RFC 3339, `cod` a decimal string. */
export type ZoneTicket = {
  taskId: string;
  zoneId: string;
  orderId: string;
  groupId: string;
  round: number;
  status: TicketStatus;
  /** Counts the choices attempted in this round, from 1. */
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
  /** Drivers who refused within this round. */
  refused: string[];
  enqueuedAt: string;
  updatedAt: string;
};

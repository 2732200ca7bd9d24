import type { Explanation } from './commands.ts';
import type { ZoneTicket } from './state.ts';

type Happened<T extends string, D extends object> = { type: T; v: 1; at: string } & D;
type OfTicket = { taskId: string; round: number };
/** When the batch that the ticket waits for is looked at; absent: a driver is chosen at once. */
type InBatch = { batchAt?: string };

/** The birth of a zone, written with its row in `delivery_zones`. */
export type ZoneCreated = Happened<
  'ZONE_CREATED',
  { zoneId: string; name: { en: string; ar: string }; active: boolean }
>;

export type ZoneEvent =
  | ZoneCreated
  /** `replaced` is the older round's ticket that this one takes the place of. */
  | Happened<
      'TICKET_ENQUEUED',
      { ticket: ZoneTicket; replaced: { round: number; attempt: number } | null } & InBatch
    >
  /** The ticket as it stood when the offer was opened, with the offer in it. */
  | Happened<'OFFER_OPENED', { ticket: ZoneTicket } & Explanation>
  /** The attempt that found nobody; the ticket goes on with the next. */
  | Happened<'NO_CANDIDATE_FOUND', OfTicket & { attempt: number } & Explanation>
  /** The ticket waits again, and a driver is chosen anew. */
  | Happened<
      'TICKET_RETRIED',
      OfTicket & {
        attempt: number;
        refused: string[];
        because: 'REFUSED' | 'DENIED' | 'RETRY';
        rule: string | null;
      } & InBatch
    >
  /** What has come together is looked at as a whole. */
  | Happened<'BATCH_DUE', { batchAt: string }>
  /** There was no ticket yet: one of this round, or before, that still comes is not wanted. */
  | Happened<'TICKET_FORBIDDEN', OfTicket>
  | Happened<'TICKET_REMOVED', OfTicket & { attempt: number; because: 'SETTLED' | 'WITHDRAWN' | 'STALE' }>;

export type ZoneEventType = ZoneEvent['type'];

export function zoneCreated(facts: Omit<ZoneCreated, 'type' | 'v'>): ZoneCreated {
  return { type: 'ZONE_CREATED', v: 1, ...facts };
}

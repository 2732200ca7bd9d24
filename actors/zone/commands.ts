import type { Point } from '../planning/point.ts';
import type { JsonObject, Principal } from '../runtime/machine.ts';
import type { ZoneTicket } from './state.ts';

type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

type OnTicket = { taskId: string; round: number };
type OnAttempt = OnTicket & { attempt: number };

/** From the order: this task waits for a driver in this zone. */
export type EnqueuePayload = OnTicket & {
  orderId: string;
  groupId: string;
  pickup: Point;
  dropoff: Point;
  cod: string;
  items: number;
  dueBy: string;
  excluded: { driverId: string; until: string | null }[];
};

/** One driver looked at for a choice: what inserting the task would cost, or the rule that excluded them. */
export type Candidate = JsonObject;

/** Why this choice. */
export type Explanation = {
  policy: string;
  /** The first of those looked at. */
  candidates: Candidate[];
  /** Rule → how many drivers it excluded, whether they are among the candidates or not. */
  excludedBy: { [rule: string]: number };
  /** Why this one of those who fit: its `reason`, and what it was compared with. */
  why?: JsonObject;
};

/** From the consumer that chose a driver. `offerId` is derived from task, round and attempt by the consumer. */
export type OfferPayload = OnAttempt & {
  offerId: string;
  driverId: string;
} & Explanation;

/** From the same consumer when nobody fits. */
export type NoCandidatePayload = OnAttempt & Explanation;

/** All given by SYSTEM. */
export type ZoneCommand =
  | Given<'enqueue', EnqueuePayload>
  | Given<'offer', OfferPayload>
  | Given<'no-candidate', NoCandidatePayload>
  | Given<'offer-refused', OnTicket & { offerId: string; driverId: string; rule: string }>
  /** `waitingRound`: the round in which the task waits now, null when it waits for nobody. */
  | Given<'offer-denied', OnTicket & { offerId: string; driverId: string; waitingRound: number | null }>
  | Given<'offer-settled', OnTicket & { offerId: string }>
  | Given<'withdraw', OnTicket>
  | Given<'retry', OnAttempt>
  /** Timer `batch`: the time for tickets to come together is over. */
  | Given<'batch-due', { batchAt: string }>;

export interface TicketFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The row of `zone_tickets` with the command's task id, whichever zone it lies in; null when there is none. */
  ticket: ZoneTicket | null;
  /** For how long waiting tickets come together before drivers are chosen; null or left out: at once. */
  batchSeconds?: number | null;
}

/** The server supplies the same facts with every command. */
export type AnyZoneFacts = TicketFacts;

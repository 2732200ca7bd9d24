import type { ErrorCode } from '../errors.ts';
import { accepted, unchanged } from '../machines/decision.ts';
import { command } from '../machines/effect.ts';
import { add, compare } from '../money/money.ts';
import type { Point } from '../planning/point.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverBaseFacts,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnOffer,
  type OnTask,
  type Reaction,
} from './behaviour.ts';
import { removeWork } from './remove-work.ts';
import { type DriverState, isBuried, MAX_TASKS, type Reservation } from './state.ts';
import { driverEvent, unchangedState } from './turn.ts';

/**
 * Capacity and cash are reserved for a task offered by a zone, or by a dispatcher by hand; the order then confirms the
 * reservation or has it released. Every answer is an event: the order or the zone receives it as that event's effect,
 * not as a reply.
 */
export type OfferCommand = Reserve | ConfirmReservation | Release;

type Reserve = Given<'reserve', ReservePayload>;
type ConfirmReservation = Given<'confirm-reservation', OnOffer>;
type Release = Given<'release', OnOffer & { reason: ReleaseReason }>;

/** From a zone's offer, or from the order for an assignment by hand. */
export type ReservePayload = OnOffer &
  OnTask & {
    orderId: string;
    groupId: string;
    round: number;
    cod: string;
    items: number;
    pickup: Point;
    dropoff: Point;
    dueBy: string;
    manual: boolean;
    /** The zone that has the task's ticket; null by hand. */
    zoneId: string | null;
  };

export type ReleaseReason = 'DENIED' | 'DECLINED' | 'EXPIRED' | 'UNASSIGNED' | 'REASSIGNED' | 'CANCELLED';

export interface ReserveFacts extends DriverBaseFacts {
  /** Whether both stops lie inside the union of the driver's zones. */
  insideZones: boolean;
}
export type OfferFacts = { reserve: ReserveFacts };

export type OfferEvent =
  | Reserved
  /** The same offer again: changes nothing, and repeats the answer to the order. */
  | Happened<'RESERVED_AGAIN', OfReserve>
  | ReservationRefused
  | Happened<'RESERVATION_CONFIRMED', OfTask>
  | OfferReleased;

type OfReserve = { offerId: string; taskId: string; orderId: string; round: number; zoneId: string | null };
/** `replaces`: the task was held under a former offer, which this one ends. */
type Reserved = Happened<'RESERVED', OfReserve & { reservation: Reservation; replaces: boolean }>;
type ReservationRefused = Happened<
  'RESERVATION_REFUSED',
  OfReserve & { rule: ReservationRule; manual: boolean }
>;
/** `freed`: whether the offer held anything; otherwise it only leaves a tombstone. */
type OfferReleased = Happened<
  'OFFER_RELEASED',
  { offerId: string; taskId: string | null; reason: ReleaseReason; freed: boolean }
>;

export type ReservationRule =
  | 'WITHDRAWN'
  | 'NOT_APPROVED'
  | 'OFF_DUTY'
  | 'OUTSIDE_ZONES'
  | 'CAPACITY'
  | 'CASH_LIMIT';

/** The error a dispatcher gets when a rule forbids an assignment or a hand-over by hand. */
export const MANUAL_REFUSAL: { readonly [rule in ReservationRule]: { code: ErrorCode; detail: string } } = {
  WITHDRAWN: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'This assignment was withdrawn.' },
  NOT_APPROVED: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver is not approved.' },
  OFF_DUTY: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver is not on duty.' },
  OUTSIDE_ZONES: {
    code: 'delivery.OUTSIDE_ZONES',
    detail: 'A stop of the task lies outside the driver’s zones.',
  },
  CAPACITY: { code: 'delivery.CAPACITY_EXCEEDED', detail: 'The goods don’t fit beside what the driver has.' },
  CASH_LIMIT: {
    code: 'delivery.CASH_LIMIT_EXCEEDED',
    detail: 'With this task the driver’s cash would pass the limit.',
  },
};

export const offerCommands: Commands<OfferCommand, OfferEvent, OfferFacts> = {
  reserve,
  'confirm-reservation': confirm,
  release,
};

export const offerEvents: Events<OfferEvent> = {
  RESERVED: {
    evolve: reserved,
    react: reportToOrder,
    quiet: true,
    touchesRoute: ({ replaces }) => replaces,
  },
  RESERVED_AGAIN: { evolve: unchangedState, react: reportToOrder, quiet: true },
  RESERVATION_REFUSED: { evolve: unchangedState, react: reportRefusal, quiet: true },
  RESERVATION_CONFIRMED: {
    evolve: (state, { offerId }) => {
      const reservation = state.reservations[offerId];
      if (reservation === undefined) return state;
      const confirmed = { ...reservation, confirmed: true };
      return { ...state, reservations: { ...state.reservations, [offerId]: confirmed } };
    },
  },
  OFFER_RELEASED: {
    evolve: removeWork,
    retries: ({ freed }) => (freed ? 'CAPACITY_FREED' : null),
    touchesRoute: always,
  },
};

/** Reserves capacity and cash for a task, or answers with the rule that forbids it. */
function reserve({ state, command, facts }: DriverTurn<Reserve, ReserveFacts>): Decision<OfferEvent> {
  const { offerId, taskId, orderId, round, zoneId, manual, cod, items, pickup, dropoff, dueBy } = command;
  const event = { ...driverEvent(facts), offerId, taskId, orderId, round, zoneId };
  if (holds(state, offerId)) return accepted([{ ...event, type: 'RESERVED_AGAIN' }]);

  const rule = brokenRule(state, command, facts.insideZones);
  if (rule !== null) return accepted([{ ...event, type: 'RESERVATION_REFUSED', rule, manual }]);
  const held = { taskId, orderId, round, cod, items, pickup, dropoff, dueBy, manual, confirmed: false };
  const reservation: Reservation = zoneId === null ? held : { ...held, zoneId };
  const replaces = formerRounds(state, taskId).length > 0;
  return accepted([{ ...event, type: 'RESERVED', reservation, replaces }]);
}

/** A task is held under one offer at a time: a newer offer ends what is held under another. */
export function reserved(
  state: DriverState,
  { offerId, taskId, reservation, at }: OfTask & { reservation: Reservation; at: string },
): DriverState {
  const former = Object.entries(state.reservations)
    .filter(([, held]) => held.taskId === taskId)
    .map(([id]) => id);
  const worked = state.work[taskId];
  if (worked !== undefined) former.push(worked.offerId);
  let next = state;
  for (const id of former) next = removeWork(next, { offerId: id, taskId, at });
  return { ...next, reservations: { ...next.reservations, [offerId]: reservation } };
}

function reportToOrder({
  event: { taskId, orderId, round, offerId, zoneId },
  driver: { driverId },
}: Reaction<Extract<OfferEvent, OfReserve>>): Effect[] {
  return [command('order', orderId, 'assign', { taskId, round, offerId, driverId, zoneId })];
}

/** After a refusal, the zone tries another driver; by hand, the dispatcher gets the reason. */
function reportRefusal({ event, driver: { driverId } }: Reaction<ReservationRefused>): Effect[] {
  const { taskId, orderId, round, offerId, zoneId, rule, manual } = event;
  if (manual) {
    const payload = { taskId, offerId, ...MANUAL_REFUSAL[rule] };
    return [command('order', orderId, 'hand-assignment-failed', payload)];
  }
  if (zoneId === null) return [];
  return [command('zone', zoneId, 'offer-refused', { taskId, round, offerId, driverId, rule })];
}

function confirm({ state, command, facts }: DriverTurn<ConfirmReservation>): Decision<OfferEvent> {
  const { offerId } = command;
  const reservation = state.reservations[offerId];
  if (reservation === undefined || reservation.confirmed) return unchanged();
  const { taskId } = reservation;
  return accepted([{ ...driverEvent(facts), type: 'RESERVATION_CONFIRMED', offerId, taskId }]);
}

/** Leaves a tombstone even if nothing is held: the reservation may still be on its way. */
function release({ state, command, facts }: DriverTurn<Release>): Decision<OfferEvent> {
  const { offerId, reason } = command;
  const worked = Object.entries(state.work).find(([, work]) => work.offerId === offerId);
  if (worked?.[1].pickedUp === true) return unchanged();
  const taskId = worked?.[0] ?? state.reservations[offerId]?.taskId ?? null;
  if (taskId === null && isBuried(state, offerId)) return unchanged();
  const freed = taskId !== null;
  return accepted([{ ...driverEvent(facts), type: 'OFFER_RELEASED', offerId, taskId, reason, freed }]);
}

export function holds({ reservations, work }: DriverState, offerId: string): boolean {
  if (Object.hasOwn(reservations, offerId)) return true;
  return Object.values(work).some((task) => task.offerId === offerId);
}

/** `to`: set when the goods are on board of another driver. */
type Wanted = { offerId: string; taskId: string; round: number; cod: string; items: number; to?: string };

/** The first broken rule, in the order of their declaration. Zones and cash limit also bind dispatchers. */
export function brokenRule(state: DriverState, wanted: Wanted, insideZones: boolean): ReservationRule | null {
  if (isBuried(state, wanted.offerId) || isOutdated(state, wanted)) return 'WITHDRAWN';
  if (state.status !== 'APPROVED') return 'NOT_APPROVED';
  if (state.shift?.status !== 'ON_DUTY') return 'OFF_DUTY';
  if (!insideZones) return 'OUTSIDE_ZONES';
  const held = heldBeside(state, wanted.taskId);
  if (held.tasks >= MAX_TASKS || held.items + wanted.items > state.capacity) return 'CAPACITY';
  const cash = add(state.cashOnHand, held.cod, wanted.cod);
  return compare(cash, state.cashLimit ?? '0.00') > 0 ? 'CASH_LIMIT' : null;
}

/**
 * Whether the task is held under another offer that outranks this one. That is so if the other offer is from a later
 * round, and also if it is from the same round: the order may just be assigning the task under it, and only the order
 * ends a reservation. An offer from an earlier round has ended, even if the command that says so is still on its way.
 */
function isOutdated(state: DriverState, { taskId, round, to }: Wanted): boolean {
  // Goods on board are not offered, but may come back to a driver who handed them over before.
  if (to === undefined && state.work[taskId]?.pickedUp === true) return true;
  return formerRounds(state, taskId).some((former) => former >= round);
}

/** The rounds of the offers under which the task is held now. */
function formerRounds({ reservations, work }: DriverState, taskId: string): number[] {
  const held = Object.values(reservations).filter((reservation) => reservation.taskId === taskId);
  const worked = work[taskId];
  return [...held, ...(worked === undefined ? [] : [worked])].map(({ round }) => round);
}

/** A task reassigned by hand to its own driver is not counted twice. */
function heldBeside(
  { reservations, work }: DriverState,
  taskId: string,
): { tasks: number; items: number; cod: string } {
  const held = Object.values(reservations).filter((reservation) => reservation.taskId !== taskId);
  const others = Object.entries(work)
    .filter(([id]) => id !== taskId)
    .map(([, task]) => task);
  const onBoard = others.filter((task) => task.finished === undefined);
  const uncollected = others.filter((task) => task.collected === undefined);
  return {
    tasks: held.length + onBoard.length,
    items: [...held, ...onBoard].reduce((sum, { items }) => sum + items, 0),
    cod: add(...[...held, ...uncollected].map(({ cod }) => cod)),
  };
}

import { accepted, unchanged } from '../machines/decision.ts';
import { insertStops } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes, type TravelTimes } from '../planning/travel-times.ts';
import type { Decision } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverBaseFacts,
  type DriverHappened,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnOffer,
} from './behaviour.ts';
import { type GoodsPlace, placeGoods, withGoods } from './goods-stop.ts';
import { legsAlong, openStops } from './legs.ts';
import { replanned, without } from './remove-work.ts';
import { insertIntoRoute } from './route.ts';
import type { DriverState, Reservation, Stop, Work } from './state.ts';
import { driverEvent, type SharedEvent } from './turn.ts';

/**
 * A reserved task becomes the driver's work, and its stops are inserted into the route: the driver accepted it, or took
 * its goods over from another driver. If a later report about the task arrives first, the task is taken on with that.
 */
export type TakingOnCommand = WorkAcceptedCommand;

type WorkAcceptedCommand = Given<'work-accepted', OnOffer>;

export interface PositionFacts extends DriverBaseFacts {
  /** Last known position of the driver; null: the end or the origin of the present route is used. */
  position: Point | null;
}

export interface RouteFacts extends PositionFacts {
  /** Between all places the command may connect; absent: estimated from the distance. */
  travel?: TravelTimes;
}
export type TakingOnFacts = { 'work-accepted': RouteFacts };

export type TakingOnEvent = WorkAccepted | WorkTakenOver;

type WorkAccepted = Happened<'WORK_ACCEPTED', OfTask & { insertion: Insertion | null }>;
type WorkTakenOver = Happened<
  'WORK_TAKEN_OVER',
  OfTask & { dueBy: string; notBefore?: string; seen: number; goods: GoodsPlace | null }
>;

/** Indices of the two inserted stops; null without a route. `origin` and `at` start the new plan. */
type Insertion = {
  pickupIndex: number;
  dropoffIndex: number;
  origin: Point | null;
  /** Whole seconds to each open stop in its new order; absent in events of earlier releases. */
  legs?: number[];
};

export const takingOnCommands: Commands<TakingOnCommand, TakingOnEvent, TakingOnFacts> = {
  'work-accepted': workAccepted,
};

export const takingOnEvents: Events<TakingOnEvent> = {
  WORK_ACCEPTED: { evolve: evolveAccepted, touchesRoute: always },
  WORK_TAKEN_OVER: { evolve: evolveTakenOver, touchesRoute: always },
};

function workAccepted({
  state,
  command,
  facts,
}: DriverTurn<WorkAcceptedCommand, RouteFacts>): Decision<TakingOnEvent> {
  const reservation = state.reservations[command.offerId];
  if (reservation === undefined) return unchanged();
  return accepted([takeOn(state, command.offerId, reservation, facts)]);
}

function takeOn(
  state: DriverState,
  offerId: string,
  reservation: Reservation,
  { position, travel = cityTravelTimes, now }: Pick<RouteFacts, 'position' | 'travel' | 'now'>,
): TakingOnEvent {
  const { taskId, takesOver } = reservation;
  if (takesOver !== undefined) return takeOver(state, offerId, reservation, takesOver, now, 0);
  const event = { ...driverEvent({ now }), type: 'WORK_ACCEPTED' as const, offerId, taskId };
  if (state.route === undefined) return { ...event, insertion: null };
  const { pickupIndex, dropoffIndex } = insertIntoRoute(state, position, now, reservation, travel);
  const origin = position ?? state.route.origin ?? null;
  const stops = insertStops(state.route.stops, stopsOf(taskId, reservation), pickupIndex, dropoffIndex);
  const legs = legsAlong(travel, origin, openStops({ stops }));
  return { ...event, insertion: { pickupIndex, dropoffIndex, origin, legs } };
}

/** The event that puts reserved goods on board; `to` null: where they go is not decided yet. */
export function takeOver(
  state: DriverState,
  offerId: string,
  reservation: Reservation & { notBefore?: string | undefined },
  to: 'DROPOFF' | 'RETURN' | null,
  now: string,
  seen: number,
): WorkTakenOver {
  const { taskId, dueBy, notBefore } = reservation;
  const goods = to === null ? null : placeGoods(state, now, taskId, to, reservation);
  const promised = { dueBy, ...(notBefore === undefined ? {} : { notBefore }) };
  return { ...driverEvent({ now }), type: 'WORK_TAKEN_OVER', taskId, offerId, ...promised, seen, goods };
}

function evolveAccepted(
  state: DriverState,
  { offerId, taskId, insertion, at }: OfTask & Pick<WorkAccepted, 'insertion' | 'at'>,
): DriverState {
  const reservation = state.reservations[offerId];
  if (reservation === undefined) return state;
  const { round, cod, items, dueBy } = reservation;
  const work: Work = { offerId, round, cod, items, dueBy };
  const reservations = without(state.reservations, offerId);
  const taken = carrying({ ...state, reservations }, taskId, work);
  if (state.route === undefined || insertion === null) return taken;
  const { pickupIndex, dropoffIndex, origin, legs } = insertion;
  const stops = insertStops(state.route.stops, stopsOf(taskId, reservation), pickupIndex, dropoffIndex);
  return { ...taken, route: replanned(state.route, { stops, origin: origin ?? undefined, legs }, at) };
}

function evolveTakenOver(state: DriverState, event: WorkTakenOver): DriverState {
  const { taskId, offerId, dueBy, notBefore, seen, goods } = event;
  const reservation = state.reservations[offerId];
  if (reservation === undefined) return state;
  const { round, cod, items } = reservation;
  const work: Work = { offerId, round, cod, items, dueBy, pickedUp: true, seen, notBefore };
  const reservations = without(state.reservations, offerId);
  return withGoods(carrying({ ...state, reservations }, taskId, work), taskId, goods);
}

/** The driver with this work, and therefore not idle. */
export function carrying(state: DriverState, taskId: string, work: Work): DriverState {
  return { ...state, work: { ...state.work, [taskId]: work }, idleSince: undefined };
}

function stopsOf(taskId: string, { pickup, dropoff }: Reservation): [Stop, Stop] {
  return [
    { taskId, kind: 'PICKUP', ...pickup },
    { taskId, kind: 'DROPOFF', ...dropoff },
  ];
}

/**
 * Decides a report of the order about a task of this driver. A report about a former offer is outdated and ignored. If
 * the command that the driver accepted has not arrived yet, the report implies it: the task is taken on first. That
 * does not apply to an acceptance under another offer: it came late, perhaps after the task was done, and the order is
 * about to deny it.
 */
export function onWork<E extends DriverHappened>(
  { state, command: { taskId, offerId }, facts }: DriverTurn<{ taskId: string; offerId?: string }>,
  then: (state: DriverState, event: SharedEvent) => E | null,
): Decision<E | TakingOnEvent> {
  const known = state.work[taskId];
  if (known !== undefined && offerId !== undefined && known.offerId !== offerId) return unchanged();
  if (known !== undefined) {
    const event = then(state, driverEvent(facts));
    return event === null ? unchanged() : accepted([event]);
  }
  const reserved = Object.entries(state.reservations).find(
    ([held, each]) => each.taskId === taskId && (offerId ?? held) === held,
  );
  if (reserved === undefined) return unchanged();
  const taken = takeOn(state, ...reserved, { position: null, now: facts.now });
  const before =
    taken.type === 'WORK_ACCEPTED' ? evolveAccepted(state, taken) : evolveTakenOver(state, taken);
  const event = then(before, driverEvent(facts));
  return accepted(event === null ? [taken] : [taken, event]);
}

import { insertStops } from '../planning/insertion.ts';
import type { DriverEvent } from './events.ts';
import { evolveException } from './evolve-exceptions.ts';
import { evolveRoute } from './evolve-route.ts';
import { leaving } from './left.ts';
import type { DriverState, Reservation, Route, Stop, Work } from './state.ts';
import { bury, idle, replanned, without, withoutTask, withoutWork } from './without-work.ts';

type EventOf<T extends DriverEvent['type']> = Extract<DriverEvent, { type: T }>;

/** What offers and tasks change: reservations, work, route. */
export function evolveWork(state: DriverState, event: DriverEvent): DriverState {
  switch (event.type) {
    case 'RESERVED':
      return reserved(state, event);
    case 'TAKE_OVER_RESERVED': {
      const { reservation } = event;
      return reservation === null ? state : reserved(state, { ...event, reservation });
    }
    case 'RESERVATION_CONFIRMED': {
      const reservation = state.reservations[event.offerId];
      if (reservation === undefined) return state;
      const confirmed = { ...reservation, confirmed: true };
      return { ...state, reservations: { ...state.reservations, [event.offerId]: confirmed } };
    }
    case 'OFFER_RELEASED':
      return withoutWork(state, event);
    case 'WORK_ACCEPTED':
      return accepted(state, event);
    case 'STOP_ARRIVED':
      return {
        ...state,
        // Whoever is there is on no way any more.
        route: withStop(state.route, event, (stop) => ({ ...stop, arrivedAt: event.arrivedAt })),
      };
    case 'STOP_DONE':
      return stopDone(state, event);
    case 'CASH_COLLECTED': {
      const work = state.work[event.taskId];
      if (work === undefined) return state;
      // The last thing that was awaited of a task already completed.
      if (work.finished === true) return { ...state, work: without(state.work, event.taskId) };
      return { ...state, work: { ...state.work, [event.taskId]: { ...work, collected: true } } };
    }
    case 'WORK_DONE':
      return workDone(state, event);
    default:
      return evolveException(evolveRoute(state, event), event);
  }
}

/** One offer of a task at a time: the newer one buries what was held under another. */
function reserved(
  state: DriverState,
  {
    offerId,
    taskId,
    reservation,
    at,
  }: Pick<EventOf<'RESERVED'>, 'offerId' | 'taskId' | 'reservation' | 'at'>,
): DriverState {
  const former = Object.entries(state.reservations)
    .filter(([, held]) => held.taskId === taskId)
    .map(([id]) => id);
  const worked = state.work[taskId];
  if (worked !== undefined) former.push(worked.offerId);
  let next = state;
  for (const id of former) next = withoutWork(next, { offerId: id, taskId, at });
  return { ...next, reservations: { ...next.reservations, [offerId]: reservation } };
}

function accepted(state: DriverState, event: EventOf<'WORK_ACCEPTED'>): DriverState {
  const { offerId, taskId, insertion, at } = event;
  const reservation = state.reservations[offerId];
  if (reservation === undefined) return state;
  const { round, cod, items, dueBy } = reservation;
  const work: Work = { offerId, round, cod, items, dueBy };
  const taken = {
    ...state,
    reservations: without(state.reservations, offerId),
    work: { ...state.work, [taskId]: work },
    idleSince: undefined,
  };
  if (state.route === undefined || insertion === null) return taken;
  const { pickupIndex, dropoffIndex, origin, legs } = insertion;
  const stops = insertStops(state.route.stops, stopsOf(taskId, reservation), pickupIndex, dropoffIndex);
  return { ...taken, route: replanned(state.route, { stops, origin: origin ?? undefined, legs }, at) };
}

export function stopsOf(taskId: string, { pickup, dropoff }: Reservation): [Stop, Stop] {
  return [
    { taskId, kind: 'PICKUP', ...pickup },
    { taskId, kind: 'DROPOFF', ...dropoff },
  ];
}

function stopDone(state: DriverState, event: EventOf<'STOP_DONE'>): DriverState {
  const { taskId, stop: kind, arrivedAt } = event;
  const known = state.work[taskId];
  const work =
    known === undefined || kind !== 'PICKUP'
      ? state.work
      : { ...state.work, [taskId]: { ...known, pickedUp: true as const } };
  const { route } = state;
  const stop = route?.stops.find((each) => each.taskId === taskId && each.kind === kind);
  if (route === undefined || stop === undefined) return { ...state, work };
  // Done stops lead the list, in the order of their visits.
  const others = route.stops.filter((each) => each !== stop);
  const visited = others.filter((each) => each.done === true).length;
  const done: Stop = { ...stop, done: true, arrivedAt: stop.arrivedAt ?? arrivedAt };
  const stops = others.toSpliced(visited, 0, done);
  const { latitude, longitude } = stop;
  const next = replanned(route, { stops, origin: { latitude, longitude } }, event.at);
  return { ...state, work, route: { ...next, left: leaving(next, stop, event.at) } };
}

function workDone(state: DriverState, { taskId, offerId, at }: EventOf<'WORK_DONE'>): DriverState {
  const known = state.work[taskId];
  if (known === undefined) return state;
  const rest = without(state.work, taskId);
  const work = known.collected === true ? rest : { ...rest, [taskId]: { ...known, finished: true as const } };
  const dropoff = state.route?.stops.find((stop) => stop.taskId === taskId && stop.kind === 'DROPOFF');
  const route = withoutTask(state.route, taskId, at, dropoff);
  return {
    ...state,
    work,
    route,
    tombstones: bury(state.tombstones, offerId),
    idleSince: idle(state, rest, at),
  };
}

function withStop(
  route: Route | undefined,
  { taskId, stop: kind }: { taskId: string; stop: Stop['kind'] },
  change: (stop: Stop) => Stop,
): Route | undefined {
  if (route === undefined) return undefined;
  const stops = route.stops.map((stop) =>
    stop.taskId === taskId && stop.kind === kind ? change(stop) : stop,
  );
  return { ...route, stops, left: undefined, version: route.version + 1 };
}

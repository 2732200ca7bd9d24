import { accepted, unchanged } from '../machines/decision.ts';
import { insertStops } from '../planning/insertion.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { DriverBaseFacts, RouteFacts, WorkCommand } from './commands.ts';
import type { DriverEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { stopsOf } from './evolve-work.ts';
import { finishedLeg } from './left.ts';
import { legsAlong, openStops } from './legs.ts';
import { insertIntoRoute } from './route.ts';
import { type DriverState, isBuried, type Reservation, type Stop, type StopKind } from './state.ts';
import { takeOver } from './take-over.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver } from './turn.ts';

/** Words of orders, which come late, twice or out of their order: what they find no longer is left as it is. */
export const workHandlers: Handlers<Exclude<WorkCommand['type'], 'reserve'>> = {
  'confirm-reservation': confirm,
  release,
  'work-accepted': workAccepted,
  'stop-done': stopDone,
  'stop-arrived': stopArrived,
  collect,
  'work-done': workDone,
};

function confirm({ state, command, facts }: OnDriver<'confirm-reservation'>): DriverDecision {
  const { offerId } = command;
  const reservation = state.reservations[offerId];
  if (reservation === undefined || reservation.confirmed) return unchanged();
  const { taskId } = reservation;
  return accepted([{ ...driverEvent(facts), type: 'RESERVATION_CONFIRMED', offerId, taskId }]);
}

/** Leaves a tombstone whatever it finds: the reservation itself may still be on its way. */
function release({ state, command, facts }: OnDriver<'release'>): DriverDecision {
  const { offerId, reason } = command;
  const worked = Object.entries(state.work).find(([, work]) => work.offerId === offerId);
  if (worked?.[1].pickedUp === true) return unchanged();
  const taskId = worked?.[0] ?? state.reservations[offerId]?.taskId ?? null;
  if (taskId === null && isBuried(state, offerId)) return unchanged();
  const freed = taskId !== null;
  return accepted([{ ...driverEvent(facts), type: 'OFFER_RELEASED', offerId, taskId, reason, freed }]);
}

function workAccepted({ state, command, facts }: OnDriver<'work-accepted'>): DriverDecision {
  const reservation = state.reservations[command.offerId];
  if (reservation === undefined) return unchanged();
  return accepted([takeOn(state, command.offerId, reservation, facts)]);
}

function takeOn(
  state: DriverState,
  offerId: string,
  reservation: Reservation,
  { position, travel = cityTravelTimes, now }: Pick<RouteFacts, 'position' | 'travel' | 'now'>,
): DriverEvent {
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

function stopDone(at: OnDriver<'stop-done'>): DriverDecision {
  const { taskId, stop, at: arrivedAt } = at.command;
  return onWork(at, (state, event) => {
    const done = stop === 'PICKUP' ? state.work[taskId]?.pickedUp : findStop(state, taskId, stop)?.done;
    if (done === true) return null;
    const leg = finishedLeg(state, { taskId, kind: stop }, at.facts);
    return { ...event, type: 'STOP_DONE', taskId, stop, arrivedAt, ...leg };
  });
}

function stopArrived(at: OnDriver<'stop-arrived'>): DriverDecision {
  const { taskId, stop, at: arrivedAt } = at.command;
  return onWork(at, (state, event) => {
    const found = findStop(state, taskId, stop);
    if (found === undefined || found.arrivedAt !== undefined) return null;
    const leg = finishedLeg(state, { taskId, kind: stop }, at.facts);
    return { ...event, type: 'STOP_ARRIVED', taskId, stop, arrivedAt, ...leg };
  });
}

function findStop({ route }: DriverState, taskId: string, kind: StopKind): Stop | undefined {
  return route?.stops.find((stop) => stop.taskId === taskId && stop.kind === kind);
}

function collect(at: OnDriver<'collect'>): DriverDecision {
  const { taskId, orderId, groupId, amount, at: collectedAt, number } = at.command;
  const numbered = number === undefined ? {} : { number };
  return onWork(at, (state, event) =>
    state.work[taskId]?.collected === true
      ? null
      : { ...event, type: 'CASH_COLLECTED', taskId, orderId, groupId, amount, collectedAt, ...numbered },
  );
}

function workDone(at: OnDriver<'work-done'>): DriverDecision {
  const { taskId, at: doneAt } = at.command;
  return onWork(at, (state, event) => {
    const work = state.work[taskId];
    if (work === undefined || work.finished === true) return null;
    const leg = finishedLeg(state, { taskId, kind: 'DROPOFF' }, at.facts);
    return { ...event, type: 'WORK_DONE', taskId, offerId: work.offerId, doneAt, ...leg };
  });
}

type WorkNow = {
  state: DriverState;
  command: { taskId: string; offerId?: string };
  facts: DriverBaseFacts;
};
type Shared = ReturnType<typeof driverEvent>;

/**
 * What the order says of a task that is the driver's. Words about a former offer of it came late. Should its word that the driver accepted still be on
 * its way, this says as much: the task is taken on first. Not so under another offer than the one it was accepted
 * under: that one came late, perhaps after the task was done, and the order is about to deny it.
 */
export function onWork(
  { state, command: { taskId, offerId }, facts }: WorkNow,
  then: (state: DriverState, event: Shared) => DriverEvent | null,
): DriverDecision {
  const before: DriverEvent[] = [];
  let now = state;
  const known = state.work[taskId];
  if (known !== undefined && offerId !== undefined && known.offerId !== offerId) return unchanged();
  if (known === undefined) {
    const reserved = Object.entries(state.reservations).find(
      ([held, each]) => each.taskId === taskId && (offerId ?? held) === held,
    );
    if (reserved === undefined) return unchanged();
    const taken = takeOn(state, ...reserved, { position: null, now: facts.now });
    before.push(taken);
    now = evolve(state, taken);
  }
  const event = then(now, driverEvent(facts));
  if (event !== null) return accepted([...before, event]);
  return before.length > 0 ? accepted(before) : unchanged();
}

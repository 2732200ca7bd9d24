import { accepted } from '../machines/decision.ts';
import { add, compare } from '../money/money.ts';
import type { ReservationRule } from './events.ts';
import { type DriverState, isBuried, MOST_TASKS, type Reservation } from './state.ts';
import { type DriverDecision, driverEvent, type OnDriver } from './turn.ts';

/**
 * Holds capacity and cash for a task, or says which rule forbids it. Either way the answer is an event:
 * whoever offered the task learns of it through the event's reaction, not from a reply.
 */
export function reserve({ state, command, facts }: OnDriver<'reserve'>): DriverDecision {
  const { offerId, taskId, orderId, round, zoneId, manual, cod, items, pickup, dropoff, dueBy } = command;
  const offer = { offerId, taskId, orderId, round, zoneId };
  const event = { ...driverEvent(facts), ...offer };
  if (holds(state, offerId)) return accepted([{ ...event, type: 'RESERVED_AGAIN' }]);

  const rule = brokenRule(state, command, facts.insideZones);
  if (rule !== null) return accepted([{ ...event, type: 'RESERVATION_REFUSED', rule, manual }]);
  const held = { taskId, orderId, round, cod, items, pickup, dropoff, dueBy, manual, confirmed: false };
  const reservation: Reservation = zoneId === null ? held : { ...held, zoneId };
  const replaces = formerRounds(state, taskId).length > 0;
  return accepted([{ ...event, type: 'RESERVED', reservation, replaces }]);
}

export function holds({ reservations, work }: DriverState, offerId: string): boolean {
  if (Object.hasOwn(reservations, offerId)) return true;
  return Object.values(work).some((task) => task.offerId === offerId);
}

/** `to` tells that the goods are on board of another driver. */
type Wanted = { offerId: string; taskId: string; round: number; cod: string; items: number; to?: string };

/** The first rule broken, in the order in which they are told. Zones and cash bind dispatchers too. */
export function brokenRule(state: DriverState, wanted: Wanted, insideZones: boolean): ReservationRule | null {
  if (isBuried(state, wanted.offerId) || isOutdated(state, wanted)) return 'WITHDRAWN';
  if (state.status !== 'APPROVED') return 'NOT_APPROVED';
  if (state.shift?.status !== 'ON_DUTY') return 'OFF_DUTY';
  if (!insideZones) return 'OUTSIDE_ZONES';
  const held = heldBeside(state, wanted.taskId);
  if (held.tasks >= MOST_TASKS || held.items + wanted.items > state.capacity) return 'CAPACITY';
  const cash = add(state.cashOnHand, held.cod, wanted.cod);
  return compare(cash, state.cashLimit ?? '0.00') > 0 ? 'CASH_LIMIT' : null;
}

/**
 * The task is held under another offer of a later round: this one comes late. Of the same round: the order may be
 * giving the task away under that offer just now, and only its word ends a reservation. Held under an earlier round's,
 * it is the other way round: that offer has ended, and only the word of it is still on its way.
 */
function isOutdated(state: DriverState, { taskId, round, to }: Wanted): boolean {
  // Goods on board are offered to nobody, but come back to one who handed them over before.
  if (to === undefined && state.work[taskId]?.pickedUp === true) return true;
  return formerRounds(state, taskId).some((former) => former >= round);
}

/** The rounds of the offers under which the task is held now. */
function formerRounds({ reservations, work }: DriverState, taskId: string): number[] {
  const reserved = Object.values(reservations).filter((reservation) => reservation.taskId === taskId);
  const worked = work[taskId];
  return [...reserved, ...(worked === undefined ? [] : [worked])].map(({ round }) => round);
}

/** A task offered once more to its own driver, by hand, is not counted twice. */
function heldBeside(
  { reservations, work }: DriverState,
  taskId: string,
): { tasks: number; items: number; cod: string } {
  const reserved = Object.values(reservations).filter((reservation) => reservation.taskId !== taskId);
  const others = Object.entries(work)
    .filter(([id]) => id !== taskId)
    .map(([, task]) => task);
  const onBoard = others.filter((task) => task.finished === undefined);
  const uncollected = others.filter((task) => task.collected === undefined);
  return {
    tasks: reserved.length + onBoard.length,
    items: [...reserved, ...onBoard].reduce((sum, { items }) => sum + items, 0),
    cod: add(...[...reserved, ...uncollected].map(({ cod }) => cod)),
  };
}

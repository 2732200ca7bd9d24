import { accepted, unchanged } from '../machines/decision.ts';
import { command } from '../machines/effect.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
  type OfTask,
  type OnFailedWork,
  type OnOffer,
  type OnTask,
  type Reaction,
} from './behaviour.ts';
import {
  brokenRule,
  holds,
  MANUAL_REFUSAL,
  type ReservationRule,
  type ReserveFacts,
  type ReservePayload,
  reserved,
} from './offers.ts';
import { removeWork } from './remove-work.ts';
import type { Reservation } from './state.ts';
import { onWork, type TakingOnEvent, takeOver } from './taking-on.ts';
import { driverEvent, unchangedState } from './turn.ts';

/**
 * Goods on board change drivers. The receiving driver reserves capacity and cash under the rules of an assignment by
 * hand; once both drivers have confirmed, the order notifies each of them.
 */
export type HandOverCommand = ReserveHandOver | WorkHandedOver | WorkTakenOver;

/** `to`: where the goods go next. */
type ReserveHandOver = Given<
  'reserve-hand-over',
  Omit<ReservePayload, 'manual' | 'zoneId'> & { to: 'DROPOFF' | 'RETURN' }
>;
type WorkHandedOver = Given<'work-handed-over', OnFailedWork>;
/** `to` null: a failed attempt is undecided. */
type WorkTakenOver = Given<
  'work-taken-over',
  OnOffer &
    OnTask & { at: string; seen: number; dueBy: string; notBefore?: string; to: 'DROPOFF' | 'RETURN' | null }
>;
export type HandOverFacts = { 'reserve-hand-over': ReserveFacts };

export type HandOverEvent = TakeOverReserved | TakeOverRefused | Happened<'WORK_HANDED_OVER', OfTask>;

/** `reservation` is null when it exists already; the event then only repeats the answer to the order. */
type TakeOverReserved = Happened<
  'TAKE_OVER_RESERVED',
  OfTask & { orderId: string; round: number; reservation: Reservation | null }
>;
type TakeOverRefused = Happened<
  'TAKE_OVER_REFUSED',
  OfTask & { orderId: string; round: number; rule: ReservationRule }
>;

export const handOverCommands: Commands<HandOverCommand, HandOverEvent | TakingOnEvent, HandOverFacts> = {
  'reserve-hand-over': reserve,
  'work-handed-over': handedOver,
  'work-taken-over': takenOver,
};

export const handOverEvents: Events<HandOverEvent> = {
  TAKE_OVER_RESERVED: {
    evolve: (state, event) => {
      const { reservation } = event;
      return reservation === null ? state : reserved(state, { ...event, reservation });
    },
    react: reportReserved,
    quiet: true,
    touchesRoute: always,
  },
  TAKE_OVER_REFUSED: { evolve: unchangedState, react: reportRefused, quiet: true },
  WORK_HANDED_OVER: { evolve: removeWork, retries: () => 'CAPACITY_FREED', touchesRoute: always },
};

function reserve({
  state,
  command,
  facts,
}: DriverTurn<ReserveHandOver, ReserveFacts>): Decision<HandOverEvent> {
  const { offerId, taskId, orderId, round, cod, items, pickup, dropoff, dueBy, to } = command;
  const event = { ...driverEvent(facts), offerId, taskId, orderId, round };
  if (holds(state, offerId)) return accepted([{ ...event, type: 'TAKE_OVER_RESERVED', reservation: null }]);
  const rule = brokenRule(state, command, facts.insideZones);
  if (rule !== null) return accepted([{ ...event, type: 'TAKE_OVER_REFUSED', rule }]);
  const held = { taskId, orderId, round, cod, items, pickup, dropoff, dueBy, manual: true };
  const reservation: Reservation = { ...held, confirmed: false, takesOver: to };
  return accepted([{ ...event, type: 'TAKE_OVER_RESERVED', reservation }]);
}

/** Only the order decides who has the goods, so the driver reports to it whether there is capacity. */
function reportReserved({ event, driver: { driverId } }: Reaction<TakeOverReserved>): Effect[] {
  const { taskId, orderId, offerId: handOverId } = event;
  return [command('order', orderId, 'hand-over-reserved', { taskId, handOverId, driverId })];
}

function reportRefused({ event }: Reaction<TakeOverRefused>): Effect[] {
  const { taskId, orderId, offerId: handOverId, rule } = event;
  return [command('order', orderId, 'hand-over-refused', { taskId, handOverId, ...MANUAL_REFUSAL[rule] })];
}

/** The giving driver no longer has the goods, whatever other commands about them are still on their way. */
function handedOver(at: DriverTurn<WorkHandedOver>): Decision<HandOverEvent | TakingOnEvent> {
  const { taskId } = at.command;
  return onWork<HandOverEvent>(at, (state, event) => {
    const work = state.work[taskId];
    if (work === undefined || work.finished === true) return null;
    return { ...event, type: 'WORK_HANDED_OVER', taskId, offerId: work.offerId };
  });
}

function takenOver({ state, command, facts }: DriverTurn<WorkTakenOver>): Decision<TakingOnEvent> {
  const { offerId, to, dueBy, notBefore, seen } = command;
  const reservation = state.reservations[offerId];
  // Without it the goods are on board already, because a later command about them arrived first.
  if (reservation?.takesOver === undefined) return unchanged();
  return accepted([takeOver(state, offerId, { ...reservation, dueBy, notBefore }, to, facts.now, seen)]);
}

import { accepted, unchanged } from '../machines/decision.ts';
import type { HandOverCommand } from './commands.ts';
import { brokenRule, holds } from './decide-reserve.ts';
import { onWork } from './decide-work.ts';
import type { Reservation } from './state.ts';
import { takeOver } from './take-over.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver } from './turn.ts';

/** Goods on board change drivers. The receiving side holds room and cash by the rules of an assignment by hand. */
export const handOverHandlers: Handlers<HandOverCommand['type']> = {
  'reserve-hand-over': reserveHandOver,
  'work-handed-over': handedOver,
  'work-taken-over': takenOver,
};

function reserveHandOver({ state, command, facts }: OnDriver<'reserve-hand-over'>): DriverDecision {
  const { offerId, taskId, orderId, round, cod, items, pickup, dropoff, dueBy, to } = command;
  const event = { ...driverEvent(facts), offerId, taskId, orderId, round };
  if (holds(state, offerId)) return accepted([{ ...event, type: 'TAKE_OVER_RESERVED', reservation: null }]);
  const rule = brokenRule(state, command, facts.insideZones);
  if (rule !== null) return accepted([{ ...event, type: 'TAKE_OVER_REFUSED', rule }]);
  const held = { taskId, orderId, round, cod, items, pickup, dropoff, dueBy, manual: true };
  const reservation: Reservation = { ...held, confirmed: false, takesOver: to };
  return accepted([{ ...event, type: 'TAKE_OVER_RESERVED', reservation }]);
}

/** Whose goods they were: they are off board, whatever else was still to be said about them. */
function handedOver(at: OnDriver<'work-handed-over'>): DriverDecision {
  const { taskId } = at.command;
  return onWork(at, (state, event) => {
    const work = state.work[taskId];
    if (work === undefined || work.finished === true) return null;
    return { ...event, type: 'WORK_HANDED_OVER', taskId, offerId: work.offerId };
  });
}

function takenOver({ state, command, facts }: OnDriver<'work-taken-over'>): DriverDecision {
  const { offerId, to, dueBy, notBefore, seen } = command;
  const reservation = state.reservations[offerId];
  // The goods are on board already, because a later word about them came first.
  if (reservation?.takesOver === undefined) return unchanged();
  return accepted([takeOver(state, offerId, { ...reservation, dueBy, notBefore }, to, facts.now, seen)]);
}

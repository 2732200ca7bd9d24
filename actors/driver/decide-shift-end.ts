import { accepted, refused, unchanged } from '../machines/decision.ts';
import { add, compare, isZero, subtract } from '../money/money.ts';
import type { EndedShift } from './events.ts';
import { activeTasks, type DriverState, goodsOnBoard, type Shift } from './state.ts';
import type { DriverDecision, driverEvent, OnDriver } from './turn.ts';

type Shared = ReturnType<typeof driverEvent>;

/** The same rules for the driver and for a dispatcher: nothing that the driver holds may be left behind. */
export function endShift(at: OnDriver<'end-shift'>, shift: Shift, event: Shared): DriverDecision {
  const { state, command } = at;
  const goods = goodsOnBoard(state);
  if (goods.length > 0) {
    return refused(
      'shift.GOODS_ON_BOARD',
      `Deliver or bring back what is on board first; tasks: ${goods.length}.`,
      { tasks: goods },
    );
  }
  const unfinished = activeTasks(state);
  if (unfinished > 0) {
    return refused('shift.WORK_UNFINISHED', `Finish your tasks first; open: ${unfinished}.`, {
      unfinished,
      tasks: openTasks(state),
    });
  }
  const held = cashHeld(state);
  const byDispatcher = command.by.role !== 'DRIVER';
  const consent = state.carryOver === true || (byDispatcher && command.carryCash === true);
  const refusal = isZero(held) ? null : refuseCarrying(state, held, consent);
  if (refusal !== null) return refusal;
  const { shiftId, startedAt, breaks, planId, plannedEnd } = shift;
  const ended: EndedShift = { shiftId, startedAt, breaks };
  if (planId !== undefined) ended.planId = planId;
  if (plannedEnd !== undefined) ended.plannedEnd = plannedEnd;
  if (!isZero(held)) ended.carried = held;
  return accepted([{ ...event, type: 'SHIFT_ENDED', ...ended }], { shiftId });
}

/** Says once that the cash on hand may stay with the driver. Cash beyond the limit may not, whoever consents. */
export function allowCarryOver(state: DriverState, { shiftId }: Shift, event: Shared): DriverDecision {
  if (state.carryOver === true) return unchanged({ shiftId });
  const refusal = refuseCarrying(state, cashHeld(state), true);
  if (refusal !== null) return refusal;
  const { cashOnHand } = state;
  return accepted([{ ...event, type: 'CARRY_OVER_ALLOWED', shiftId, cashOnHand }], { shiftId });
}

/**
 * What the driver holds in cash and has not handed in: what was counted and waits for a second dispatcher is in the
 * till, and what was taken at a door counts even while word of it is still on its way.
 */
export function cashHeld({ cashOnHand, settlement, work }: DriverState): string {
  const onItsWay = Object.values(work)
    .filter(({ finished, collected }) => finished === true && collected === undefined)
    .map(({ cod }) => cod);
  return subtract(add(cashOnHand, ...onItsWay), settlement?.expected ?? '0.00');
}

function refuseCarrying(state: DriverState, held: string, consent: boolean): DriverDecision | null {
  const limit = state.cashLimit ?? '0.00';
  const beyondLimit = compare(held, limit) > 0;
  if (consent && !beyondLimit) return null;
  const detail = beyondLimit
    ? `${held} QAR is more than the cash limit of ${limit} QAR: it must be handed in.`
    : `Hand in ${held} QAR first, or let a dispatcher consent to carrying it over.`;
  return refused('shift.CASH_UNSETTLED', detail, { cashOnHand: held, cashLimit: limit, beyondLimit });
}

function openTasks({ reservations, work }: DriverState): string[] {
  const accepted = Object.entries(work).filter(([, { finished }]) => finished === undefined);
  return [...accepted.map(([taskId]) => taskId), ...Object.values(reservations).map(({ taskId }) => taskId)];
}

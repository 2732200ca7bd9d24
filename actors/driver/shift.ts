import { accepted, refused, unchanged } from '../machines/decision.ts';
import { type Alert, closeAlert, raiseAlert } from '../machines/effect.ts';
import type { Occurred } from '../machines/occurred-at.ts';
import { isZero } from '../money/money.ts';
import { plusMinutes } from '../planning/instants.ts';
import type { Decision, Effect, EventContext, RowOp } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverBaseFacts,
  type DriverMove,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
  type Reaction,
} from './behaviour.ts';
import { cancelBreakTimer, closeBreakOverrun } from './break.ts';
import { cashHeld, refuseCarrying } from './carry-over.ts';
import { onShift, withShift } from './on-shift.ts';
import {
  activeTasks,
  type DriverState,
  type DutyStatus,
  goodsOnBoard,
  type PlannedBreak,
  type Shift,
  type ShiftBreak,
} from './state.ts';
import { shiftTable } from './transitions.ts';
import { driverEvent, refuseState, type SharedEvent } from './turn.ts';

/** The driver starts and ends shifts, with a plan or without; dispatchers are alerted when one goes on too long. */
export type ShiftCommand = StartShift | EndShift | PlanChanged | ShiftOverrun;

type StartShift = Given<'start-shift', Occurred>;
/** `shiftId`: the shift to end; default: the present one. `carryCash`: a dispatcher lets the driver keep the cash. */
type EndShift = Given<'end-shift', { shiftId?: string; carryCash?: boolean } & Occurred>;
/** From plans and timers. They may come late or twice: for another shift than the present one they are no-ops. */
type PlanChanged = Given<'plan-changed', PlanFigures>;
type ShiftOverrun = Given<'shift-overrun', { shiftId: string; plannedEnd: string }>;

/** The plan that a shift follows. */
export type PlanFigures = {
  planId: string;
  planVersion: number;
  plannedEnd: string;
  breaksPlanned: PlannedBreak[];
};

export interface StartShiftFacts extends DriverBaseFacts {
  /** New UUIDv7s for the shift and its route. */
  shiftId: string;
  routeId: string;
  /** The driver's plan whose window contains the present time. */
  plan: PlanFigures | null;
}
export type ShiftFacts = { 'start-shift': StartShiftFacts };

export type ShiftEvent = ShiftStarted | ShiftReplanned | ShiftOverran | ShiftEnded;

type ShiftStarted = Happened<'SHIFT_STARTED', { shiftId: string; routeId: string } & Partial<PlanFigures>>;
type ShiftReplanned = Happened<'SHIFT_REPLANNED', { shiftId: string } & PlanFigures>;
type ShiftOverran = Happened<'SHIFT_OVERRAN', { shiftId: string; plannedEnd: string }>;
type ShiftEnded = Happened<'SHIFT_ENDED', EndedShift>;

type EndedShift = {
  shiftId: string;
  startedAt: string;
  breaks: ShiftBreak[];
  planId?: string;
  plannedEnd?: string;
  /** Cash that stays with the driver by a dispatcher's consent. */
  carried?: string;
};

/** Minutes after its planned end from which a running shift raises an alert. */
export const OVERRUN_MINUTES = 15;

const OVERRUN_TIMER = 'shift-overrun';

export const shiftCommands: Commands<ShiftCommand, ShiftEvent, ShiftFacts> = {
  'start-shift': start,
  'end-shift': end,
  'plan-changed': planChanged,
  'shift-overrun': overrun,
};

export const shiftEvents: Events<ShiftEvent> = {
  SHIFT_STARTED: {
    evolve: started,
    react: reactToStart,
    retries: () => 'DRIVER_AVAILABLE',
    touchesShift: true,
    touchesRoute: always,
  },
  SHIFT_REPLANNED: {
    evolve: (state, { planId, planVersion, plannedEnd, breaksPlanned }) =>
      withShift(state, { planId, planVersion, plannedEnd, breaksPlanned, overran: undefined }),
    react: ({ event: { shiftId, plannedEnd }, was }) => [
      ...closeOverrun(was),
      overrunTimer(shiftId, plannedEnd),
    ],
    touchesShift: true,
    // Planned arrivals account for breaks.
    touchesRoute: always,
  },
  SHIFT_OVERRAN: {
    evolve: (state) => withShift(state, { overran: true }),
    react: ({ event: { shiftId, plannedEnd }, driver: { driverId } }) => [
      raiseAlert({ ...overrunAlert(driverId, shiftId), data: { shiftId, plannedEnd } }),
    ],
  },
  SHIFT_ENDED: {
    evolve: (state, { shiftId }) => ({
      ...state,
      shift: undefined,
      route: undefined,
      idleSince: undefined,
      lastShiftId: shiftId,
      carryOver: undefined,
    }),
    react: ({ was }) => [
      { do: 'cancel-timer', name: OVERRUN_TIMER },
      cancelBreakTimer,
      ...closeOverrun(was),
      ...closeBreakOverrun(was),
    ],
    rows: endedRow,
    history: ({ carried }) => (carried === undefined ? {} : { carried }),
  },
};

function start(at: DriverTurn<StartShift, StartShiftFacts>): Decision<ShiftEvent> {
  const { state, facts, command } = at;
  if (state.shift !== undefined) return unchanged({ shiftId: state.shift.shiftId });
  if (state.status !== 'APPROVED') {
    return refused('driver.NOT_APPROVED', `Only approved drivers work; the status is ${state.status}.`, {
      currentState: state.status,
    });
  }
  const { shiftId, routeId, plan } = facts;
  const { to } = shiftTable.OFF[command.type];
  const moves: DriverMove[] = [{ subject: 'SHIFT', id: shiftId, from: null, to }];
  const event = { ...driverEvent(facts), type: 'SHIFT_STARTED' as const, shiftId, routeId, moves };
  return accepted([plan === null ? event : { ...event, ...plan }], { shiftId });
}

function started(state: DriverState, event: ShiftStarted): DriverState {
  const { shiftId, routeId, at, planId, planVersion, plannedEnd, breaksPlanned } = event;
  const shift: Shift = { shiftId, status: 'ON_DUTY', startedAt: at, breaks: [] };
  return {
    ...state,
    shift: planId === undefined ? shift : { ...shift, planId, planVersion, plannedEnd, breaksPlanned },
    route: { routeId, version: 1, stops: [], plannedAt: at },
    idleSince: at,
    lastShiftId: undefined,
  };
}

/** An unplanned shift needs no timer: it ends when the driver ends it. */
function reactToStart({ event, driver: { driverId } }: Reaction<ShiftStarted>): Effect[] {
  const { planId, plannedEnd, shiftId } = event;
  if (planId === undefined || plannedEnd === undefined) return [];
  return [
    closeAlert({
      kind: 'SHIFT_NOT_STARTED',
      dedupeKey: notStartedKey(planId),
      subjectType: 'DRIVER',
      subjectId: driverId,
    }),
    overrunTimer(shiftId, plannedEnd),
  ];
}

function planChanged({ state: { shift }, command, facts }: DriverTurn<PlanChanged>): Decision<ShiftEvent> {
  const { planId, planVersion, plannedEnd, breaksPlanned } = command;
  if (shift?.planId !== planId || (shift.planVersion ?? 0) >= planVersion) return unchanged();
  const figures = { planId, planVersion, plannedEnd, breaksPlanned };
  return accepted([{ ...driverEvent(facts), type: 'SHIFT_REPLANNED', shiftId: shift.shiftId, ...figures }]);
}

function overrun({ state: { shift }, command, facts }: DriverTurn<ShiftOverrun>): Decision<ShiftEvent> {
  const { shiftId, plannedEnd } = command;
  if (shift?.shiftId !== shiftId || shift.plannedEnd !== plannedEnd || shift.overran === true)
    return unchanged();
  return accepted([{ ...driverEvent(facts), type: 'SHIFT_OVERRAN', shiftId, plannedEnd }]);
}

function end(at: DriverTurn<EndShift>): Decision<ShiftEvent> {
  const { shiftId, by } = at.command;
  // A named shift must be the present one: a late end of yesterday's shift must not end today's.
  if (shiftId !== undefined && shiftId !== at.state.shift?.shiftId) {
    if (shiftId === at.state.lastShiftId) return unchanged({ shiftId });
    return refuseState<DutyStatus>('shift.INVALID_STATE', shiftTable, 'ENDED', by.role);
  }
  return onShift<ShiftEvent>(
    at,
    ({ shift, lastShiftId }) => shift === undefined && lastShiftId !== undefined,
    (shift, event) => endPresent(at, shift, event),
  );
}

/**
 * Ends the present shift, by the same rules for the driver and a dispatcher: no goods, tasks or cash may be left with
 * the driver.
 */
function endPresent(at: DriverTurn<EndShift>, shift: Shift, event: SharedEvent): Decision<ShiftEvent> {
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

function openTasks({ reservations, work }: DriverState): string[] {
  const open = Object.entries(work).filter(([, { finished }]) => finished === undefined);
  return [...open.map(([taskId]) => taskId), ...Object.values(reservations).map(({ taskId }) => taskId)];
}

/** The shift's row is written from the event, since the state no longer contains it. */
function endedRow(event: ShiftEnded, { driverId }: DriverState, { version }: EventContext): RowOp[] {
  const { shiftId, startedAt, breaks, at, planId = null, plannedEnd = null } = event;
  const closed = breaks.map((each) => ({ from: each.from, to: each.to ?? at }));
  const row = {
    id: shiftId,
    driver_id: driverId,
    status: 'ENDED',
    started_at: startedAt,
    ended_at: at,
    breaks: closed,
    plan_id: planId,
    planned_end: plannedEnd,
    actor_version: version,
  };
  return [{ table: 'shift_runs', op: 'upsert', row }];
}

function overrunTimer(shiftId: string, plannedEnd: string): Effect {
  const dueAt = plusMinutes(plannedEnd, OVERRUN_MINUTES);
  const payload = { shiftId, plannedEnd };
  return { do: 'set-timer', name: OVERRUN_TIMER, dueAt, type: 'shift-overrun', payload };
}

function closeOverrun(was: DriverState | null): Effect[] {
  if (was?.shift?.overran !== true) return [];
  return [closeAlert(overrunAlert(was.driverId, was.shift.shiftId))];
}

function overrunAlert(driverId: string, shiftId: string): Alert {
  return {
    kind: 'SHIFT_OVERRUN',
    dedupeKey: `shift-overrun:${shiftId}`,
    subjectType: 'DRIVER',
    subjectId: driverId,
  };
}

/** Key of the alert, raised by a scheduled job, that a planned shift was not started. */
export function notStartedKey(planId: string): string {
  return `shift-not-started:${planId}`;
}

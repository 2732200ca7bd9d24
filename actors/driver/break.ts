import { accepted, unchanged } from '../machines/decision.ts';
import { type Alert, closeAlert, raiseAlert } from '../machines/effect.ts';
import type { Occurred } from '../machines/occurred-at.ts';
import { plusMinutes } from '../planning/instants.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverBaseFacts,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
} from './behaviour.ts';
import { onShift, withShift } from './on-shift.ts';
import type { DriverState } from './state.ts';
import { driverEvent } from './turn.ts';

/** The driver takes a break during a shift; dispatchers are alerted when it lasts too long. */
export type BreakCommand = Given<'start-break', Occurred> | Given<'end-break', Occurred> | BreakOverrun;

/** From a timer, which may fire late: for another break than the present one it is a no-op. */
type BreakOverrun = Given<'break-overrun', { shiftId: string; from: string }>;

export interface StartBreakFacts extends DriverBaseFacts {
  /** Minutes after which dispatchers are alerted. */
  limitMinutes: number;
}
export type BreakFacts = { 'start-break': StartBreakFacts };

export type BreakEvent =
  | BreakStarted
  | Happened<'BREAK_OVERRAN', { shiftId: string; from: string }>
  | Happened<'BREAK_ENDED', { shiftId: string }>;

/** `limitMinutes`: minutes after which dispatchers are alerted; absent in events of earlier releases. */
type BreakStarted = Happened<'BREAK_STARTED', { shiftId: string; limitMinutes?: number }>;

const OVERRUN_TIMER = 'break-overrun';

export const breakCommands: Commands<BreakCommand, BreakEvent, BreakFacts> = {
  'start-break': (at) =>
    onShift<BreakEvent>(
      at,
      ({ shift }) => shift?.status === 'ON_BREAK',
      ({ shiftId }, event) =>
        accepted([{ ...event, type: 'BREAK_STARTED', shiftId, limitMinutes: at.facts.limitMinutes }]),
    ),
  'end-break': (at) =>
    onShift<BreakEvent>(
      at,
      ({ shift }) => shift?.status === 'ON_DUTY' && shift.breaks.length > 0,
      ({ shiftId }, event) => accepted([{ ...event, type: 'BREAK_ENDED', shiftId }]),
    ),
  'break-overrun': breakOverrun,
};

export const breakEvents: Events<BreakEvent> = {
  BREAK_STARTED: {
    evolve: (state, { at }) => {
      const breaks = [...(state.shift?.breaks ?? []), { from: at, to: null }];
      const onBreak = withShift(state, { status: 'ON_BREAK', breaks });
      // The current leg is interrupted, so its time must not be measured.
      return onBreak.route === undefined
        ? onBreak
        : { ...onBreak, route: { ...onBreak.route, left: undefined } };
    },
    react: ({ event }) => overrunTimer(event),
    touchesShift: true,
    // Planned arrivals account for breaks.
    touchesRoute: always,
  },
  BREAK_OVERRAN: {
    evolve: (state) => withShift(state, { breakOverran: true }),
    react: ({ event: { shiftId, from }, driver: { driverId } }) => [
      raiseAlert({ ...overrunAlert(driverId, shiftId), data: { shiftId, from } }),
    ],
  },
  BREAK_ENDED: {
    evolve: (state, { at }) => {
      const breaks = (state.shift?.breaks ?? []).map((each) => ({ ...each, to: each.to ?? at }));
      return withShift(state, { status: 'ON_DUTY', breaks, breakOverran: undefined });
    },
    react: ({ was }) => [cancelBreakTimer, ...closeBreakOverrun(was)],
    retries: () => 'DRIVER_AVAILABLE',
    touchesShift: true,
    touchesRoute: always,
  },
};

function breakOverrun({ state: { shift }, command, facts }: DriverTurn<BreakOverrun>): Decision<BreakEvent> {
  const { shiftId, from } = command;
  if (shift?.shiftId !== shiftId || shift.breakOverran === true) return unchanged();
  const present = shift.breaks.at(-1);
  if (present?.to !== null || present.from !== from) return unchanged();
  return accepted([{ ...driverEvent(facts), type: 'BREAK_OVERRAN', shiftId, from }]);
}

function overrunTimer({ shiftId, at, limitMinutes }: BreakStarted): Effect[] {
  if (limitMinutes === undefined) return [];
  const dueAt = plusMinutes(at, limitMinutes);
  const payload = { shiftId, from: at };
  return [{ do: 'set-timer', name: OVERRUN_TIMER, dueAt, type: 'break-overrun', payload }];
}

export const cancelBreakTimer: Effect = { do: 'cancel-timer', name: OVERRUN_TIMER };

/** The alert is closed when the break or the shift ends. */
export function closeBreakOverrun(was: DriverState | null): Effect[] {
  if (was?.shift?.breakOverran !== true) return [];
  return [closeAlert(overrunAlert(was.driverId, was.shift.shiftId))];
}

function overrunAlert(driverId: string, shiftId: string): Alert {
  return {
    kind: 'BREAK_OVERRUN',
    dedupeKey: `break-overrun:${shiftId}`,
    subjectType: 'DRIVER',
    subjectId: driverId,
  };
}

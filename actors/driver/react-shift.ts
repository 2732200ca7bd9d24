import type { AlertKind } from '../machines/alert-kinds.ts';
import { closeAlert, raiseAlert } from '../machines/effect.ts';
import { plusMinutes } from '../planning/instants.ts';
import type { Effect } from '../runtime/machine.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

const OVERRUN = 'shift-overrun';
const BREAK = 'break-overrun';

/** Minutes after its planned end when a shift that goes on is told of. */
export const OVERRUN_MINUTES = 15;

/** Timers that ask whether a shift or break is too long, and the alerts about it. */
export function toShift(event: DriverEvent, before: DriverState | null, { driverId }: DriverState): Effect[] {
  switch (event.type) {
    case 'SHIFT_STARTED': {
      const { planId, plannedEnd, shiftId } = event;
      if (planId === undefined || plannedEnd === undefined) return [];
      const late = alertOf('SHIFT_NOT_STARTED', driverId, notStartedKey(planId));
      return [closeAlert(late), overrunTimer(shiftId, plannedEnd)];
    }
    case 'SHIFT_REPLANNED': {
      const { shiftId, plannedEnd } = event;
      return [...closeOverrun(before, driverId), overrunTimer(shiftId, plannedEnd)];
    }
    case 'SHIFT_OVERRAN': {
      const { shiftId, plannedEnd } = event;
      const alert = alertOf('SHIFT_OVERRUN', driverId, overrunKey(shiftId));
      return [raiseAlert({ ...alert, data: { shiftId, plannedEnd } })];
    }
    case 'BREAK_STARTED':
      return breakTimer(event);
    case 'BREAK_OVERRAN': {
      const { shiftId, from } = event;
      const alert = alertOf('BREAK_OVERRUN', driverId, breakKey(shiftId));
      return [raiseAlert({ ...alert, data: { shiftId, from } })];
    }
    case 'BREAK_ENDED':
      return [{ do: 'cancel-timer', name: BREAK }, ...closeBreak(before, driverId)];
    case 'SHIFT_ENDED':
      return [
        { do: 'cancel-timer', name: OVERRUN },
        { do: 'cancel-timer', name: BREAK },
        ...closeOverrun(before, driverId),
        ...closeBreak(before, driverId),
      ];
    default:
      return [];
  }
}

export function notStartedKey(planId: string): string {
  return `shift-not-started:${planId}`;
}

function overrunKey(shiftId: string): string {
  return `shift-overrun:${shiftId}`;
}

function breakKey(shiftId: string): string {
  return `break-overrun:${shiftId}`;
}

function alertOf(kind: AlertKind, driverId: string, dedupeKey: string) {
  return { kind, dedupeKey, subjectType: 'DRIVER' as const, subjectId: driverId };
}

function overrunTimer(shiftId: string, plannedEnd: string): Effect {
  const dueAt = plusMinutes(plannedEnd, OVERRUN_MINUTES);
  return { do: 'set-timer', name: OVERRUN, dueAt, type: OVERRUN, payload: { shiftId, plannedEnd } };
}

function breakTimer({
  shiftId,
  at,
  limitMinutes,
}: Extract<DriverEvent, { type: 'BREAK_STARTED' }>): Effect[] {
  if (limitMinutes === undefined) return [];
  const dueAt = plusMinutes(at, limitMinutes);
  return [{ do: 'set-timer', name: BREAK, dueAt, type: BREAK, payload: { shiftId, from: at } }];
}

function closeOverrun(before: DriverState | null, driverId: string): Effect[] {
  if (before?.shift?.overran !== true) return [];
  return [closeAlert(alertOf('SHIFT_OVERRUN', driverId, overrunKey(before.shift.shiftId)))];
}

function closeBreak(before: DriverState | null, driverId: string): Effect[] {
  if (before?.shift?.breakOverran !== true) return [];
  return [closeAlert(alertOf('BREAK_OVERRUN', driverId, breakKey(before.shift.shiftId)))];
}

import { accepted, refused, unchanged } from '../machines/decision.ts';
import { transitionOf } from '../machines/table.ts';
import type { ShiftCommand } from './commands.ts';
import { allowCarryOver, endShift } from './decide-shift-end.ts';
import type { DriverMove } from './events.ts';
import { type DriverState, type DutyStatus, dutyOf, type Shift } from './state.ts';
import { shiftTable } from './transitions.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver, refuseState } from './turn.ts';

type Type = ShiftCommand['type'];

export const shiftHandlers: Handlers<Type> = {
  'start-shift': startShift,
  'start-break': (at) =>
    inShift(at, ({ shiftId }, event) => {
      const { limitMinutes } = at.facts;
      return accepted([{ ...event, type: 'BREAK_STARTED', shiftId, limitMinutes }]);
    }),
  'end-break': (at) =>
    inShift(at, ({ shiftId }, event) => accepted([{ ...event, type: 'BREAK_ENDED', shiftId }])),
  'allow-carry-over': (at) => inShift(at, (shift, event) => allowCarryOver(at.state, shift, event)),
  'end-shift': (at) => {
    const { shiftId } = at.command;
    // Named: somebody else's shift of yesterday must not end today's.
    if (shiftId !== undefined && shiftId !== at.state.shift?.shiftId) {
      if (shiftId === at.state.lastShiftId) return unchanged({ shiftId });
      return refuseState<DutyStatus>('shift.INVALID_STATE', shiftTable, 'ENDED', at.command.by.role);
    }
    return inShift(at, (shift, event) => endShift(at, shift, event));
  },
};

function startShift(at: OnDriver<'start-shift'>): DriverDecision {
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

type Shared = ReturnType<typeof driverEvent>;
type ShiftNow = Pick<OnDriver<Type>, 'state' | 'facts'> & {
  command: Pick<OnDriver<Type>['command'], 'type' | 'by'>;
};

function inShift(at: ShiftNow, then: (shift: Shift, event: Shared) => DriverDecision): DriverDecision {
  const { state, command, facts } = at;
  const duty = dutyOf(state);
  const cell = transitionOf<DutyStatus>(shiftTable, duty, command.type);
  if (cell === undefined || state.shift === undefined) {
    if (repeats(state, command.type)) return unchanged();
    return refuseState<DutyStatus>('shift.INVALID_STATE', shiftTable, duty, command.by.role);
  }
  const event = driverEvent(facts);
  event.moves.push({ subject: 'SHIFT', id: state.shift.shiftId, from: duty, to: cell.to });
  return then(state.shift, event);
}

function repeats({ shift, lastShiftId }: DriverState, type: Type): boolean {
  switch (type) {
    case 'start-break':
      return shift?.status === 'ON_BREAK';
    case 'end-break':
      return shift?.status === 'ON_DUTY' && shift.breaks.length > 0;
    case 'end-shift':
      return shift === undefined && lastShiftId !== undefined;
    default:
      return false;
  }
}

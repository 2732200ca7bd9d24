import { accepted, refused, unchanged } from '../machines/decision.ts';
import { transitionOf } from '../machines/table.ts';
import type { ShiftCommand } from './commands.ts';
import type { DriverMove } from './events.ts';
import { activeTasks, type DriverState, type DutyStatus, dutyOf, type Shift } from './state.ts';
import { shiftTable } from './transitions.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver, refuseState } from './turn.ts';

type Type = ShiftCommand['type'];

export const shiftHandlers: Handlers<Type> = {
  'start-shift': startShift,
  'start-break': (at) =>
    inShift(at, (shift, event) => accepted([{ ...event, type: 'BREAK_STARTED', shiftId: shift.shiftId }])),
  'end-break': (at) =>
    inShift(at, (shift, event) => accepted([{ ...event, type: 'BREAK_ENDED', shiftId: shift.shiftId }])),
  'end-shift': (at) =>
    inShift(at, (shift, event) => {
      const unfinished = activeTasks(at.state);
      if (unfinished > 0) {
        return refused('shift.WORK_UNFINISHED', `Finish your tasks first; open: ${unfinished}.`, {
          unfinished,
        });
      }
      const { shiftId, startedAt, breaks } = shift;
      return accepted([{ ...event, type: 'SHIFT_ENDED', shiftId, startedAt, breaks }], { shiftId });
    }),
};

function startShift(at: OnDriver<'start-shift'>): DriverDecision {
  const { state, facts, command } = at;
  if (state.shift !== undefined) return unchanged({ shiftId: state.shift.shiftId });
  if (state.status !== 'APPROVED') {
    return refused('driver.NOT_APPROVED', `Only approved drivers work; the status is ${state.status}.`, {
      currentState: state.status,
    });
  }
  const { shiftId, routeId } = facts;
  const { to } = shiftTable.OFF[command.type];
  const moves: DriverMove[] = [{ subject: 'SHIFT', id: shiftId, from: null, to }];
  return accepted([{ ...driverEvent(facts), type: 'SHIFT_STARTED', shiftId, routeId, moves }], { shiftId });
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

import { unchanged } from '../machines/decision.ts';
import { transitionOf } from '../machines/table.ts';
import type { Decision, Principal } from '../runtime/machine.ts';
import type { DriverHappened, DriverTurn } from './behaviour.ts';
import { type DriverState, type DutyStatus, dutyOf, type Shift } from './state.ts';
import { shiftTable } from './transitions.ts';
import { driverEvent, refuseState, type SharedEvent } from './turn.ts';

/**
 * Decides a command of the present shift that the table must allow.
 * @param repeats Whether a command that is not allowed has already taken effect.
 */
export function onShift<E extends DriverHappened>(
  { state, command, facts }: DriverTurn<{ type: string; by: Principal }>,
  repeats: (state: DriverState) => boolean,
  then: (shift: Shift, event: SharedEvent) => Decision<E>,
): Decision<E> {
  const duty = dutyOf(state);
  const cell = transitionOf<DutyStatus>(shiftTable, duty, command.type);
  if (cell === undefined || state.shift === undefined) {
    if (repeats(state)) return unchanged();
    return refuseState<DutyStatus>('shift.INVALID_STATE', shiftTable, duty, command.by.role);
  }
  const event = driverEvent(facts);
  event.moves.push({ subject: 'SHIFT', id: state.shift.shiftId, from: duty, to: cell.to });
  return then(state.shift, event);
}

export function withShift(state: DriverState, change: Partial<Shift>): DriverState {
  return state.shift === undefined ? state : { ...state, shift: { ...state.shift, ...change } };
}

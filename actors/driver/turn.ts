import type { ErrorCode } from '../errors.ts';
import { invalidState, type TransitionTable } from '../machines/table.ts';
import type { Decision, Role } from '../runtime/machine.ts';
import type { DriverMove } from './behaviour.ts';
import type { DriverState } from './state.ts';

/** The fields that every event shares; events that change a status add their moves. */
export function driverEvent(facts: { now: string }) {
  return { v: 1 as const, at: facts.now, moves: [] as DriverMove[] };
}
export type SharedEvent = ReturnType<typeof driverEvent>;

export function refuseState<S extends string>(
  code: ErrorCode,
  table: TransitionTable<S>,
  state: S,
  role: Role,
): Decision<never> {
  return { outcome: 'refused', refusal: invalidState(code, table, state, role) };
}

/** Changes nothing: the event only has effects. */
export function unchangedState(state: DriverState): DriverState {
  return state;
}

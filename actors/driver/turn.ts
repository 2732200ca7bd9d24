import type { ErrorCode } from '../errors.ts';
import { invalidState, type TransitionTable } from '../machines/table.ts';
import type { Decision, Role } from '../runtime/machine.ts';
import type { DriverCommand, DriverFacts } from './commands.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

export type DriverDecision = Decision<DriverEvent>;
export type DriverType = DriverCommand['type'];

/** One command on its driver, with the facts that belong to the command. */
export interface OnDriver<K extends DriverType> {
  state: DriverState;
  command: Extract<DriverCommand, { type: K }>;
  facts: DriverFacts[K];
}

export type Handlers<K extends DriverType> = { [T in K]: (at: OnDriver<T>) => DriverDecision };

/** The part that every event shares; the moves are added by those that change a status. */
export function driverEvent(facts: { now: string }) {
  return { v: 1 as const, at: facts.now, moves: [] as DriverEvent['moves'] };
}

export function refuseState<S extends string>(
  code: ErrorCode,
  table: TransitionTable<S>,
  state: S,
  role: Role,
): DriverDecision {
  return { outcome: 'refused', refusal: invalidState(code, table, state, role) };
}

import type { ErrorCode } from '../errors.ts';
import type { Refusal, Role } from '../runtime/machine.ts';

/** One cell of a machine's table: where the command leads, who may give it, and under which guard. */
export interface Transition<S extends string = string> {
  to: S;
  /** A second target, chosen by the guard. */
  or?: S;
  roles: readonly Role[];
  /** Text for the diagrams; the rule itself is in `decide`. */
  guard?: string;
}

/** State → command → transition. A state without commands is final, or is left through another table. */
export type TransitionTable<S extends string = string, C extends string = string> = {
  readonly [state in S]: { readonly [command in C]?: Transition<S> };
};

export type CommandsIn<T> = { [S in keyof T]: keyof T[S] }[keyof T];

/** The cell of a table; undefined if the state does not accept the command. */
export function transitionOf<S extends string>(
  table: TransitionTable<S>,
  state: S,
  command: string,
): Transition<S> | undefined {
  const row: { readonly [command: string]: Transition<S> | undefined } = table[state];
  return Object.hasOwn(row, command) ? row[command] : undefined;
}

/** Commands that this role may give in this state, in the table's order. */
export function allowedActions<S extends string>(table: TransitionTable<S>, state: S, role: Role): string[] {
  return Object.keys(table[state]).filter((command) =>
    transitionOf(table, state, command)?.roles.includes(role),
  );
}

/** Every role that may give the command in at least one state. */
export function rolesFor<S extends string>(table: TransitionTable<S>, command: string): Role[] {
  const roles = new Set<Role>();
  for (const state of Object.keys(table) as S[]) {
    for (const role of transitionOf(table, state, command)?.roles ?? []) roles.add(role);
  }
  return [...roles];
}

export function invalidState<S extends string>(
  code: ErrorCode,
  table: TransitionTable<S>,
  state: S,
  role: Role,
): Refusal {
  const allowedCommands = allowedActions(table, state, role);
  const hint =
    allowedCommands.length > 0 ? `allowed now: ${allowedCommands.join(', ')}` : 'nothing is allowed now';
  return {
    code,
    detail: `The present state is ${state}; ${hint}.`,
    extension: { currentState: state, allowedCommands },
  };
}

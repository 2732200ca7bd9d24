import type { ActorKind, Command, Decision, DomainEvent, JsonObject, Machine } from './machine.ts';

/** A machine with its own types erased, since the runtime handles all kinds alike. */
export interface AnyMachine {
  kind: ActorKind;
  schema: number;
  decide(state: unknown, command: Command, facts: unknown): Decision<DomainEvent>;
  evolve(state: unknown, event: DomainEvent): unknown;
  project: Machine<unknown, Command, DomainEvent, unknown>['project'];
  react: Machine<unknown, Command, DomainEvent, unknown>['react'];
  upcast(state: JsonObject, schema: number): unknown;
}

/** Reads what deciding a command needs besides the actor's state: time, settings, geometry, codes. */
export type FactsProvider = (
  key: string,
  state: unknown,
  command: Command & { [field: string]: unknown },
) => Promise<unknown>;

export interface Registration {
  machine: AnyMachine;
  facts: FactsProvider;
}

export type Registry = Readonly<Record<ActorKind, Registration>>;

/** A machine as the runtime handles it. The only place where its own types are erased: callers build commands from them. */
export function anyMachine<S, C extends Command, E extends DomainEvent, F>(
  machine: Machine<S, C, E, F>,
): AnyMachine {
  return machine as unknown as AnyMachine;
}

/** Connects a machine to its facts. */
export function register<S, C extends Command, E extends DomainEvent, F>(
  machine: Machine<S, C, E, F>,
  facts: (key: string, state: S, command: C) => Promise<F>,
): Registration {
  return { machine: anyMachine(machine), facts: facts as unknown as FactsProvider };
}

import type { JsonObject, Machine } from '../runtime/machine.ts';
import type { AnyOrderFacts, OrderCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { OrderEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { project } from './project.ts';
import { react } from './react.ts';
import type { OrderState } from './state.ts';

const SCHEMA = 1;

/** The order actor: its groups, their delivery tasks, and alone whose task it is. */
export const orderMachine: Machine<OrderState, OrderCommand, OrderEvent, AnyOrderFacts> = {
  kind: 'order',
  schema: SCHEMA,
  decide,
  evolve,
  project,
  react,
  upcast(state: JsonObject, schema: number): OrderState {
    if (schema !== SCHEMA) throw new Error(`order state of schema ${schema}: this release knows ${SCHEMA}`);
    return state as unknown as OrderState;
  },
};

import type { JsonObject, Machine } from '../runtime/machine.ts';
import type { AnyZoneFacts, ZoneCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { ZoneEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { project } from './project.ts';
import { react } from './react.ts';
import type { ZoneState } from './state.ts';

const SCHEMA = 1;

/** The zone actor: the queue of tasks waiting for a driver, and why each was offered to whom. */
export const zoneMachine: Machine<ZoneState, ZoneCommand, ZoneEvent, AnyZoneFacts> = {
  kind: 'zone',
  schema: SCHEMA,
  decide,
  evolve,
  project,
  react,
  upcast(state: JsonObject, schema: number): ZoneState {
    if (schema !== SCHEMA) throw new Error(`zone state of schema ${schema}: this release knows ${SCHEMA}`);
    return state as unknown as ZoneState;
  },
};

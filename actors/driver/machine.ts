import type { JsonObject, Machine } from '../runtime/machine.ts';
import type { AnyDriverFacts, DriverCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { DriverEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { project } from './project.ts';
import { react } from './react.ts';
import { type DriverState, tombstoneOf } from './state.ts';

const SCHEMA = 1;

/** The driver actor: approval, shift, reservations and work, route, cash on hand. */
export const driverMachine: Machine<DriverState, DriverCommand, DriverEvent, AnyDriverFacts> = {
  kind: 'driver',
  schema: SCHEMA,
  decide,
  evolve,
  project,
  react,
  upcast(state: JsonObject, schema: number): DriverState {
    if (schema !== SCHEMA) throw new Error(`driver state of schema ${schema}: this release knows ${SCHEMA}`);
    const loaded = state as unknown as DriverState;
    // Earlier releases kept whole ids.
    return { ...loaded, tombstones: loaded.tombstones.map(tombstoneOf) };
  },
};

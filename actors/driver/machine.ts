import { retryWaiting } from '../machines/effect.ts';
import type { Effect, EventContext, JsonObject, Machine } from '../runtime/machine.ts';
import { appliedDriver } from './applying.ts';
import { type AnyDriverFacts, type DriverCommand, type DriverEvent, rulesOf } from './behaviours.ts';
import { nearLimitEffects } from './cash-limit.ts';
import { decide } from './decide.ts';
import { changedEtas } from './eta.ts';
import { project } from './project.ts';
import { publishedOf } from './published.ts';
import { pushesOf } from './push.ts';
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
    // Earlier releases stored whole ids.
    return { ...loaded, tombstones: loaded.tombstones.map(tombstoneOf) };
  },
};

function evolve(state: DriverState | null, event: DriverEvent): DriverState {
  if (event.type === 'DRIVER_APPLIED') return appliedDriver(event);
  if (state === null) throw new Error(`${event.type} before DRIVER_APPLIED`);
  return rulesOf(event.type).evolve(state, event);
}

function react(
  was: DriverState | null,
  event: DriverEvent,
  driver: DriverState,
  context: EventContext,
): Effect[] {
  if (event.type === 'DRIVER_APPLIED') return pushesOf(event, was, driver, context);
  const { react: reactTo, retries } = rulesOf(event.type);
  const retry = retries?.(event) ?? null;
  return [
    ...(reactTo?.({ event, driver, was }) ?? []),
    ...nearLimitEffects(was, driver),
    ...(retry === null ? [] : [retryWaiting(retry)]),
    ...etaEffects(was, driver, context),
    ...publishedOf(event, was, driver, context),
    ...pushesOf(event, was, driver, context),
  ];
}

/** The consumer decides which orders are concerned, and whether arrivals changed enough to be sent to them. */
function etaEffects(was: DriverState | null, driver: DriverState, { version }: EventContext): Effect[] {
  if (was?.route === driver.route && was?.shift === driver.shift) return [];
  const etas = changedEtas(was, driver);
  if (etas.length === 0) return [];
  const { driverId } = driver;
  return [{ do: 'consume', consumer: 'tell-etas', payload: { driverId, version, etas } }];
}

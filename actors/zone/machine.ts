import { forbidden } from '../machines/decision.ts';
import type { Decision, Effect, EventContext, JsonObject, Machine, RowOp } from '../runtime/machine.ts';
import { type AnyZoneFacts, decisionOf, rulesOf, type ZoneCommand, type ZoneEvent } from './behaviours.ts';
import { createdZone } from './creation.ts';
import type { ZoneState } from './state.ts';

const SCHEMA = 1;

/** The zone actor: the queue of tasks that wait for a driver, and the reasons for each offer. */
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

function decide(
  state: ZoneState,
  command: ZoneCommand,
  { now, ticket: anywhere, batchSeconds = null }: AnyZoneFacts,
): Decision<ZoneEvent> {
  const { type, by } = command;
  if (by.role !== 'SYSTEM') return forbidden(type);
  const ticket = anywhere?.zoneId === state.zoneId ? anywhere : null;
  return decisionOf(type)({ state, command, ticket, anywhere, now, batchSeconds });
}

function evolve(state: ZoneState | null, event: ZoneEvent): ZoneState {
  if (event.type === 'ZONE_CREATED') return createdZone(event);
  if (state === null) throw new Error(`${event.type} before ZONE_CREATED`);
  return rulesOf(event.type).evolve(state, event);
}

function react(was: ZoneState | null, event: ZoneEvent, { zoneId }: ZoneState): Effect[] {
  if (event.type === 'ZONE_CREATED') return [];
  return rulesOf(event.type).react?.({ event, zoneId, was }) ?? [];
}

function project({ zoneId }: ZoneState, events: readonly ZoneEvent[], context: EventContext): RowOp[] {
  return events.flatMap((event) =>
    event.type === 'ZONE_CREATED' ? [] : (rulesOf(event.type).rows?.(event, zoneId, context) ?? []),
  );
}

import { forbidden, notFound, refused } from '../machines/decision.ts';
import { occurring } from '../machines/occurred-at.ts';
import { rolesFor, type TransitionTable } from '../machines/table.ts';
import type { Decision, Role } from '../runtime/machine.ts';
import {
  type AnyDriverFacts,
  type DriverCommand,
  type DriverCommandType,
  type DriverEvent,
  decisionOf,
} from './behaviours.ts';
import type { DriverState } from './state.ts';
import { driverTable, routeTable, settlementTable, shiftTable } from './transitions.ts';

const TABLES: readonly TransitionTable[] = [driverTable, shiftTable, routeTable, settlementTable];

/** Checks who may give the command; its behaviour then decides it for the present status. */
export function decide(
  state: DriverState,
  command: DriverCommand,
  facts: AnyDriverFacts,
): Decision<DriverEvent> {
  const { type, by } = command;
  if (by.role === 'DRIVER' && by.driverId !== state.driverId) return notFound('driver');
  if (!rolesOf(type).includes(by.role)) return forbidden(type);
  if ('expectedVersion' in command && command.expectedVersion !== undefined) {
    if (command.expectedVersion !== facts.version) {
      return refused(
        'common.PRECONDITION_FAILED',
        'This driver has changed since you loaded it. Load it again.',
      );
    }
  }
  const decision = decisionOf(type)({ state, command, facts });
  if (by.role !== 'DRIVER' || !('occurredAt' in command)) return decision;
  return occurring(decision, command, { now: facts.now, since: state.shift?.startedAt ?? null });
}

/** A command in no table comes from the service itself: orders, zones, plans and timers. */
function rolesOf(type: DriverCommandType): Role[] {
  const roles = TABLES.flatMap((table) => rolesFor(table, type));
  return roles.length > 0 ? roles : ['SYSTEM'];
}

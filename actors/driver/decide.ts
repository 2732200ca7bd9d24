import { forbidden, notFound, refused } from '../machines/decision.ts';
import { occurring } from '../machines/occurred-at.ts';
import { rolesFor, type TransitionTable } from '../machines/table.ts';
import type { Decision, Role } from '../runtime/machine.ts';
import type { AnyDriverFacts, DriverCommand } from './commands.ts';
import { approvalHandlers } from './decide-approval.ts';
import { cashHandlers } from './decide-cash.ts';
import { exceptionHandlers } from './decide-exceptions.ts';
import { handOverHandlers } from './decide-hand-over.ts';
import { reserve } from './decide-reserve.ts';
import { reversalHandlers } from './decide-reversal.ts';
import { routeHandlers } from './decide-route.ts';
import { shiftHandlers } from './decide-shift.ts';
import { shiftWordHandlers } from './decide-shift-words.ts';
import { workHandlers } from './decide-work.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';
import { driverTable, routeTable, settlementTable, shiftTable } from './transitions.ts';
import type { DriverDecision, DriverType, Handlers, OnDriver } from './turn.ts';

const handlers: Handlers<DriverType> = {
  ...approvalHandlers,
  ...shiftHandlers,
  ...shiftWordHandlers,
  ...workHandlers,
  ...routeHandlers,
  ...exceptionHandlers,
  ...handOverHandlers,
  ...reversalHandlers,
  ...cashHandlers,
  reserve,
};

const TABLES: readonly TransitionTable[] = [driverTable, shiftTable, routeTable, settlementTable];

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
      return refused('common.PRECONDITION_FAILED', 'This driver has changed since you looked: look again.');
    }
  }
  // The map of handlers is keyed by the command's type, so command and facts fit the handler.
  const handle = handlers[type] as (at: OnDriver<DriverType>) => DriverDecision;
  const decision = handle({ state, command, facts });
  if (by.role !== 'DRIVER' || !('occurredAt' in command)) return decision;
  return occurring(decision, command, { now: facts.now, since: state.shift?.startedAt ?? null });
}

/** What no table names comes from orders, zones, plans and timers. */
function rolesOf(type: DriverType): Role[] {
  const roles = TABLES.flatMap((table) => rolesFor(table, type));
  return roles.length > 0 ? roles : ['SYSTEM'];
}

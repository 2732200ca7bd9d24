import { accepted, unchanged } from '../machines/decision.ts';
import { grantRole, notify } from '../machines/effect.ts';
import { transitionOf } from '../machines/table.ts';
import { normalise } from '../money/money.ts';
import type { Decision, Principal } from '../runtime/machine.ts';
import type { Commands, DriverTurn, Events, Expecting, Given, Happened, Plain } from './behaviour.ts';
import { DEFAULT_CAPACITY, type DriverStatus } from './state.ts';
import { driverTable } from './transitions.ts';
import { driverEvent, refuseState, type SharedEvent } from './turn.ts';

/** Dispatchers approve drivers with zones, a cash limit and a capacity, and suspend them. */
export type ApprovalCommand =
  | Given<'approve', Expecting & { zoneIds: string[]; cashLimit: string; capacity?: number }>
  | Given<'reject', Expecting>
  | Given<'suspend', Expecting>
  | Given<'reinstate', Expecting>
  | Given<'update', Expecting & { zoneIds?: string[]; cashLimit?: string; capacity?: number }>;

type Type = ApprovalCommand['type'];

export type ApprovalEvent =
  | Happened<'DRIVER_APPROVED', { zoneIds: string[]; cashLimit: string; capacity: number }>
  | Happened<'DRIVER_REJECTED', Plain>
  | Happened<'DRIVER_SUSPENDED', Plain>
  | Happened<'DRIVER_REINSTATED', Plain>
  | Happened<'DRIVER_UPDATED', { zoneIds: string[]; cashLimit: string | null; capacity: number }>;

export const approvalCommands: Commands<ApprovalCommand, ApprovalEvent> = {
  approve: (at) =>
    inTable(at, (event) => ({
      ...event,
      type: 'DRIVER_APPROVED',
      zoneIds: at.command.zoneIds,
      cashLimit: normalise(at.command.cashLimit),
      capacity: at.command.capacity ?? DEFAULT_CAPACITY,
    })),
  reject: (at) => inTable(at, (event) => ({ ...event, type: 'DRIVER_REJECTED' })),
  suspend: (at) => inTable(at, (event) => ({ ...event, type: 'DRIVER_SUSPENDED' })),
  reinstate: (at) => inTable(at, (event) => ({ ...event, type: 'DRIVER_REINSTATED' })),
  update: (at) =>
    inTable(at, (event) => {
      const { zoneIds, cashLimit, capacity } = at.command;
      return {
        ...event,
        type: 'DRIVER_UPDATED',
        zoneIds: zoneIds ?? at.state.zoneIds,
        cashLimit: cashLimit === undefined ? (at.state.cashLimit ?? null) : normalise(cashLimit),
        capacity: capacity ?? at.state.capacity,
      };
    }),
};

export const approvalEvents: Events<ApprovalEvent> = {
  DRIVER_APPROVED: {
    evolve: (state, { zoneIds, cashLimit, capacity }) => ({
      ...state,
      status: 'APPROVED',
      zoneIds,
      cashLimit,
      capacity,
    }),
    react: ({ driver: { driverId, accountId } }) => [
      grantRole(accountId, 'DRIVER'),
      notify('DRIVER_APPROVED', { driverId, accountId }),
    ],
    retries: () => 'DRIVER_CHANGED',
    history: ({ zoneIds, cashLimit, capacity }) => ({ zoneIds, cashLimit, capacity }),
  },
  DRIVER_REJECTED: { evolve: (state) => ({ ...state, status: 'REJECTED' }) },
  DRIVER_SUSPENDED: { evolve: (state) => ({ ...state, status: 'SUSPENDED' }) },
  DRIVER_REINSTATED: {
    evolve: (state) => ({ ...state, status: 'APPROVED' }),
    retries: () => 'DRIVER_CHANGED',
  },
  DRIVER_UPDATED: {
    evolve: (state, { zoneIds, cashLimit, capacity }) => ({
      ...state,
      zoneIds,
      cashLimit: cashLimit ?? undefined,
      capacity,
    }),
    retries: () => 'DRIVER_CHANGED',
    history: ({ zoneIds, cashLimit, capacity }) => ({ zoneIds, cashLimit, capacity }),
  },
};

/** The status after which a repeated command is a no-op. An edit has none: editing twice is two edits. */
const REACHES: { readonly [type in Type]?: DriverStatus } = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  suspend: 'SUSPENDED',
  reinstate: 'APPROVED',
};

function inTable(
  { state, command, facts }: DriverTurn<{ type: Type; by: Principal }>,
  build: (event: SharedEvent) => ApprovalEvent,
): Decision<ApprovalEvent> {
  const cell = transitionOf<DriverStatus>(driverTable, state.status, command.type);
  if (cell === undefined) {
    if (state.status === REACHES[command.type]) return unchanged();
    return refuseState<DriverStatus>('driver.INVALID_STATE', driverTable, state.status, command.by.role);
  }
  const event = driverEvent(facts);
  event.moves.push({ subject: 'DRIVER', id: state.driverId, from: state.status, to: cell.to });
  return accepted([build(event)]);
}

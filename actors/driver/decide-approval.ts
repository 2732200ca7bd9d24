import { accepted, unchanged } from '../machines/decision.ts';
import { transitionOf } from '../machines/table.ts';
import { normalise } from '../money/money.ts';
import type { ApprovalCommand } from './commands.ts';
import type { DriverEvent } from './events.ts';
import { DEFAULT_CAPACITY, type DriverStatus } from './state.ts';
import { driverTable } from './transitions.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver, refuseState } from './turn.ts';

type Type = ApprovalCommand['type'];
type ApprovalEvent = Extract<
  DriverEvent,
  { type: `DRIVER_${'APPROVED' | 'REJECTED' | 'SUSPENDED' | 'REINSTATED' | 'UPDATED'}` }
>;

/** The status in which a repetition finds what it wanted. Editing twice is two edits. */
const REACHES: { readonly [type in Type]?: DriverStatus } = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  suspend: 'SUSPENDED',
  reinstate: 'APPROVED',
};

export const approvalHandlers: Handlers<Type> = {
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

type Shared = ReturnType<typeof driverEvent>;
type ApprovalNow = Pick<OnDriver<Type>, 'state' | 'facts'> & {
  command: { type: Type; by: OnDriver<Type>['command']['by'] };
};

function inTable(at: ApprovalNow, build: (event: Shared) => ApprovalEvent): DriverDecision {
  const { state, command, facts } = at;
  const cell = transitionOf<DriverStatus>(driverTable, state.status, command.type);
  if (cell === undefined) {
    if (state.status === REACHES[command.type]) return unchanged();
    return refuseState<DriverStatus>('driver.INVALID_STATE', driverTable, state.status, command.by.role);
  }
  const event = driverEvent(facts);
  event.moves.push({ subject: 'DRIVER', id: state.driverId, from: state.status, to: cell.to });
  return accepted([build(event)]);
}

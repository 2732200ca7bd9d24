import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

export function project(
  _state: DriverState,
  _events: readonly DriverEvent[],
  _context: EventContext,
): RowOp[] {
  return [];
}

import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState } from './state.ts';

export function project(_state: ZoneState, _events: readonly ZoneEvent[], _context: EventContext): RowOp[] {
  return [];
}

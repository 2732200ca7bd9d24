import type { Effect, EventContext } from '../runtime/machine.ts';
import type { AnyZoneFacts } from './commands.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState } from './state.ts';

export function react(
  _before: ZoneState | null,
  _event: ZoneEvent,
  _after: ZoneState,
  _context: EventContext,
  _facts: AnyZoneFacts | null,
): Effect[] {
  return [];
}

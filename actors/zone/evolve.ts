import type { ZoneEvent } from './events.ts';
import type { ZoneState } from './state.ts';

export function evolve(_state: ZoneState | null, event: ZoneEvent): ZoneState {
  throw new Error(`${event.type}: to come`);
}

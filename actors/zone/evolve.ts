import type { ZoneEvent } from './events.ts';
import type { ZoneState } from './state.ts';

/** The queue is rows, so its events leave the state as it is. */
export function evolve(state: ZoneState | null, event: ZoneEvent): ZoneState {
  if (event.type === 'ZONE_CREATED') {
    const { zoneId, name, active } = event;
    return { zoneId, name, active };
  }
  if (state === null) throw new Error(`${event.type} before ZONE_CREATED`);
  return state;
}

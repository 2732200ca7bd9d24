import type { ZoneEvent } from './events.ts';
import { WITHDRAWN_KEPT, type ZoneState } from './state.ts';

/** The queue is rows: of its events only the memory of what never was let in stays in the state. */
export function evolve(state: ZoneState | null, event: ZoneEvent): ZoneState {
  if (event.type === 'ZONE_CREATED') {
    const { zoneId, name, active } = event;
    return { zoneId, name, active, withdrawn: [] };
  }
  if (state === null) throw new Error(`${event.type} before ZONE_CREATED`);
  if (event.type === 'BATCH_DUE') return { ...state, batchAt: undefined };
  if (event.type === 'TICKET_ENQUEUED' || event.type === 'TICKET_RETRIED') {
    return event.batchAt === undefined ? state : { ...state, batchAt: event.batchAt };
  }
  if (event.type !== 'TICKET_FORBIDDEN') return state;
  const { taskId, round } = event;
  const others = state.withdrawn.filter((each) => each.taskId !== taskId);
  return { ...state, withdrawn: [...others, { taskId, round }].slice(-WITHDRAWN_KEPT) };
}

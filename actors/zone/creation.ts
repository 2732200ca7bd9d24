import type { Happened } from './behaviour.ts';
import type { ZoneState } from './state.ts';

/** The first event of a zone, written together with its row in `delivery_zones`. */
export type ZoneCreated = Happened<
  'ZONE_CREATED',
  { zoneId: string; name: { en: string; ar: string }; active: boolean }
>;

export function zoneCreated(facts: Omit<ZoneCreated, 'type' | 'v'>): ZoneCreated {
  return { type: 'ZONE_CREATED', v: 1, ...facts };
}

/** The initial state of a zone. */
export function createdZone({ zoneId, name, active }: ZoneCreated): ZoneState {
  return { zoneId, name, active, withdrawn: [] };
}

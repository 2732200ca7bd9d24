import type { Condition } from '../alerts/alerts.ts';
import { uncoveredArea } from './uncovered-area.ts';
import { zoneHandlers } from './zone-handlers.ts';

export { knownZones } from './known-zones.ts';
export { assignedOutside, type OutsideTask } from './outside-tasks.ts';
export { renderZone } from './render-zone.ts';
export { seedZones } from './seed-zones.ts';
export { ZONE_CHANGED } from './zone-changed.ts';
export { type KnownZones, ZoneDirectory } from './zone-directory.ts';
export { activeZones, zoneBounds } from './zone-store.ts';

/** Delivery zones: outlines, live edits, and the tasks an edit leaves outside. */
export const zonesSlice = {
  handlers: zoneHandlers,
  conditions: (deps: Parameters<typeof uncoveredArea>[0]): Condition[] => [uncoveredArea(deps)],
};

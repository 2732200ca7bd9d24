import type { PresenceChange } from './presence.ts';

/**
 * What happened to a point of a driver's track. `late` is stored as history only, `flood` was thinned out; all except
 * `accepted` and `late` are rejected.
 */
export const POINT_FATES = [
  'accepted',
  'late',
  'malformed',
  'outside-region',
  'clock-ahead',
  'clock-behind',
  'jump',
  'flood',
] as const;
export type PointFate = (typeof POINT_FATES)[number];

/** Counts what happens to positions. */
export interface LocationMeter {
  points(fate: PointFate, count: number): void;
  /** A frame was sent to the sockets of one room. */
  frame(drivers: number): void;
  presenceChanged(presence: PresenceChange['presence']): void;
  breadcrumbs(fate: 'written' | 'dropped', count: number): void;
  /** A geofence was crossed; `failed`: the order could not be reached. */
  arrival(outcome: 'told' | 'refused' | 'failed'): void;
}

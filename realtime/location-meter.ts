import type { PresenceChange } from './presence.ts';

/**
 * What became of a point of a driver's track. `late` is history, `flood` was thinned out, and all but `accepted` and
 * `late` are refused.
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

/** Told of what happens to locations. */
export interface LocationMeter {
  points(fate: PointFate, count: number): void;
  /** A frame was sent to the sockets of one room. */
  frame(drivers: number): void;
  presenceChanged(presence: PresenceChange['presence']): void;
  breadcrumbs(fate: 'written' | 'dropped', count: number): void;
  /** A geofence was crossed; `failed`: the order could not be asked. */
  arrival(outcome: 'told' | 'refused' | 'failed'): void;
}

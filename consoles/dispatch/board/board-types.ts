import type { LiveSchemas } from '../../../realtime/live-types.ts';
import type { components } from '../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];

export type BoardTask = Schemas['BoardTask'];
/** A complete task, read in addition to the board. */
export type DispatchTask = Schemas['DispatchTask'];
export type Upstream = Schemas['Upstream'];
export type UpstreamStore = Schemas['UpstreamStore'];
export type BoardDriver = Schemas['BoardDriver'];
export type Route = Schemas['Route'];
export type RouteStop = Route['stops'][number];
export type Zone = Schemas['Zone'];
export type TaskStatus = Schemas['TaskStatus'];
export type BoardSnapshot = Schemas['DispatchBoard'];

/** The fields of an alert that its events carry; a listed alert has these and more. */
export type BoardAlert = Pick<
  LiveSchemas['AlertRaised'],
  | 'alertId'
  | 'kind'
  | 'severity'
  | 'status'
  | 'subjectType'
  | 'subjectId'
  | 'subjectCount'
  | 'message'
  | 'action'
  | 'count'
  | 'raisedAt'
  | 'lastSeenAt'
  | 'acknowledgedBy'
  | 'version'
>;

/** A driver's position. */
export interface DriverSpot {
  longitude: number;
  latitude: number;
  heading: number | null;
  /** When the device measured it, in real milliseconds since the epoch. */
  measuredAt: number;
}

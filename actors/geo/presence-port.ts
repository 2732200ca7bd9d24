/** ONLINE: a sign of life within 60 s; STALE: within 5 minutes; OFFLINE: longer ago or never; UNKNOWN: not to be told now. */
export type Presence = 'ONLINE' | 'STALE' | 'OFFLINE' | 'UNKNOWN';

export interface DriverPosition {
  latitude: number;
  longitude: number;
  /** When the device measured it, RFC 3339. */
  at: string;
}

/** One point of a device's track. `sequence` grows with every point of a device. */
export interface LocationPoint {
  sequence: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  /** RFC 3339. */
  recordedAt: string;
  /** Metres per second. */
  speed?: number;
  /** Degrees from north, clockwise. */
  heading?: number;
}

export interface LocationReceipt {
  /** Points taken as newer than what was known; older ones are history, not position. */
  accepted: number;
  latestSequence: number;
}

/**
 * Live state of drivers: never in the database, never authoritative. No method rejects: with the store of
 * live state away, states are UNKNOWN (which excludes nobody), positions are missing and signs of life are lost.
 */
export interface DriverPresence {
  /** One entry per driver asked for. */
  stateOf(driverIds: readonly string[]): Promise<Map<string, Presence>>;
  /** Entries only for drivers whose position is known. */
  positionOf(driverIds: readonly string[]): Promise<Map<string, DriverPosition>>;
  /** A sign of life. */
  seen(driverId: string): Promise<void>;
  /**
   * Takes a batch of points; also a sign of life. The newest by sequence becomes the position. A `stream` is what one
   * device counts in one go (its id, or the session's): another stream takes over with the first point that was
   * measured later than the known position, and so does a sequence that starts again.
   */
  report(driverId: string, points: readonly LocationPoint[], stream?: string): Promise<LocationReceipt>;
}

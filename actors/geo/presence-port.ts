/**
 * ONLINE: last signal within 60 s; STALE: within 5 minutes; OFFLINE: longer ago, or never; UNKNOWN: cannot be
 * determined now.
 */
export type Presence = 'ONLINE' | 'STALE' | 'OFFLINE' | 'UNKNOWN';

export interface DriverPosition {
  latitude: number;
  longitude: number;
  /** When the device measured it, RFC 3339. */
  at: string;
}

/** One point of a device's track. `sequence` increases with every point of a device. */
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
  /** Degrees clockwise from north. */
  heading?: number;
}

export interface LocationReceipt {
  /** Number of points newer than the known position; older ones are stored as history only. */
  accepted: number;
  latestSequence: number;
}

/**
 * Live state of drivers: never in the database, never authoritative. No method rejects: while Redis is unavailable,
 * states are UNKNOWN (which excludes no driver), positions are missing and signals are lost.
 */
export interface DriverPresence {
  /** One entry per requested driver. */
  stateOf(driverIds: readonly string[]): Promise<Map<string, Presence>>;
  /** Entries only for drivers whose position is known. */
  positionOf(driverIds: readonly string[]): Promise<Map<string, DriverPosition>>;
  /** Records a signal from the driver's phone. */
  seen(driverId: string): Promise<void>;
  /**
   * Takes a batch of points, and counts as a signal. The point with the highest sequence becomes the position. `stream`
   * identifies a continuous count by one device (the device's or the session's id). A different stream takes over with
   * its first point measured later than the known position, and so does a sequence that restarts.
   */
  report(driverId: string, points: readonly LocationPoint[], stream?: string): Promise<LocationReceipt>;
}

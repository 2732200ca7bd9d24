import type { LocationPoint } from '../actors/geo/presence-port.ts';
import type { Place } from '../actors/geo/service-area.ts';
import type { PointFate } from './location-meter.ts';
import { isWithin, nearMetres } from './near-metres.ts';
import { RESTARTED_AFTER_MS } from './presence-scripts.ts';

/** A point with the time it was measured, milliseconds since the epoch. */
export type TimedPoint = LocationPoint & { atMs: number };

/** What is remembered of a point. */
type Fix = Pick<TimedPoint, 'sequence' | 'latitude' | 'longitude' | 'accuracy' | 'atMs'>;

/**
 * What this process knows of a driver's track. Mutated in place on every ping: thousands of objects per second that
 * live until the next ping would be promoted to the old generation and make garbage collections long.
 */
export interface Track {
  stream: string;
  /** The newest accepted point; its sequence is -1 before the first. */
  readonly newest: Fix;
  /** An implausible point, and how many consecutive points have agreed with it. */
  suspect: { point: TimedPoint; count: number } | null;
}

export interface JudgeContext {
  /** Where drivers work. */
  area: { contains(place: Place): boolean };
  /** Milliseconds since the epoch. */
  now: number;
  /** Domain seconds per second of the devices' clocks: by this factor drivers may appear to move faster. */
  rate: number;
}

/** Milliseconds by which a point's time may be ahead of now, and behind it. */
const MAX_AHEAD_MS = 2 * 60_000;
const MAX_BEHIND_MS = 24 * 3_600_000;
/** Metres per second: 200 km/h. */
const MAX_METRES_PER_SECOND = 200 / 3.6;
/** Maximum metres of reported inaccuracy that excuse a jump, since a device may report any value. */
const MAX_EXCUSED_METRES = 200;
/** Number of consecutive, mutually plausible points after which an implausible position is accepted. */
const CONVINCING_POINTS = 3;
/** Milliseconds between two points; closer ones are thinned out. */
const MIN_GAP_MS = 250;

export function newTrack(stream: string): Track {
  // Fractions, so that V8 stores these fields as mutable doubles instead of allocating an object per write.
  const newest = { sequence: -1, latitude: 0.1, longitude: 0.1, accuracy: 0.1, atMs: 0.1 };
  return { stream, newest, suspect: null };
}

/** False before the driver's first point. */
export function isLocated({ newest }: Track): boolean {
  return newest.sequence >= 0;
}

/** Judges a point, and updates the track if it is accepted. Points must come in ascending sequence. */
export function judge(track: Track, stream: string, point: TimedPoint, context: JudgeContext): PointFate {
  if (Number.isNaN(point.atMs) || !isPlace(point) || !isCount(point.sequence)) return 'malformed';
  if (point.atMs > context.now + MAX_AHEAD_MS) return 'clock-ahead';
  if (point.atMs < context.now - MAX_BEHIND_MS) return 'clock-behind';
  if (!context.area.contains(point)) return 'outside-region';
  if (isLocated(track)) {
    const { newest } = track;
    if (!supersedes(point, stream, newest, track.stream)) return 'late';
    const gap = point.atMs - newest.atMs;
    if (gap >= 0 && gap < MIN_GAP_MS && stream === track.stream) return 'flood';
    if (!isBelievable(track, newest, point, MAX_METRES_PER_SECOND * context.rate)) return 'jump';
  }
  track.stream = stream;
  keep(track.newest, point);
  track.suspect = null;
  return 'accepted';
}

function keep(newest: Fix, { sequence, latitude, longitude, accuracy, atMs }: Fix): void {
  newest.sequence = sequence;
  newest.latitude = latitude;
  newest.longitude = longitude;
  newest.accuracy = accuracy;
  newest.atMs = atMs;
}

function isPlace({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

function isCount(sequence: number): boolean {
  return Number.isSafeInteger(sequence) && sequence >= 0;
}

/** The same rule as in Redis, so that each process can judge for itself: see NOTE in presence-scripts.ts. */
function supersedes(point: TimedPoint, stream: string, newest: Fix, known: string): boolean {
  if (stream !== known) return point.atMs > newest.atMs;
  return point.sequence > newest.sequence || point.atMs > newest.atMs + RESTARTED_AFTER_MS;
}

/** A single implausible point is rejected; the third consecutive one that agrees with it is accepted. */
function isBelievable(track: Track, newest: Fix, point: TimedPoint, fastest: number): boolean {
  if (canReach(newest, point, fastest)) return true;
  const { suspect } = track;
  const agrees = suspect !== null && canReach(suspect.point, point, fastest);
  track.suspect = { point, count: agrees ? suspect.count + 1 : 1 };
  return track.suspect.count >= CONVINCING_POINTS;
}

function canReach(from: Fix, to: TimedPoint, fastest: number): boolean {
  if (isWithin(fastest, from, to)) return true;
  const excused = Math.min(from.accuracy, MAX_EXCUSED_METRES) + Math.min(to.accuracy, MAX_EXCUSED_METRES);
  const seconds = Math.max(1, Math.abs(to.atMs - from.atMs) / 1_000);
  return nearMetres(from, to) - excused <= fastest * seconds;
}

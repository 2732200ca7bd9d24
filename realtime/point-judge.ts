import type { LocationPoint } from '../actors/geo/presence-port.ts';
import type { Place } from '../actors/geo/service-area.ts';
import type { PointFate } from './location-meter.ts';
import { isWithin, nearMetres } from './near-metres.ts';
import { RESTARTED_AFTER } from './presence-scripts.ts';

/** A point with its time of measuring, milliseconds since the epoch. */
export type TimedPoint = LocationPoint & { atMs: number };

/** What judging remembers of a point. */
type Fix = Pick<TimedPoint, 'sequence' | 'latitude' | 'longitude' | 'accuracy' | 'atMs'>;

/**
 * What this process knows of the way a driver has come. Written over in place, ping after ping: a point kept from one
 * second to the next outlives the collection of young objects, and thousands of them a second are what long collections
 * are made of.
 */
export interface Track {
  stream: string;
  /** The newest point that was taken; its sequence is -1 before the first. */
  readonly newest: Fix;
  /** A place the driver cannot have come to, and how many points in a row say so all the same. */
  suspect: { point: TimedPoint; count: number } | null;
}

export interface JudgeContext {
  /** Where drivers work. */
  area: { contains(place: Place): boolean };
  /** Milliseconds since the epoch. */
  now: number;
  /** Domain seconds in a second of the devices' clocks: how much faster than in reality drivers may move. */
  rate: number;
}

/** Milliseconds that a device's clock may be ahead, and that a point may be old. */
const MOST_AHEAD = 2 * 60_000;
const MOST_BEHIND = 24 * 3_600_000;
/** Metres per second: 200 km/h. */
const FASTEST = 200 / 3.6;
/** Metres of claimed inaccuracy that excuse a jump; anybody can claim more. */
const MOST_EXCUSED = 200;
/** Points in a row, plausible among themselves, that make an unbelievable place the true one. */
const CONVINCING = 3;
/** Milliseconds between two points; what comes closer is thinned out. */
const CLOSEST = 250;

export function newTrack(stream: string): Track {
  // Fractions: V8 then keeps these fields as numbers to be written over, and makes no object for each.
  const newest = { sequence: -1, latitude: 0.1, longitude: 0.1, accuracy: 0.1, atMs: 0.1 };
  return { stream, newest, suspect: null };
}

/** Before its first point a driver is nowhere. */
export function isLocated({ newest }: Track): boolean {
  return newest.sequence >= 0;
}

/** Decides what becomes of a point, and moves the track on to it when it is taken. Points come lowest sequence first. */
export function judge(track: Track, stream: string, point: TimedPoint, context: JudgeContext): PointFate {
  if (Number.isNaN(point.atMs) || !isPlace(point) || !isCount(point.sequence)) return 'malformed';
  if (point.atMs > context.now + MOST_AHEAD) return 'clock-ahead';
  if (point.atMs < context.now - MOST_BEHIND) return 'clock-behind';
  if (!context.area.contains(point)) return 'outside-region';
  if (isLocated(track)) {
    const { newest } = track;
    if (!supersedes(point, stream, newest, track.stream)) return 'late';
    const gap = point.atMs - newest.atMs;
    if (gap >= 0 && gap < CLOSEST && stream === track.stream) return 'flood';
    if (!isBelievable(track, newest, point, FASTEST * context.rate)) return 'jump';
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

/** The rule of the store, by which each process may judge for itself: see NOTE in presence-scripts.ts. */
function supersedes(point: TimedPoint, stream: string, newest: Fix, known: string): boolean {
  if (stream !== known) return point.atMs > newest.atMs;
  return point.sequence > newest.sequence || point.atMs > newest.atMs + RESTARTED_AFTER;
}

/** One wild fix is refused; a driver who truly is elsewhere is believed at the third point that agrees. */
function isBelievable(track: Track, newest: Fix, point: TimedPoint, fastest: number): boolean {
  if (canReach(newest, point, fastest)) return true;
  const { suspect } = track;
  const agrees = suspect !== null && canReach(suspect.point, point, fastest);
  track.suspect = { point, count: agrees ? suspect.count + 1 : 1 };
  return track.suspect.count >= CONVINCING;
}

function canReach(from: Fix, to: TimedPoint, fastest: number): boolean {
  if (isWithin(fastest, from, to)) return true;
  const excused = Math.min(from.accuracy, MOST_EXCUSED) + Math.min(to.accuracy, MOST_EXCUSED);
  const seconds = Math.max(1, Math.abs(to.atMs - from.atMs) / 1_000);
  return nearMetres(from, to) - excused <= fastest * seconds;
}

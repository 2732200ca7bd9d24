import { WaslError } from '../actors/errors.ts';
import type { TimedPoint } from './point-judge.ts';

export const MAX_POINTS = 100;
const MAX_DEVICE_ID_LENGTH = 64;
const MAX_TIME_LENGTH = 40;
/** Only the format; whether the date exists is checked when the point is judged. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** What a driver's device sends with `location`. */
export interface LocationRequest {
  points: TimedPoint[];
  deviceId: string | null;
}

/** Validates the shape by hand, for speed: it runs for every ping. Throws common.VALIDATION_FAILED. */
export function readLocationRequest(payload: unknown): LocationRequest {
  if (!isObject(payload)) throw invalid('', 'must be an object');
  const { points, deviceId } = payload;
  if (!Array.isArray(points) || points.length === 0 || points.length > MAX_POINTS) {
    throw invalid('/points', `must be a list of 1 to ${MAX_POINTS} points`);
  }
  const known = deviceId === undefined || (typeof deviceId === 'string' && deviceId.length > 0);
  if (!known || (deviceId?.length ?? 0) > MAX_DEVICE_ID_LENGTH) {
    throw invalid('/deviceId', `must be a text of at most ${MAX_DEVICE_ID_LENGTH} characters`);
  }
  return { points: points.map(readPoint), deviceId: deviceId ?? null };
}

function readPoint(value: unknown, index: number): TimedPoint {
  if (!isObject(value)) throw invalid(`/points/${index}`, 'must be an object');
  const { sequence, latitude, longitude, accuracy, recordedAt, speed, heading } = value;
  if (!Number.isSafeInteger(sequence) || !isWithin(sequence, 0, Number.MAX_SAFE_INTEGER)) {
    throw invalid(`/points/${index}/sequence`, 'must be a whole number from 0 on');
  }
  if (!isWithin(latitude, -90, 90))
    throw invalid(`/points/${index}/latitude`, 'must be a number from -90 to 90');
  if (!isWithin(longitude, -180, 180))
    throw invalid(`/points/${index}/longitude`, 'must be a number from -180 to 180');
  if (!isWithin(accuracy, 0, 100_000))
    throw invalid(`/points/${index}/accuracy`, 'must be metres, 0 to 100000');
  if (typeof recordedAt !== 'string' || recordedAt.length > MAX_TIME_LENGTH || !TIME.test(recordedAt)) {
    throw invalid(`/points/${index}/recordedAt`, 'must be an RFC 3339 time');
  }
  const atMs = Date.parse(recordedAt);
  const point: TimedPoint = { sequence, latitude, longitude, accuracy, recordedAt, atMs };
  if (speed !== undefined) {
    if (!isWithin(speed, 0, 150))
      throw invalid(`/points/${index}/speed`, 'must be metres per second, 0 to 150');
    point.speed = speed;
  }
  if (heading !== undefined) {
    if (!isWithin(heading, 0, 360)) throw invalid(`/points/${index}/heading`, 'must be degrees, 0 to 360');
    point.heading = heading;
  }
  return point;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** False for NaN too. */
function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function invalid(pointer: string, message: string): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The location report is invalid: ${pointer || 'it'} ${message}.`,
    errors: [{ pointer, code: 'invalid', message }],
  });
}

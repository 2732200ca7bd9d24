import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import type { LocationPoint, LocationReceipt } from '../actors/geo/presence-port.ts';
import { settledWithin } from '../db/deadline.ts';
import type { RoomAnswer } from './events.ts';
import type { RoomPosition } from './room-log.ts';

/** A refusal as sent to a client: in an acknowledgement, or as the `data` of a `connect_error`. */
export interface LiveProblem {
  code: string;
  status: number;
  detail: string;
  [member: string]: unknown;
}

export type Ack<T extends object> = ({ ok: true } & T) | ({ ok: false } & LiveProblem);
export type Reply<T extends object> = (answer: Ack<T>) => void;

/** Everything a client may request over the socket; each request is acknowledged. */
export interface ClientRequests {
  /** With the position reached, to get the events missed since. May be repeated for a joined room to catch up. */
  subscribe(payload: { room: string } & Partial<RoomPosition>, reply: Reply<RoomAnswer>): void;
  unsubscribe(payload: { room: string }, reply: Reply<{ room: string }>): void;
  /** Replaces the access token by a new one of the same account. */
  renew(payload: { token: string }, reply: Reply<{ expiresAt: string }>): void;
  /** A driver's points, at most 100. `deviceId` separates the sequences of a driver's devices. */
  location(payload: { points: LocationPoint[]; deviceId?: string }, reply: Reply<LocationReceipt>): void;
}

export const MAX_TOKEN_LENGTH = 4_096;
export const MAX_ROOM_LENGTH = 64;
const MAX_EPOCH_LENGTH = 64;
/** Milliseconds that a database query may take. */
const QUERY_TIMEOUT_MS = 5_000;

/** The one text field of a request's payload. Throws common.VALIDATION_FAILED. */
export function textField(payload: unknown, name: string, maxLength: number): string {
  const value =
    typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>)[name] : undefined;
  if (typeof value === 'string' && value.length > 0 && value.length <= maxLength) return value;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: `Send an object with "${name}", a text of at most ${maxLength} characters.`,
    errors: [{ pointer: `/${name}`, code: 'invalid', message: 'missing, no text or too long' }],
  });
}

/** The position in a request or handshake; null if it has none, or an invalid one. */
export function positionField(value: unknown): RoomPosition | null {
  if (typeof value !== 'object' || value === null) return null;
  const { epoch, seq } = value as Record<string, unknown>;
  const known = typeof epoch === 'string' && epoch.length > 0 && epoch.length <= MAX_EPOCH_LENGTH;
  return known && Number.isSafeInteger(seq) && Number(seq) >= 0 ? { epoch, seq: Number(seq) } : null;
}

/** Unexpected errors are logged and reported as common.UNAVAILABLE, since a client can only retry. */
export function toProblem(error: unknown, log: Logger): LiveProblem {
  if (error instanceof WaslError) {
    const { code, status, message: detail, errors, extension, retryAfter } = error;
    return {
      ...extension,
      code,
      status,
      detail,
      ...(errors.length === 0 ? {} : { errors }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
  log.error({ err: error }, 'a live request failed');
  return { code: 'common.UNAVAILABLE', status: 503, detail: 'Try again in a moment.', retryAfter: 2 };
}

/** The work's result, or common.UNAVAILABLE after a timeout. */
export async function withQueryTimeout<T>(work: Promise<T>): Promise<T> {
  const answer = await settledWithin(
    work.then((value) => ({ value })),
    QUERY_TIMEOUT_MS,
    null,
  );
  if (answer === null)
    throw new WaslError('common.UNAVAILABLE', { detail: 'This took too long.', retryAfter: 2 });
  return answer.value;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between the attempts, as Standard Webhooks suggests: ten attempts in 75 hours and 35 minutes. */
export const PAUSES_MS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
] as const;
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/** Longest time for which a Retry-After is honoured: for the message, and for the endpoint as a whole. */
const MAX_RETRY_AFTER_MS = { message: 24 * HOUR, endpoint: HOUR };

/** Failed attempts in a row after which the endpoint as a whole rests, and with it everything that waits for it. */
const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 5 * SECOND;
const MAX_REST_MS = 5 * MINUTE;

/**
 * An endpoint that has failed for so long without a success is switched off. Less than the shortest time in which one
 * message runs out of attempts, so that an endpoint with a single message is switched off, too.
 */
const MAX_FAILING_MS = 60 * HOUR;

/**
 * Milliseconds to wait after an attempt; null after the last one. Varied by a tenth, so that messages that failed
 * together are not tried together.
 *
 * @param attempt The number of the failed attempt, from 1.
 * @param random From 0 (inclusive) to 1 (exclusive).
 */
export function pauseAfter(attempt: number, retryAfterMs: number, random: number): number | null {
  const pause = PAUSES_MS[attempt - 1];
  if (pause === undefined) return null;
  const varied = Math.round(pause * (0.9 + random / 5));
  return Math.max(varied, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS.message));
}

/** Milliseconds for which an endpoint rests after so many failures in a row; 0: it does not. */
export function restAfter(failures: number, retryAfterMs: number, random: number): number {
  const asked = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS.endpoint);
  if (failures < FAILURES_BEFORE_REST) return asked;
  const rest = Math.min(FIRST_REST_MS * 2 ** (failures - FAILURES_BEFORE_REST), MAX_REST_MS);
  return Math.max(Math.round(rest * (0.9 + random / 5)), asked);
}

export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= MAX_FAILING_MS;
}

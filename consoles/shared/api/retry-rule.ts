import { isProblemCode, NoAnswerError, ProblemError } from './problem.ts';

/** Longest wait that a refusal may ask for, in seconds: the budget for reads covers a minute. */
const MAX_WAIT_SECONDS = 60;
/** Waiting calls are resent spread over this share of the wait, so that they are not refused together. */
const SPREAD = 0.03;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;

/** A call that was refused or not answered. */
export interface FailedCall {
  error: unknown;
  /** How often it was sent before this time. */
  repeats: number;
  /** Whether sending it again cannot take effect twice: it reads, or has an Idempotency-Key. */
  repeatable: boolean;
}

/** Milliseconds after which a rate-limited call is sent again; null for any other failure, and for too long a wait. */
export function waitForLimit(error: unknown): number | null {
  return isProblemCode(error, 'common.RATE_LIMITED') ? waitAsked(error) : null;
}

/**
 * Milliseconds after which a program sends a call again; null: never. A rate limit refuses before anything is done, so
 * every call is repeated. A service that is not available, a network that fails, or a first attempt that still runs say
 * nothing about the effect: only what is repeatable is repeated.
 */
export function waitBeforeRepeat({ error, repeats, repeatable }: FailedCall): number | null {
  const limited = waitForLimit(error);
  if (limited !== null) return limited;
  if (!repeatable) return null;
  if (error instanceof NoAnswerError) return pauseAfter(repeats);
  if (error instanceof ProblemError && error.status === 503)
    return error.retryAfter === null ? pauseAfter(repeats) : waitAsked(error);
  return repeats > 0 && isProblemCode(error, 'idempotency.IN_PROGRESS') ? pauseAfter(repeats) : null;
}

function waitAsked({ retryAfter }: ProblemError): number | null {
  if (retryAfter === null || retryAfter > MAX_WAIT_SECONDS) return null;
  return retryAfter * 1_000 * (1 + Math.random() * SPREAD);
}

function pauseAfter(repeats: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** repeats) * (0.5 + Math.random() / 2);
}

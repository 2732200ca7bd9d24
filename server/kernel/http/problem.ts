import { ERROR_STATUS, type ErrorCode, type FieldError, WaslError } from '../../../actors/errors.ts';
import { FENCED_GUARD, MISSING_GUARD } from '../../../db/stores/group-store-sql.ts';
import { Overtaken, sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { Locale } from '../texts/locale.ts';
import { PROBLEM_TEXTS, problemDetail } from '../texts/problem-texts.ts';

/** RFC 9457 problem document. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  requestId: string;
  errors: FieldError[];
  [extension: string]: unknown;
}

/**
 * Renders an error in the caller's language. English readers get the more specific English detail of the code that
 * raised it.
 */
export function renderProblem(
  error: WaslError,
  context: { instance: string; requestId: string; locale: Locale },
): Problem {
  const text = PROBLEM_TEXTS[error.code][context.locale];
  const exact = context.locale === 'en' && error.message !== error.code;
  return {
    ...error.extension,
    type: `urn:wasl:problem:${error.code}`,
    title: text.title,
    status: ERROR_STATUS[error.code],
    detail: exact ? error.message : problemDetail(error.code, context.locale, error.retryAfter),
    instance: context.instance,
    code: error.code,
    requestId: context.requestId,
    errors: error.errors,
  };
}

/** SQLSTATEs of connection trouble, shutdown, too many connections, cancelled statements and lock timeouts. */
const UNAVAILABLE_STATES = /^(08|40|53|57|55P03|25P03|58)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Converts anything thrown into a catalogued error. Unknown errors become `common.INTERNAL`; their cause is logged but
 * never shown.
 */
export function toWaslError(error: unknown): WaslError {
  if (error instanceof WaslError) return error;
  if (isUnavailable(error)) {
    return new WaslError('common.UNAVAILABLE', { retryAfter: 2, cause: error });
  }
  if (error instanceof URIError) {
    return new WaslError('common.MALFORMED', { detail: 'The path is not valid percent-encoding.' });
  }
  return keyError(error) ?? valueError(error) ?? new WaslError('common.INTERNAL', { cause: error });
}

/**
 * Rows whose ids are derived from the command's Idempotency-Key: an id that already exists belongs to another command
 * with the same key on another record.
 */
const DERIVED_IDS: ReadonlySet<string | undefined> = new Set([
  'transitions_pkey',
  'task_exceptions_pkey',
  'audit_log_pkey',
]);

function keyError(error: unknown): WaslError | null {
  if (sqlState(error) !== '23505' || !DERIVED_IDS.has(violatedConstraint(error))) return null;
  return new WaslError('idempotency.MISMATCH', {
    detail: 'This Idempotency-Key was used for another record. Use a new key for each request.',
    cause: error,
  });
}

/** SQLSTATEs for invalid text representation, invalid or out-of-range dates, and numbers out of range. */
const UNUSABLE_VALUE_STATES = new Set(['22P02', '22007', '22008', '22003']);

/**
 * A value that passed validation but PostgreSQL or JavaScript cannot process. Second line of defence: the contract
 * should have refused it, so the cause is logged.
 */
function valueError(error: unknown): WaslError | null {
  if (UNUSABLE_VALUE_STATES.has(sqlState(error) ?? '') && !isGuard(error)) {
    return new WaslError('common.VALIDATION_FAILED', {
      detail:
        'A value in the request cannot be stored: check ids, dates and numbers, and repeat the request.',
      cause: error,
    });
  }
  if (error instanceof RangeError) {
    return new WaslError('common.MALFORMED', {
      detail: 'A value in the request is out of range, or the body is too large or too deeply nested.',
      cause: error,
    });
  }
  return null;
}

/** Guards of the group commit also fail with 22P02; they concern actors, not the request. */
function isGuard(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return [FENCED_GUARD, MISSING_GUARD].some((guard) => message.includes(`"${guard}:`));
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Overtaken) return true;
  const state = sqlState(error);
  if (state !== undefined && UNAVAILABLE_STATES.test(state)) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code)) return true;
  return (
    error.name === 'KnexTimeoutError' ||
    /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|is not queryable|Query read timeout/i.test(
      error.message,
    )
  );
}

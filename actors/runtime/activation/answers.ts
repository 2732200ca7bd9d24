import { type ErrorCode, isErrorCode, WaslError } from '../../errors.ts';
import type { ForwardedAnswer } from '../activation-ports.ts';
import type { Refusal } from '../machine.ts';
import type { CommandResult } from '../runtime.ts';

export function refusalError(refusal: Refusal): WaslError {
  return new WaslError(refusal.code, {
    ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    ...(refusal.extension === undefined ? {} : { extension: refusal.extension }),
    ...(refusal.retryAfter === undefined ? {} : { retryAfter: refusal.retryAfter }),
  });
}

export function mismatchError(): WaslError {
  return new WaslError('idempotency.MISMATCH', {
    detail: 'This Idempotency-Key was used with a different request. Use a new key.',
  });
}

export function unavailable(detail: string, cause?: unknown): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail,
    retryAfter: 1,
    ...(cause === undefined ? {} : { cause }),
  });
}

const ELSEWHERE = 'ownedElsewhere';

/** Reports to the forwarding process that the actor has moved and nothing was done. */
export class ElsewhereError extends WaslError {
  constructor() {
    super('common.UNAVAILABLE', {
      detail: 'This record has moved to another process. Repeat the request.',
      extension: { [ELSEWHERE]: true },
      retryAfter: 1,
    });
  }
}

export function isElsewhere(answer: ForwardedAnswer): boolean {
  return !answer.ok && answer.extension[ELSEWHERE] === true;
}

export function answerOf({ version, replayed, reply }: CommandResult): ForwardedAnswer {
  return { ok: true, version, replayed, reply };
}

/** The error for the process that forwarded the command. Its cause is not sent. */
export function errorAnswer({ code, message, extension, retryAfter }: WaslError): ForwardedAnswer {
  return { ok: false, code, detail: message, extension, retryAfter: retryAfter ?? null };
}

export function internalError(cause: unknown): WaslError {
  return new WaslError('common.INTERNAL', { detail: 'The command failed.', cause });
}

/**
 * The result of a forwarded command; throws what its owner threw. Its effects are carried out by the owner's process.
 */
export function resultOf(answer: ForwardedAnswer): CommandResult {
  if (answer.ok) {
    const { version, replayed, reply } = answer;
    return { version, replayed, reply, effects: Promise.resolve() };
  }
  const { code, detail, extension, retryAfter } = answer;
  throw new WaslError(knownCode(code), {
    detail,
    extension,
    ...(retryAfter === null ? {} : { retryAfter }),
  });
}

function knownCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : 'common.INTERNAL';
}

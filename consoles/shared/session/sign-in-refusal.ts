import { NoAnswerError, ProblemError } from '../api/problem.ts';

/** Why a sign-in failed, as far as the user can act on it. `until`: ms since the epoch. */
export type SignInRefusal =
  | { kind: 'wrong' | 'disabled' | 'admin' | 'role' | 'noAnswer' | 'later' }
  | { kind: 'locked' | 'limited'; until: number };

const DEFAULT_WAIT = 60;

export function signInRefusal(error: unknown, now = Date.now()): SignInRefusal {
  if (error instanceof NoAnswerError) return { kind: 'noAnswer' };
  if (!(error instanceof ProblemError)) return { kind: 'later' };
  const until = now + (error.retryAfter ?? DEFAULT_WAIT) * 1_000;
  switch (error.code) {
    case 'auth.INVALID_CREDENTIALS':
    // An address the service considers invalid does not belong to an account either.
    case 'common.VALIDATION_FAILED':
      return { kind: 'wrong' };
    case 'auth.ACCOUNT_LOCKED':
      return { kind: 'locked', until };
    case 'common.RATE_LIMITED':
      return { kind: 'limited', until };
    case 'auth.ACCOUNT_DISABLED':
      return { kind: 'disabled' };
    case 'auth.SURFACE_REFUSED':
      return { kind: error.problem.administrator === true ? 'admin' : 'role' };
    default:
      return { kind: 'later' };
  }
}

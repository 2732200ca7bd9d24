import type { components } from '../../../server/kernel/http/api-types.ts';
import { isPlain } from './plain-words.ts';

export type Problem = components['schemas']['Problem'];
export type FieldError = Problem['errors'][number];

/**
 * A refusal by the service: an error code, with the text in the reader's language. Its message is the detail for this
 * case, or the title alone if the detail is meant for developers.
 */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly problem: Problem;
  /** Seconds after which a retry makes sense; null if the service did not say. */
  readonly retryAfter: number | null;

  constructor(problem: Problem, retryAfter: number | null = null) {
    super(isPlain(problem.detail) ? problem.detail : problem.title);
    this.name = 'ProblemError';
    this.code = problem.code;
    this.status = problem.status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  get title(): string {
    return this.problem.title;
  }

  get requestId(): string {
    return this.problem.requestId;
  }
}

/** No answer came: the network is down or the service took too long. It is unknown whether the call took effect. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super('no answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** The problem in a response; a generic one if it has none, as from a proxy in between. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const header = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(header) ? header : null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (isProblem(body)) return new ProblemError(body, retryAfter);
  const made: Problem = {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    detail: `HTTP ${response.status}`,
    instance: new URL(response.url).pathname,
    code: response.status >= 500 ? 'common.UNAVAILABLE' : 'common.INTERNAL',
    requestId: response.headers.get('x-request-id') ?? '',
    errors: [],
  };
  return new ProblemError(made, retryAfter);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'errors' in body;
}

/** True for a refusal with this code. */
export function isProblemCode(error: unknown, ...codes: readonly string[]): error is ProblemError {
  return error instanceof ProblemError && codes.includes(error.code);
}

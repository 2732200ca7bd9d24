import { isPlain } from '../../shared/api/plain-words.ts';
import type { Refusal } from './action.ts';

/** Why an action could not be decided yet. */
export type Obstacle =
  /** No answer: the network, or the service behind it, is away. */
  | 'OFFLINE'
  /** The service is busy. */
  | 'BUSY'
  /** The session has ended: sending continues after the next sign-in of the same account. */
  | 'SIGNED_OUT';

/** The result of one attempt to send an action. */
export type Outcome =
  | { kind: 'accepted'; answer: unknown }
  | { kind: 'refused'; refusal: Refusal }
  /** `retryAfter` in seconds, as the service requested. */
  | { kind: 'later'; obstacle: Obstacle; retryAfter: number | null };

/** The parts of an answer that matter. `problem` is its problem document, if it has one. */
export interface ServiceAnswer {
  status: number;
  body: unknown;
  retryAfter: number | null;
}

const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429, 500, 502, 503, 504];
/** The same request is still being processed: its outcome is unknown yet. */
const IN_PROGRESS = 'idempotency.IN_PROGRESS';

/** Classifies an answer: decided for good, or to be sent again with the same key. */
export function outcomeOf({ status, body, retryAfter }: ServiceAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'accepted', answer: body };
  const problem = problemOf(body, status);
  if (status === 401) return { kind: 'later', obstacle: 'SIGNED_OUT', retryAfter: null };
  if (RETRYABLE_STATUSES.includes(status) || problem.code === IN_PROGRESS) {
    return { kind: 'later', obstacle: 'BUSY', retryAfter };
  }
  return { kind: 'refused', refusal: problem };
}

function problemOf(body: unknown, status: number): Refusal {
  const { code, title, detail } = (typeof body === 'object' && body !== null ? body : {}) as {
    [name: string]: unknown;
  };
  return {
    status,
    code: typeof code === 'string' ? code : `http.${status}`,
    title: typeof title === 'string' ? title : '',
    detail: typeof detail === 'string' && isPlain(detail) ? detail : '',
  };
}

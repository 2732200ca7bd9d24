import { NoAnswerError } from './problem.ts';

export const ANSWER_TIMEOUT_MS = 20_000;

export interface FetchOptions {
  /** Milliseconds. */
  timeout?: number;
  /** Used in place of the global fetch. */
  through?: typeof fetch;
}

/** Fetches. Throws NoAnswerError when no answer came in time; an abort by the caller throws as `fetch` does. */
export async function fetchInTime(
  request: Request,
  { timeout = ANSWER_TIMEOUT_MS, through = fetch }: FetchOptions = {},
): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
  try {
    return await through(request, { signal });
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    throw new NoAnswerError(error);
  }
}

import { NoAnswerError } from './problem.ts';

const ANSWER_TIMEOUT_MS = 20_000;

/** Fetches. Throws NoAnswerError when no answer came in time; an abort by the caller throws as `fetch` does. */
export async function fetchInTime(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  try {
    return await fetch(request, { signal });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new NoAnswerError(error);
  }
}

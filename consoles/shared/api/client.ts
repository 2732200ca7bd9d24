import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../server/kernel/http/api-types.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { problemOf } from './problem.ts';

export type Api = Client<paths>;

export interface ApiOptions {
  /** Origin of the service. */
  url: string;
  /** An access token; after `refused` the one given is not used again. Null when nobody is signed in. */
  token(why: 'call' | 'refused', refused?: string): Promise<string | null>;
  locale(): 'en' | 'ar';
  /** Told of the code of a refusal that says something about the session itself. */
  onRefused?(code: string): void;
}

/**
 * The typed client of the API. Adds the token (a fresh one when the former was refused), an Idempotency-Key to every
 * POST, and the reader's language; throws ProblemError for a refusal and NoAnswerError when no answer came.
 */
export function createApi(options: ApiOptions): Api {
  const api = createClient<paths>({
    baseUrl: `${options.url}/api/v1`,
    fetch: (request) => send(options, request),
  });
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('Accept-Language', options.locale());
      if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
        request.headers.set('Idempotency-Key', crypto.randomUUID());
      }
    },
  });
  return api;
}

async function send(options: ApiOptions, request: Request): Promise<Response> {
  const token = await options.token('call');
  const again = request.clone();
  let response = await attempt(request, token);
  if (response.status === 401 && token !== null) {
    const fresh = await options.token('refused', token);
    if (fresh !== null && fresh !== token) response = await attempt(again, fresh);
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (response.status === 401 || response.status === 403) options.onRefused?.(problem.code);
  throw problem;
}

function attempt(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  return fetchInTime(request);
}

/** The data of an answer: `const task = await dataOf(api.GET('/dispatch/tasks/{id}', …))`. Refusals are thrown. */
export async function dataOf<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  return (await call).data as T;
}

import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../server/kernel/http/api-types.ts';
import { fetchInTime } from './fetch-in-time.ts';
import { pause } from './pause.ts';
import { type ProblemError, problemOf } from './problem.ts';
import { waitForLimit } from './retry-rule.ts';

/** Answers as JSON have them: files, which some operations return if asked for them, are typed where they are read. */
export type Api = Client<paths, 'application/json'>;

export interface ApiOptions {
  /** Origin of the service. */
  url: string;
  /** Returns an access token; after `refused`, never the refused one again. Null when signed out. */
  token(why: 'call' | 'refused', refused?: string): Promise<string | null>;
  locale(): 'en' | 'ar';
  /** Called with the error code of a refusal that concerns the session itself. */
  onRefused?(code: string): void;
  /** A read was rate limited and is sent again at `until`, ms since the epoch. */
  onLimited?(until: number): void;
  /** A call needs a fresh authenticator code: true once one was given, and the call is repeated. */
  onStepUp?(): Promise<boolean>;
}

const MAX_WAITS = 2;

/**
 * The typed client of the API. Adds the token (a fresh one when the former was refused), an Idempotency-Key to every
 * POST, and the reader's language; a rate-limited read waits and is sent again. Throws ProblemError for a refusal and
 * NoAnswerError when no answer came.
 */
export function createApi(options: ApiOptions): Api {
  const api = createClient<paths, 'application/json'>({
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
  for (let waits = 0; ; waits += 1) {
    try {
      return await sendNow(options, request);
    } catch (error) {
      // Somebody is waiting: only reads are sent again, and only for a limit.
      const wait = request.method === 'GET' && waits < MAX_WAITS ? waitForLimit(error) : null;
      if (wait === null) throw error;
      options.onLimited?.(Date.now() + wait);
      await pause(wait, request.signal);
    }
  }
}

async function sendNow(options: ApiOptions, request: Request): Promise<Response> {
  const token = await options.token('call');
  let response = await attempt(request, token);
  // Only for refused tokens. Other 401s concern the request, such as a wrong password: repeated, it would count twice.
  if (response.status === 401 && token !== null && (await isRefusedToken(response))) {
    const fresh = await options.token('refused', token);
    if (fresh !== null && fresh !== token) response = await attempt(request, fresh);
  }
  if (response.ok) return response;
  let problem = await problemOf(response);
  if (problem.problem.secondFactor?.enrolled === true && (await options.onStepUp?.()) === true) {
    response = await attempt(request, await options.token('call'));
    if (response.ok) return response;
    problem = await problemOf(response);
  }
  if (saysOfSession(problem)) options.onRefused?.(problem.code);
  throw problem;
}

async function isRefusedToken(response: Response): Promise<boolean> {
  return (await problemOf(response)).code === 'auth.UNAUTHENTICATED';
}

/** True for a refusal that concerns the session; not for one that asks for a fresh code, which step-up handles. */
function saysOfSession({ status, problem }: ProblemError): boolean {
  return (status === 401 || status === 403) && problem.secondFactor === undefined;
}

/** Sends a copy, since a body can be read once. */
function attempt(request: Request, token: string | null): Promise<Response> {
  const copy = request.clone();
  if (token !== null) copy.headers.set('Authorization', `Bearer ${token}`);
  return fetchInTime(copy);
}

/** The data of an answer: `const task = await dataOf(api.GET('/dispatch/tasks/{id}', …))`. Refusals are thrown. */
export async function dataOf<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  return (await call).data as T;
}

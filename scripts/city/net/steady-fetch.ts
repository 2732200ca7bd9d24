import { pause } from '../../shared/waiting.ts';

/** Thrown when all repetitions went without an answer: the request may have taken effect. */
export class NoAnswer extends Error {
  readonly sent: number;

  constructor(request: Request, sent: number, cause: unknown) {
    super(`${request.method} ${new URL(request.url).pathname}: no answer to ${sent} requests`, { cause });
    this.name = 'NoAnswer';
    this.sent = sent;
  }
}

/** Receives each answer and each repetition. */
export interface FetchMeter {
  /** @param ms real milliseconds, of the attempt that was answered */
  answered(ms: number): void;
  repeated(why: string): void;
  /** @param ms real milliseconds until the address has a budget again */
  limited(ms: number, request: Request): void;
  gaveUp(): void;
}

export interface SteadyFetchOptions {
  meter: FetchMeter;
  signal: AbortSignal;
  /** Milliseconds for one attempt. */
  timeout?: number;
  /** Milliseconds for all attempts: afterwards no further one begins. Waits that the service asked for do not count. */
  patience?: number;
  fetch?: typeof globalThis.fetch;
}

const TIMEOUT = 15_000;
const GIVE_UP_AFTER_MS = 60_000;
/**
 * Milliseconds that one request waits for its address's rate limit in all. A service that does not trust
 * X-Forwarded-For lets five people register in a quarter of an hour.
 */
const LIMITED_PATIENCE = 4 * 3_600_000;
const FIRST_PAUSE = 150;
const MAX_PAUSE_MS = 3_000;
/** The service is down, or busy with this very request: worth sending again. */
const PASSING = new Set([502, 503, 504]);
const LIMITED = '429';

/** How often a request was sent until it was answered. */
const attempts = new WeakMap<Response, number>();

export function attemptsOf(response: Response): number {
  return attempts.get(response) ?? 1;
}

/**
 * A fetch that repeats a request, byte for byte, while there is no answer, the service is down or the address is over
 * its rate limit. With its idempotency key a write therefore takes effect once. Throws NoAnswer, or the signal's
 * reason.
 */
export function steadyFetch(options: SteadyFetchOptions): (request: Request) => Promise<Response> {
  const { meter, signal, timeout = TIMEOUT, patience = GIVE_UP_AFTER_MS, fetch = globalThis.fetch } = options;
  return async (request) => {
    let deadline = performance.now() + patience;
    let limitedFor = 0;
    let interval = FIRST_PAUSE;
    // An attempt that the network or the service broke off may have taken effect.
    let uncertain = false;
    for (let sent = 1; ; sent += 1) {
      signal.throwIfAborted();
      const begun = performance.now();
      const { response, fault } = await attempt(
        fetch,
        request,
        AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      );
      if (response !== null) {
        meter.answered(performance.now() - begun);
        attempts.set(response, sent);
      }
      const again =
        response === null ? { why: 'network', wait: interval } : await whyAgain(response, interval);
      if (again === null && response !== null) return response;
      const wait = again?.wait ?? interval;
      if (again?.why === LIMITED && limitedFor + wait <= LIMITED_PATIENCE) {
        limitedFor += wait;
        deadline += wait;
        meter.limited(wait, request);
      }
      uncertain ||= again?.why !== LIMITED;
      if (performance.now() + wait > deadline) {
        if (response !== null && !uncertain) return response;
        signal.throwIfAborted();
        meter.gaveUp();
        throw new NoAnswer(request, sent, fault);
      }
      meter.repeated(again?.why ?? 'network');
      await rest(wait, signal);
      interval = Math.min(MAX_PAUSE_MS, interval * 2);
    }
  };
}

async function attempt(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal,
): Promise<{ response: Response | null; fault: unknown }> {
  try {
    // The body is read here, so that a connection that breaks midway counts as unanswered, too.
    const response = await fetch(request.clone(), { signal });
    const body = response.status === 204 ? null : await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return { response: new Response(body, { status, statusText, headers }), fault: null };
  } catch (fault) {
    return { response: null, fault };
  }
}

/** Null when the answer is one. */
async function whyAgain(response: Response, interval: number): Promise<{ why: string; wait: number } | null> {
  const { status } = response;
  if (PASSING.has(status)) return { why: `${status}`, wait: Math.max(interval, retryAfter(response, 2_000)) };
  if (status === 429)
    return { why: LIMITED, wait: Math.max(interval, retryAfter(response, LIMITED_PATIENCE)) };
  // A page that is in progress says so with 503.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (status !== 409 || isPage) return null;
  const problem = (await response.clone().json()) as { code?: string };
  return problem.code === 'idempotency.IN_PROGRESS' ? { why: 'in progress', wait: interval } : null;
}

function retryAfter(response: Response, most: number): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(most, seconds * 1_000) : 0;
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal);
  signal.throwIfAborted();
}

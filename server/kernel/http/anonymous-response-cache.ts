import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CurrentResponse } from './operation.ts';
import type { Match } from './operation-index.ts';
import type { RequestContext } from './request-context.ts';

/** A request of a guest that has been through routing and validation. */
export interface CachedRequest {
  match: Match;
  current: CurrentResponse;
}

const MAX_ENTRIES = 10_000;
const MAX_URL_LENGTH = 400;
/** With one of these a request says more than its address and language do. */
const SAYS_MORE = ['authorization', 'x-wasl-surface', 'content-length', 'transfer-encoding'] as const;

/**
 * GETs of guests by their very text: the same text is the same request, valid as it was the first time, whatever the
 * response is by now.
 */
export class AnonymousResponseCache {
  readonly #requests = new LRUCache<string, CachedRequest>({ max: MAX_ENTRIES });

  find(req: IncomingMessage, context: RequestContext): CachedRequest | null {
    if (req.method !== 'GET') return null;
    for (const name of SAYS_MORE) if (req.headers[name] !== undefined) return null;
    return this.#requests.get(keyOf(context)) ?? null;
  }

  keep(context: RequestContext, request: CachedRequest): void {
    if (context.path.length + context.search.length <= MAX_URL_LENGTH)
      this.#requests.set(keyOf(context), request);
  }
}

function keyOf({ locale, path, search }: RequestContext): string {
  return `${locale} ${path}?${search}`;
}

import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CurrentResponse } from './operation.ts';
import type { Match } from './operation-index.ts';
import type { RequestContext } from './request-context.ts';

/** A guest's GET that has been routed and validated. */
export interface CachedRequest {
  match: Match;
  current: CurrentResponse;
}

const MAX_ENTRIES = 10_000;
const MAX_URL_LENGTH = 400;
/** Headers that may make the response depend on more than URL and locale. */
const DISTINGUISHING_HEADERS = [
  'authorization',
  'x-wasl-surface',
  'content-length',
  'transfer-encoding',
] as const;

/**
 * Response cache for anonymous GETs, keyed by raw URL and locale. An identical request need not be routed or validated
 * again.
 */
export class AnonymousResponseCache {
  readonly #requests = new LRUCache<string, CachedRequest>({ max: MAX_ENTRIES });

  find(req: IncomingMessage, context: RequestContext): CachedRequest | null {
    if (req.method !== 'GET') return null;
    for (const name of DISTINGUISHING_HEADERS) if (req.headers[name] !== undefined) return null;
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

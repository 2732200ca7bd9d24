import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RateClass } from '../process/config.ts';

/** A body as it is sent, and its ETag. */
export interface PreparedBody {
  json: Buffer;
  /** In quotes. */
  etag: string;
}

/** The present answer to a question that was found valid before; null when it has to be worked out. */
export type Repeatable = () => PreparedBody | null;

/** A question that has been through routing and validation. */
export interface Repeat {
  /** Whose budget it spends. */
  rateClass: RateClass;
  present: Repeatable;
}

/** Cache-Control: kept by browsers, and asked about every time. */
export const REVALIDATED = 'no-cache';

const MOST = 10_000;
const LONGEST_URL = 400;
/** With one of these a request says more than its address and language do. */
const SAYS_MORE = ['authorization', 'x-wasl-surface', 'if-match', 'content-length', 'transfer-encoding'];

/**
 * Questions of guests that have been through routing and validation, by their very text: the same text is the same
 * question, whatever the answer is by now.
 */
export class Repeats {
  readonly #known = new LRUCache<string, Repeat>({ max: MOST });

  find(req: IncomingMessage, url: string, locale: string): Repeat | null {
    if (req.method !== 'GET' || SAYS_MORE.some((name) => req.headers[name] !== undefined)) return null;
    return this.#known.get(`${locale} ${url}`) ?? null;
  }

  keep(url: string, locale: string, repeat: Repeat): void {
    if (url.length <= LONGEST_URL) this.#known.set(`${locale} ${url}`, repeat);
  }
}

/** If-None-Match names this answer, among others perhaps. */
export function meets(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}

import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import type { Middleware } from '../kernel/http/api.ts';
import { contextOf, type RequestContext } from '../kernel/http/request-context.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { hasFonts, PageBodies } from './page-fonts.ts';
import { PAGE_HEADERS } from './page-policy.ts';
import { sendKept } from './send-page.ts';
import type { ShownAnswer } from './shown-answer.ts';

const MAX_PAGES = 2_000;
/** Approximate maximum total size of all cached pages in bytes. */
const MAX_SIZE_BYTES = 40_000_000;
/** A www host redirects, whatever is requested. */
const WWW = /^www\./i;

/** A rendered public page. */
export interface KeptPage {
  locale: Locale;
  /** ETags of the responses it shows, joined. */
  tags: string;
  from: readonly ShownAnswer[];
  /** Quoted ETag of the page itself. */
  etag: string;
  /**
   * The bodies as sent; or, for a page with forms, the HTML with placeholders, since each visitor gets other tokens.
   */
  content: PageBodies | { html: string };
}

/** Cached public pages, by URL. */
export class KeptPages {
  readonly #pages = new LRUCache<string, KeptPage>({
    max: MAX_PAGES,
    maxSize: MAX_SIZE_BYTES,
    sizeCalculation: ({ content }, key) =>
      key.length + (content instanceof PageBodies ? content.size : content.html.length),
  });

  /** The cached page, current or not. @param variant What the page depends on besides its URL. */
  get(address: string, variant?: string): KeptPage | undefined {
    return this.#pages.get(keyOf(address, variant));
  }

  set(page: KeptPage, address: string, variant?: string): void {
    this.#pages.set(keyOf(address, variant), page);
  }

  /** The cached page for this request, current or not; null if the request needs normal processing. */
  find({ method, headers }: IncomingMessage, context: RequestContext): KeptPage | null {
    if (method !== 'GET') return null;
    if (WWW.test(headers.host ?? '') || WWW.test(String(headers['x-forwarded-host']))) return null;
    return this.#pages.get(addressOf(context)) ?? null;
  }
}

/** The cache key of a request: path and query. */
export function addressOf({ path, search }: RequestContext): string {
  return search === '' ? path : `${path}?${search}`;
}

/** URLs contain no spaces, so the key is unambiguous. */
function keyOf(address: string, variant?: string): string {
  return variant === undefined ? address : `${address} ${variant}`;
}

/**
 * Serves a public page from the cache before any other processing of its request. The page is current as long as the
 * API would serve the responses it shows from its own cache.
 */
export function answerKept(pages: KeptPages, budgets: AddressBudgets): Middleware {
  return (req, res, next) => {
    const page = pages.find(req, contextOf(req));
    if (page === null || !(page.content instanceof PageBodies)) return next();
    const { content: bodies, locale, etag, from } = page;
    const fonts = hasFonts(req.headers.cookie, locale);
    const send = () => sendKept(req, res, { bodies, fonts, etag }, contextOf(req).headers(PAGE_HEADERS));
    // If the budget is spent, the request continues to the page that says so, which takes from the budget again.
    const answer = () => budgets.spend(req, 'browse').then(send, () => next());
    if (from.every((shown) => shown.isCurrent())) {
      answer().catch(next);
      return;
    }
    areRight(from)
      .then((right) => (right ? answer() : next()))
      .catch(next);
  };
}

/** False also if checking fails: normal processing then shows the error. */
async function areRight(answers: readonly ShownAnswer[]): Promise<boolean> {
  try {
    const right = await Promise.all(answers.map((shown) => shown.recheck()));
    return right.every((each) => each);
  } catch {
    return false;
  }
}

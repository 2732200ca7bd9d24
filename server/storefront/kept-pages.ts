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
/** Bytes of all kept pages together, more or less. */
const MAX_SIZE = 40_000_000;
/** A www. host leads elsewhere, whatever it is asked for. */
const WWW = /^www\./i;

/** A page for everybody as it was rendered. */
export interface KeptPage {
  locale: Locale;
  /** Of the answers it shows, one after another. */
  tags: string;
  from: readonly ShownAnswer[];
  /** In quotes, of the page as it is. */
  etag: string;
  /** As it is sent; or, since forms are other ones for each visitor, the page with marks in their place. */
  content: PageBodies | { html: string };
}

/** Pages for everybody, by their addresses. */
export class KeptPages {
  readonly #pages = new LRUCache<string, KeptPage>({
    max: MAX_PAGES,
    maxSize: MAX_SIZE,
    sizeCalculation: ({ content }, key) =>
      key.length + (content instanceof PageBodies ? content.size : content.html.length),
  });

  /** What was kept, right or not. @param variant What the page depends on besides its address. */
  get(address: string, variant?: string): KeptPage | undefined {
    return this.#pages.get(keyOf(address, variant));
  }

  set(page: KeptPage, address: string, variant?: string): void {
    this.#pages.set(keyOf(address, variant), page);
  }

  /** What was kept of the page that this request is for, right or not; null where it has to go its whole way. */
  find({ method, headers }: IncomingMessage, context: RequestContext): KeptPage | null {
    if (method !== 'GET') return null;
    if (WWW.test(headers.host ?? '') || WWW.test(String(headers['x-forwarded-host']))) return null;
    return this.#pages.get(addressOf(context)) ?? null;
  }
}

/** Of a request: the same text is the same page, whoever asks. */
export function addressOf({ path, search }: RequestContext): string {
  return search === '' ? path : `${path}?${search}`;
}

/** No address has a space in it. */
function keyOf(address: string, variant?: string): string {
  return variant === undefined ? address : `${address} ${variant}`;
}

/**
 * Sends a page for everybody that is kept and still right before anything else is done for its request: no routes, no
 * operations. It is right for exactly as long as the API would give the answers it shows from what it keeps.
 */
export function answerKept(pages: KeptPages, budgets: AddressBudgets): Middleware {
  return (req, res, next) => {
    const page = pages.find(req, contextOf(req));
    if (page === null || !(page.content instanceof PageBodies)) return next();
    const { content: bodies, locale, etag, from } = page;
    const fonts = hasFonts(req.headers.cookie, locale);
    const send = () => sendKept(req, res, { bodies, fonts, etag }, contextOf(req).headers(PAGE_HEADERS));
    // Whose budget is spent is told so by a page of its own, which asks for the budget once more.
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

/** Not, too, where it cannot be found out: a page's own way says what is wrong. */
async function areRight(answers: readonly ShownAnswer[]): Promise<boolean> {
  try {
    const right = await Promise.all(answers.map((shown) => shown.recheck()));
    return right.every((each) => each);
  } catch {
    return false;
  }
}

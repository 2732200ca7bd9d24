import { localPath } from './local-path.ts';
import type { Entered } from './sign-in.ts';
import type { SignedInPage } from './sign-in-page-models.ts';

/** Maximum number of lines listed by name; beyond it only their number is shown. */
const MAX_LISTED_LINES = 10;
const UUID = /^[0-9a-f-]{36}$/;

/** Pages that no one wants to return to after signing in. */
const ENTRANCES = /^\/(sign-in|signed-in|register|forgot-password|reset-password|sign-out|language)\b/;

/** Where to continue after signing in, from a URL or form; the front page if that is not a valid path. */
export function nextOf(given: string | null | undefined): string {
  const path = localPath(given);
  return ENTRANCES.test(path) ? '' : path;
}

/** `path` with the page to continue at. */
export function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Where a browser is sent after signing in. If the guest's cart was merged, the target page says so; if something could
 * not be kept, a page before it lists what.
 */
export function landing({ cartMerge, guestItems }: Entered, next: string): string {
  const lines = cartMerge?.merged.length ?? 0;
  const adjusted = cartMerge?.adjusted ?? [];
  if (adjusted.length === 0) {
    if (lines === 0) return next;
    return `${next}${next.includes('?') ? '&' : '?'}merged=${lines}`;
  }
  const said = new URLSearchParams({ next, merged: String(lines) });
  let gone = 0;
  for (const { offerId, requested, quantity, reason } of adjusted) {
    const product = guestItems.find((item) => item.offerId === offerId)?.productId;
    if (reason === 'UNAVAILABLE') {
      gone += 1;
      if (product !== undefined && gone <= MAX_LISTED_LINES) said.append('gone', product);
    } else if (said.getAll('capped').length < MAX_LISTED_LINES) {
      said.append('capped', `${offerId}.${requested}.${quantity}`);
    }
  }
  said.set('without', String(gone));
  return `/signed-in?${said}`;
}

/** The merge's result as encoded in the URL; products only by their ids. */
export interface Told extends Pick<SignedInPage, 'next' | 'lines' | 'goneCount'> {
  capped: { offerId: string; requested: number; quantity: number }[];
  /** Products. */
  gone: string[];
}

export function toldBy(search: URLSearchParams): Told {
  const number = (text: string | null | undefined) => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : 0);
  return {
    next: nextOf(search.get('next')),
    lines: number(search.get('merged')),
    goneCount: number(search.get('without')),
    capped: search
      .getAll('capped')
      .slice(0, MAX_LISTED_LINES)
      .flatMap((text) => {
        const [offerId = '', requested, quantity] = text.split('.');
        return [{ offerId, requested: number(requested), quantity: number(quantity) }];
      }),
    gone: search
      .getAll('gone')
      .filter((id) => UUID.test(id))
      .slice(0, MAX_LISTED_LINES),
  };
}

import { localPath } from './local-path.ts';
import type { Entered } from './sign-in.ts';
import type { SignedInPage } from './sign-in-page-models.ts';

/** Lines that are told by name; of more, their number is. */
const MAX_TOLD = 10;
const UUID = /^[0-9a-f-]{36}$/;

/** Pages that lead into the shop: nobody wants to come back to one of them. */
const ENTRANCES = /^\/(sign-in|signed-in|register|forgot-password|reset-password|sign-out|language)\b/;

/** Where a visitor goes on after signing in, by what an address or a form says; the front page when that is no place. */
export function nextOf(given: string | null | undefined): string {
  const path = localPath(given);
  return ENTRANCES.test(path) ? '' : path;
}

/** `path` with the words that a page before has for this one. */
export function withNext(path: string, next: string): string {
  return next === '' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Where a browser goes that has just signed in. What a guest's cart brought along is told there; what it could not keep,
 * on a page before.
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
      if (product !== undefined && gone <= MAX_TOLD) said.append('gone', product);
    } else if (said.getAll('capped').length < MAX_TOLD) {
      said.append('capped', `${offerId}.${requested}.${quantity}`);
    }
  }
  said.set('without', String(gone));
  return `/signed-in?${said}`;
}

/** What the address of the page says, of names only their ids. */
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
      .slice(0, MAX_TOLD)
      .flatMap((text) => {
        const [offerId = '', requested, quantity] = text.split('.');
        return [{ offerId, requested: number(requested), quantity: number(quantity) }];
      }),
    gone: search
      .getAll('gone')
      .filter((id) => UUID.test(id))
      .slice(0, MAX_TOLD),
  };
}

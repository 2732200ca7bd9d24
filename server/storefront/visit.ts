import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Visitor } from '../kernel/http/in-process.ts';
import { contextOf } from '../kernel/http/request-context.ts';
import type { Locale } from '../kernel/texts/locale.ts';

/** `__Host-`: only this host over a secure connection may set them, for every path. */
const VISIT_COOKIE = '__Host-wasl-shop';
const CART_COOKIE = '__Host-wasl-cart';
/** Readable by the page's script, which shows it in the header of pages that are kept for everybody. */
const COUNT_COOKIE = 'wasl-cart-count';
const LANGUAGE_COOKIE = 'wasl-language';

const VISIT = /^[\w-]{22}$/;
const CART_TOKEN = /^[\w-]{1,200}$/;
const GUEST_CART_DAYS = 30;
const LANGUAGE_DAYS = 365;
const DAY_SECONDS = 86_400;

/** A request for a page: who looks at it, and what its browser is to keep. */
export interface Visit {
  visitor: Visitor;
  /** Names this browser: what its forms carry is bound to it. */
  id: string;
  /** Set-Cookie headers. */
  cookies: string[];
}

/** A browser without a visit gets one, with a page that has forms. */
export function visitOf(req: Request, locale: Locale): Visit {
  const context = contextOf(req);
  const cookies = cookiesOf(req);
  const known = cookies.get(VISIT_COOKIE);
  const isKnown = known !== undefined && VISIT.test(known);
  const id = isKnown ? known : randomBytes(16).toString('base64url');
  const cart = cookies.get(CART_COOKIE);
  return {
    visitor: {
      caller: { kind: 'guest' },
      locale,
      requestId: context.requestId,
      ip: context.address ?? 'unknown',
      userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
      cartToken: cart !== undefined && CART_TOKEN.test(cart) ? cart : null,
      get log() {
        return context.log;
      },
    },
    id,
    cookies: isKnown ? [] : [`${VISIT_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax`],
  };
}

/** What the browser is to keep of its cart. */
export function cartCookies(cart: { token: string | null; itemCount: number }): string[] {
  const life = `Path=/; Max-Age=${GUEST_CART_DAYS * DAY_SECONDS}; SameSite=Lax`;
  return [
    ...(cart.token === null ? [] : [`${CART_COOKIE}=${cart.token}; ${life}; HttpOnly; Secure`]),
    `${COUNT_COOKIE}=${cart.itemCount}; ${life}; Secure`,
  ];
}

export function languageCookie(locale: Locale): string {
  return `${LANGUAGE_COOKIE}=${locale}; Path=/; Max-Age=${LANGUAGE_DAYS * DAY_SECONDS}; SameSite=Lax; Secure`;
}

/** The language that was chosen before; null when none was. */
export function chosenLanguage(req: Request): Locale | null {
  const chosen = cookiesOf(req).get(LANGUAGE_COOKIE);
  return chosen === 'ar' || chosen === 'en' ? chosen : null;
}

function cookiesOf(req: Request): Map<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return new Map(
    pairs.flatMap((pair) => {
      const end = pair.indexOf('=');
      return end <= 0 ? [] : [[pair.slice(0, end), pair.slice(end + 1)] as const];
    }),
  );
}

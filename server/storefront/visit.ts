import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import type { Visitor } from '../kernel/http/in-process.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import { contextOf } from '../kernel/http/request-context.ts';
import type { Locale } from '../kernel/texts/locale.ts';

/** `__Host-`: only this host can set it, over a secure connection and for every path. */
const VISIT_COOKIE = '__Host-wasl-shop';
const CART_COOKIE = '__Host-wasl-cart';
/** Readable by script, which shows it in the header of cached public pages. */
const COUNT_COOKIE = 'wasl-cart-count';
/** Likewise, the number of unread notifications. */
const UNREAD_COOKIE = 'wasl-unread';
/** The address a code was sent to, until it is entered. */
const CODE_ADDRESS_COOKIE = '__Host-wasl-code';
const LANGUAGE_COOKIE = 'wasl-language';

/** Format of a guest's visit id. */
const VISIT = /^[\w-]{22}$/;
const SESSION_TOKEN = /^rt_[\w-]{43}$/;
/** The token in a Set-Cookie header that signs a browser in. */
export const SESSION_COOKIE_VALUE = /^__Host-wasl-shop=(rt_[\w-]{43});/;
const CART_TOKEN = /^[\w-]{1,200}$/;
const GUEST_CART_DAYS = 30;
const LANGUAGE_DAYS = 365;
const DAY_SECONDS = 86_400;
/** A code is valid for ten minutes; the address is kept longer, so that someone who is late is told so. */
const CODE_ADDRESS_SECONDS = 1_800;

/** A request for a page: the visitor, and the cookies to set. */
export interface Visit {
  visitor: Visitor;
  /** The value of the browser's cookie: a guest's visit id or a session token. Forms' tokens are bound to it. */
  id: string;
  /** Whether the cookie's session has ended. */
  sessionEnded: boolean;
  /** Set-Cookie headers. */
  cookies: string[];
}

/** Resolves a page's cookie to a session. */
export interface PageSessions {
  /** Null if the session has ended. `cookie`: a Set-Cookie header that extends the cookie's life, or null. */
  resolvePage(token: string, ip: string): Promise<{ caller: SignedIn; cookie: string | null } | null>;
}

/** A visit for a public page: its session is not looked up. */
export function visitOf(req: Request, locale: Locale, budgets: AddressBudgets): Visit {
  const context = contextOf(req);
  const cookies = cookiesOf(req);
  const known = cookies.get(VISIT_COOKIE);
  const isKnown = known !== undefined && (VISIT.test(known) || SESSION_TOKEN.test(known));
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
      spend: (rateClass) => budgets.spend(req, rateClass),
    },
    id,
    sessionEnded: false,
    cookies: isKnown ? [] : [`${VISIT_COOKIE}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax`],
  };
}

/** A visit with its session, for personal pages and forms. */
export async function ownVisitOf(
  req: Request,
  locale: Locale,
  { budgets, sessions }: { budgets: AddressBudgets; sessions: PageSessions },
): Promise<Visit> {
  const visit = visitOf(req, locale, budgets);
  if (!SESSION_TOKEN.test(visit.id)) return visit;
  const session = await sessions.resolvePage(visit.id, visit.visitor.ip);
  if (session === null) return { ...visit, sessionEnded: true };
  visit.visitor.caller = session.caller;
  if (session.cookie !== null) visit.cookies.push(session.cookie);
  return visit;
}

/** Cookies for a guest's cart. */
export function cartCookies(cart: { token: string | null; itemCount: number }): string[] {
  const life = `Path=/; Max-Age=${GUEST_CART_DAYS * DAY_SECONDS}; SameSite=Lax`;
  return [
    ...(cart.token === null ? [] : [`${CART_COOKIE}=${cart.token}; ${life}; HttpOnly; Secure`]),
    `${COUNT_COOKIE}=${cart.itemCount}; ${life}; Secure`,
  ];
}

/** The guest's cart has become an account's, whose items the header counts from now on. */
export function accountCartCookies(itemCount: number): string[] {
  const [guestCart = ''] = forgottenCartCookies();
  return [guestCart, ...cartCookies({ token: null, itemCount })];
}

/** The browser has no guest's cart any more: it became an account's, or the account signed out. */
export function forgottenCartCookies(): string[] {
  const gone = 'Path=/; Max-Age=0; SameSite=Lax';
  return [`${CART_COOKIE}=; ${gone}; HttpOnly; Secure`, `${COUNT_COOKIE}=0; ${gone}; Secure`];
}

/** @param count Number of unread notifications; 0 for a guest. */
export function unreadCookie(count: number): string {
  return `${UNREAD_COOKIE}=${count}; Path=/; Max-Age=${count === 0 ? 0 : GUEST_CART_DAYS * DAY_SECONDS}; SameSite=Lax; Secure`;
}

/** @param address Null: delete the cookie. */
export function codeAddressCookie(address: string | null): string {
  const value = Buffer.from(address ?? '').toString('base64url');
  const life = address === null ? 0 : CODE_ADDRESS_SECONDS;
  return `${CODE_ADDRESS_COOKIE}=${value}; Path=/; Max-Age=${life}; HttpOnly; Secure; SameSite=Lax`;
}

/** The address for which this browser requested a code; null if none, or too long ago. */
export function codeAddressIn(req: Request): string | null {
  const address = Buffer.from(cookiesOf(req).get(CODE_ADDRESS_COOKIE) ?? '', 'base64url').toString();
  return address === '' || address.length > 254 ? null : address;
}

export function languageCookie(locale: Locale): string {
  return `${LANGUAGE_COOKIE}=${locale}; Path=/; Max-Age=${LANGUAGE_DAYS * DAY_SECONDS}; SameSite=Lax; Secure`;
}

/** The language chosen before; null if none. */
export function chosenLanguage(req: Request): Locale | null {
  const chosen = cookiesOf(req).get(LANGUAGE_COOKIE);
  return chosen === 'ar' || chosen === 'en' ? chosen : null;
}

export function cookiesOf(req: Request): Map<string, string> {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return new Map(
    pairs.flatMap((pair) => {
      const end = pair.indexOf('=');
      return end <= 0 ? [] : [[pair.slice(0, end), pair.slice(end + 1)] as const];
    }),
  );
}

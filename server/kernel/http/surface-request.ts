import type { IncomingMessage } from 'node:http';
import { WaslError } from '../../../actors/errors.ts';
import type { Config } from '../process/config.ts';
import type { BrowserSurface, ConsoleSurface } from '../security/surface-roles.ts';
import type { Surface } from '../security/tokens.ts';
import type { Trust } from './client-address.ts';

const SURFACE_HEADER = 'x-wasl-surface';
/** Surfaces that may identify themselves to the API. A session of the shop's pages is valid for pages only. */
const CONSOLES: readonly ConsoleSurface[] = ['dispatch', 'driver', 'seller'];

/**
 * The prefix `__Host-` allows the cookie only for this host, over a secure connection and for every path, so the
 * surface has to be in the name.
 */
function cookieName(surface: BrowserSurface): string {
  return `__Host-wasl-${surface}`;
}

/**
 * The calling console. It must call from a page of this service; otherwise a foreign page could sign a browser in or
 * out, or use its cookie. Throws auth.ORIGIN_REFUSED.
 */
export function surfaceOf(req: IncomingMessage, hosts: readonly string[], trust: Trust): Surface {
  const named = req.headers[SURFACE_HEADER];
  const surface = CONSOLES.find((known) => known === named);
  if (surface === undefined) return 'api';
  const site = req.headers['sec-fetch-site'];
  const { origin } = req.headers;
  const own = origin !== undefined && isAmong(origin, [hostOf(req, trust), ...hosts]);
  if (!own || (site !== undefined && site !== 'same-origin')) {
    throw new WaslError('auth.ORIGIN_REFUSED', {
      detail: 'A console may sign in only from its own page. Other clients must omit X-Wasl-Surface.',
    });
  }
  return surface;
}

/** Whether the page opening a live connection came from this service. */
export function sameOrigin(req: IncomingMessage, hosts: readonly string[], trust: Trust): boolean {
  const { origin } = req.headers;
  return origin !== undefined && isAmong(origin, [hostOf(req, trust), ...hosts]);
}

/** The host requested by the client; from a trusted proxy's header if there is one. */
function hostOf({ headers, socket }: IncomingMessage, trust: Trust): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const isPassedOn = forwarded !== undefined && trust(socket.remoteAddress ?? '', 0);
  return isPassedOn ? String(forwarded).split(',')[0]?.trim() : headers.host;
}

export function hostsOf({ surfaceHosts }: Pick<Config, 'surfaceHosts'>): string[] {
  return Object.values(surfaceHosts).filter((host) => host !== null);
}

export function refreshCookieOf(req: IncomingMessage, surface: Surface): string | null {
  if (surface === 'api') return null;
  const start = `${cookieName(surface)}=`;
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null;
}

/**
 * A Set-Cookie header. A shop page opened from a message must be signed in, so its cookie is sent too (Lax); changes
 * additionally require the form's token. @param life Seconds.
 */
export function refreshCookie(surface: BrowserSurface, token: string, life: number): string {
  const sent = surface === 'shop' ? 'Lax' : 'Strict';
  return `${cookieName(surface)}=${token}; Path=/; Max-Age=${life}; HttpOnly; Secure; SameSite=${sent}`;
}

export function clearedCookie(surface: BrowserSurface): string {
  return refreshCookie(surface, '', 0);
}

function isAmong(origin: string, hosts: readonly (string | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}

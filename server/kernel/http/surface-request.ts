import type { IncomingMessage } from 'node:http';
import { WaslError } from '../../../actors/errors.ts';
import type { Config } from '../process/config.ts';
import type { BrowserSurface, ConsoleSurface } from '../security/surface-roles.ts';
import type { Surface } from '../security/tokens.ts';
import type { Trust } from './client-address.ts';

const SURFACE_HEADER = 'x-wasl-surface';
/** Those that may name themselves to the API. The session of the shop's pages is good for pages alone. */
const CONSOLES: readonly ConsoleSurface[] = ['dispatch', 'driver', 'seller'];

/** `__Host-`: only this host over a secure connection may set it, for every path, so the surface must be in the name. */
function cookieName(surface: BrowserSurface): string {
  return `__Host-wasl-${surface}`;
}

/**
 * Which console calls. One that names itself must call from a page of this service: a foreign page could otherwise
 * sign a browser in or out, or spend its cookie. Throws auth.ORIGIN_REFUSED.
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
      detail: 'A console signs in from its own page only. Other clients leave X-Wasl-Surface out.',
    });
  }
  return surface;
}

/** Whether the page that opens a live connection came from this service. */
export function sameOrigin(req: IncomingMessage, hosts: readonly string[], trust: Trust): boolean {
  const { origin } = req.headers;
  return origin !== undefined && isAmong(origin, [hostOf(req, trust), ...hosts]);
}

/** The host that the client named: to a trusted proxy, if it came through one. */
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
 * A Set-Cookie header. A page of the shop that is opened from a message is the buyer's own at once, so its cookie comes
 * along (Lax); what changes something needs the token in the form, too. @param life Seconds.
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

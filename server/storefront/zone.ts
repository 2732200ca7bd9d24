import type { Request } from 'express';
import { typedNumber } from './typed.ts';
import { cookiesOf } from './visit.ts';

const ZONE_COOKIE = 'wasl-zone';
/** As in the contract. */
const MAX_ZONE = 99;
const COOKIE_DAYS = 365;
const DAY_SECONDS = 86_400;

/** The Qatar zone this browser has chosen for deliveries; null: none. */
export function zoneOf(req: Request): number | null {
  return zoneIn(cookiesOf(req).get(ZONE_COOKIE));
}

/** Remembers the zone for product pages, which are cached per zone. Null deletes it. */
export function zoneCookie(zone: number | null): string {
  const life = zone === null ? 0 : COOKIE_DAYS * DAY_SECONDS;
  return `${ZONE_COOKIE}=${zone ?? ''}; Path=/; Max-Age=${life}; SameSite=Lax; Secure`;
}

/** A zone number typed in digits of any script; null if it is not a zone. */
export function zoneIn(typed: string | null | undefined): number | null {
  const zone = typedNumber(typed ?? undefined);
  return zone !== undefined && zone >= 1 && zone <= MAX_ZONE ? zone : null;
}

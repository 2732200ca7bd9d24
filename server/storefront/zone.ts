import type { Request } from 'express';
import { typedNumber } from './typed.ts';
import { cookiesOf } from './visit.ts';

const ZONE_COOKIE = 'wasl-zone';
/** Of the contract. */
const MAX_ZONE = 99;
const DAYS = 365;
const DAY_SECONDS = 86_400;

/** The Qatar zone that this browser has things delivered to; null: it has not said. */
export function zoneOf(req: Request): number | null {
  return zoneIn(cookiesOf(req).get(ZONE_COOKIE));
}

/** Remembers it for product pages, which are kept for everybody in that zone. Null forgets it. */
export function zoneCookie(zone: number | null): string {
  const life = zone === null ? 0 : DAYS * DAY_SECONDS;
  return `${ZONE_COOKIE}=${zone ?? ''}; Path=/; Max-Age=${life}; SameSite=Lax; Secure`;
}

/** As somebody typed it, in digits of any script; null for what is no zone. */
export function zoneIn(typed: string | null | undefined): number | null {
  const zone = typedNumber(typed ?? undefined);
  return zone !== undefined && zone >= 1 && zone <= MAX_ZONE ? zone : null;
}

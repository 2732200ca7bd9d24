import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { KeyRing } from '../process/secret-config.ts';
import { acceptedIn, keyIdOf } from './key-id.ts';

const ISSUER = 'wasl';
const ALGORITHM = { alg: 'HS256', typ: 'at+jwt' };
/** Of a token from before tokens named their keys. */
const HEADER_WITHOUT_KEY = encoded(ALGORITHM);

/**
 * Where a session was opened; the `aud` of its access tokens. `api`: anywhere but in one of our browser apps. `shop`:
 * on the storefront's pages; such a session is valid for these pages only.
 */
export const SURFACES = ['api', 'dispatch', 'driver', 'seller', 'shop'] as const;
export type Surface = (typeof SURFACES)[number];

export interface AccessClaims {
  accountId: string;
  sessionId: string;
  surface: Surface;
}

export interface VerifiedAccess extends AccessClaims {
  expiresAt: Date;
}

const claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  aud: z.enum(SURFACES),
  iss: z.literal(ISSUER),
  exp: z.number(),
});

/**
 * Short-lived signed access tokens (JWT, HS256). They name a session; whether it is still open is read from the
 * database. Signed and verified on the event loop, in microseconds: Web Crypto would queue for a worker thread behind
 * the passwords that are being hashed.
 */
export class AccessTokens {
  readonly #current: TokenKey;
  /** The current one first. Their headers are compared to the letter: no other algorithm is ever looked at. */
  readonly #accepted: readonly TokenKey[];
  readonly #life: number;
  /** A verified signature stays valid until the token expires; the session is checked elsewhere. */
  readonly #verified = new LRUCache<string, VerifiedAccess>({ max: 10_000 });

  /** @param options.accessTokenLife Seconds. */
  constructor(options: { jwtSecret: KeyRing; accessTokenLife: number }) {
    this.#current = tokenKey(options.jwtSecret.current);
    this.#accepted = [this.#current, ...acceptedIn(options.jwtSecret).slice(1).map(tokenKey)];
    this.#life = options.accessTokenLife;
  }

  sign({ accountId, sessionId, surface }: AccessClaims): string {
    const issuedAt = Math.floor(Date.now() / 1000);
    const payload = encoded({
      sid: sessionId,
      sub: accountId,
      aud: surface,
      iss: ISSUER,
      iat: issuedAt,
      exp: issuedAt + this.#life,
    });
    const { header } = this.#current;
    return `${header}.${payload}.${signature(this.#current, header, payload)}`;
  }

  /** Null for a foreign, altered or expired token. */
  verify(token: string): VerifiedAccess | null {
    const known = this.#verified.get(token);
    if (known !== undefined) return known.expiresAt.getTime() > Date.now() ? known : null;
    const verified = this.#verify(token);
    if (verified !== null) this.#verified.set(token, verified);
    return verified;
  }

  #verify(token: string): VerifiedAccess | null {
    const [header = '', payload, given, ...rest] = token.split('.');
    if (payload === undefined || given === undefined || rest.length > 0) return null;
    const keys = this.#accepted.filter((key) => header === key.header || header === HEADER_WITHOUT_KEY);
    if (!keys.some((key) => sameText(given, signature(key, header, payload)))) return null;
    const parsed = claims.safeParse(decoded(payload));
    if (!parsed.success) return null;
    const { sub, sid, aud, exp } = parsed.data;
    const expiresAt = new Date(exp * 1000);
    return expiresAt.getTime() > Date.now()
      ? { accountId: sub, sessionId: sid, surface: aud, expiresAt }
      : null;
  }
}

interface TokenKey {
  readonly key: KeyObject;
  /** Of the tokens it signs; it names the key. */
  readonly header: string;
}

function tokenKey(secret: string): TokenKey {
  const header = encoded({ ...ALGORITHM, kid: keyIdOf(secret).toString('hex') });
  return { key: createSecretKey(secret, 'utf8'), header };
}

function signature({ key }: TokenKey, header: string, payload: string): string {
  return createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Of a text that was signed; null if it is not JSON all the same. */
function decoded(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return null;
  }
}

/** In a time that says nothing about where they differ. */
function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** 256 random bits; only its keyed hash is stored. */
export function newRefreshToken(): string {
  return `rt_${randomBytes(32).toString('base64url')}`;
}

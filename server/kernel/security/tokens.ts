import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const ISSUER = 'wasl';
/** Of every token, to the letter: no other algorithm and no other type is ever looked at. */
const HEADER = encoded({ alg: 'HS256', typ: 'at+jwt' });

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
  readonly #key: KeyObject;
  readonly #life: number;
  /** A verified signature stays valid until the token expires; the session is checked elsewhere. */
  readonly #verified = new LRUCache<string, VerifiedAccess>({ max: 10_000 });

  /** @param options.accessTokenLife Seconds. */
  constructor(options: { jwtSecret: string; accessTokenLife: number }) {
    this.#key = createSecretKey(options.jwtSecret, 'utf8');
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
    return `${HEADER}.${payload}.${this.#signature(payload)}`;
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
    const [header, payload, signature, ...rest] = token.split('.');
    if (header !== HEADER || payload === undefined || signature === undefined || rest.length > 0) return null;
    if (!sameText(signature, this.#signature(payload))) return null;
    const parsed = claims.safeParse(decoded(payload));
    if (!parsed.success) return null;
    const { sub, sid, aud, exp } = parsed.data;
    const expiresAt = new Date(exp * 1000);
    return expiresAt.getTime() > Date.now()
      ? { accountId: sub, sessionId: sid, surface: aud, expiresAt }
      : null;
  }

  #signature(payload: string): string {
    return createHmac('sha256', this.#key).update(`${HEADER}.${payload}`).digest('base64url');
  }
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

import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const ISSUER = 'wasl';
const ALGORITHM = 'HS256';

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
  exp: z.number(),
});

/** Short-lived signed access tokens. They name a session; whether it is still open is read from the database. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #life: number;
  /** A verified signature stays valid until the token expires; the session is checked elsewhere. */
  readonly #verified = new LRUCache<string, VerifiedAccess>({ max: 10_000 });

  /** @param options.accessTokenLife Seconds. */
  constructor(options: { jwtSecret: string; accessTokenLife: number }) {
    this.#key = new TextEncoder().encode(options.jwtSecret);
    this.#life = options.accessTokenLife;
  }

  sign({ accountId, sessionId, surface }: AccessClaims): Promise<string> {
    const issuedAt = Math.floor(Date.now() / 1000);
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
      .setSubject(accountId)
      .setAudience(surface)
      .setIssuer(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.#life)
      .sign(this.#key);
  }

  /** Null for a foreign, altered or expired token. */
  async verify(token: string): Promise<VerifiedAccess | null> {
    const known = this.#verified.get(token);
    if (known !== undefined) return known.expiresAt.getTime() > Date.now() ? known : null;
    const verified = await this.#verify(token);
    if (verified !== null) this.#verified.set(token, verified);
    return verified;
  }

  async #verify(token: string): Promise<VerifiedAccess | null> {
    const payload = await jwtVerify(token, this.#key, {
      algorithms: [ALGORITHM],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: [...SURFACES],
    }).then(
      (verified) => verified.payload,
      () => null,
    );
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return null;
    const { sub, sid, aud, exp } = parsed.data;
    return { accountId: sub, sessionId: sid, surface: aud, expiresAt: new Date(exp * 1000) };
  }
}

/** 256 random bits; only its keyed hash is stored. */
export function newRefreshToken(): string {
  return `rt_${randomBytes(32).toString('base64url')}`;
}

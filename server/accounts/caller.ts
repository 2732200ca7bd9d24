import { LRUCache } from 'lru-cache';
import { WaslError } from '../../actors/errors.ts';
import { CoalescedReads } from '../../db/coalesced-reads.ts';
import type { Database } from '../../db/database.ts';
import type { Caller, SignedIn } from '../kernel/http/operation.ts';
import { refreshCookie } from '../kernel/http/surface-request.ts';
import type { Config } from '../kernel/process/config.ts';
import { DEVICE_BEARER } from '../kernel/security/device-tokens.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { sellerRights } from '../kernel/security/seller-rights.ts';
import { rolesOn, surfaceRefusal } from '../kernel/security/surface-roles.ts';
import type { AccessClaims, AccessTokens } from '../kernel/security/tokens.ts';
import { DeviceTokens } from './device-tokens/device-tokens.ts';
import { extendPageSession, findPageSession, type OpenSession, readOpenSessions } from './session-store.ts';

/** Access tokens (JWT). */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const MAX_TOKEN_LENGTH = 2048;
/** A session of the shop's pages: its token is in their cookie and is never exchanged. */
const PAGE_TOKEN = /^rt_[\w-]{43}$/;
/** Minimum seconds between two records that a page session is in use. */
const NOTE_USE_EVERY_S = 3600;
/** Seconds until a page's live connection must be reopened. */
const PAGE_CONNECTION_LIFE_S = 12 * 3600;

/** The account that a page's cookie signs in. */
export interface PageCaller {
  caller: SignedIn;
  /** Set-Cookie header when this request extended the session, so the browser keeps the cookie longer too. */
  cookie: string | null;
}

/**
 * Identifies the caller. Everything except the token's signature is read from the database on each request, so a
 * revoked session or role takes effect at once.
 */
export class CallerResolver {
  readonly #sessions: CoalescedReads<ReadonlyMap<string, OpenSession>>;
  readonly #tokens: AccessTokens;
  readonly #devices: DeviceTokens;
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #pageLife: number;
  /** Token hash → session; this mapping never changes. `notedAt`: milliseconds when use was last recorded. */
  readonly #pages = new LRUCache<string, AccessClaims & { notedAt: number }>({ max: 10_000 });

  constructor(
    database: Database,
    secrets: Secrets,
    { tokens, refreshTokenLife }: { tokens: AccessTokens } & Pick<Config, 'refreshTokenLife'>,
  ) {
    // Concurrent requests share one read, which always starts after the last of them arrived.
    this.#sessions = new CoalescedReads((sessionIds) => readOpenSessions(database, sessionIds));
    this.#tokens = tokens;
    this.#database = database;
    this.#secrets = secrets;
    this.#pageLife = refreshTokenLife;
    this.#devices = new DeviceTokens(database, secrets);
  }

  /** No header means a guest; a header that signs nobody in throws auth.UNAUTHENTICATED. */
  async resolve(authorizationHeader: string | undefined): Promise<Caller> {
    if (authorizationHeader === undefined) return { kind: 'guest' };
    const device = DEVICE_BEARER.exec(authorizationHeader)?.[1];
    if (device !== undefined) return this.#resolveDevice(device);
    const token = BEARER.exec(authorizationHeader)?.[1];
    if (token === undefined) throw unauthenticated();
    return (await this.resolveToken(token)).caller;
  }

  /**
   * @param token An access token or, for a page's live connection, the token in its cookie.
   * `expiresAt`: when the token ends; a live connection must not outlast it. Throws auth.UNAUTHENTICATED.
   */
  async resolveToken(token: string): Promise<{ caller: SignedIn; expiresAt: Date }> {
    if (PAGE_TOKEN.test(token)) return this.#resolvePageConnection(token);
    const access = token.length > MAX_TOKEN_LENGTH ? null : this.#tokens.verify(token);
    if (access === null) throw unauthenticated();
    return { caller: await this.#read(access), expiresAt: access.expiresAt };
  }

  /** Null for an invalid token or an ended session. @param ip Client address of the page request. */
  async resolvePage(token: string, ip: string): Promise<PageCaller | null> {
    const named = await this.#pageSession(token);
    if (named === null) return null;
    const caller = await this.#read(named).catch((error: unknown) => {
      if (error instanceof WaslError && error.code === 'auth.UNAUTHENTICATED') return null;
      throw error;
    });
    if (caller === null) return null;
    const extended = await this.#noteUse(named, ip);
    return { caller, cookie: extended ? refreshCookie('shop', token, this.#pageLife) : null };
  }

  async #resolvePageConnection(token: string): Promise<{ caller: SignedIn; expiresAt: Date }> {
    const named = await this.#pageSession(token);
    if (named === null) throw unauthenticated();
    const expiresAt = new Date(Date.now() + PAGE_CONNECTION_LIFE_S * 1000);
    return { caller: await this.#read(named), expiresAt };
  }

  async #pageSession(token: string): Promise<(AccessClaims & { notedAt: number }) | null> {
    if (!PAGE_TOKEN.test(token)) return null;
    const key = this.#secrets.hash('token', token).toString('base64');
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const found = await findPageSession(this.#database, this.#secrets.hashes('token', token));
    if (found === null) return null;
    const named = { accountId: found.account_id, sessionId: found.id, surface: 'shop' as const, notedAt: 0 };
    this.#pages.set(key, named);
    return named;
  }

  async #noteUse(named: AccessClaims & { notedAt: number }, ip: string): Promise<boolean> {
    if (Date.now() - named.notedAt < NOTE_USE_EVERY_S * 1000) return false;
    named.notedAt = Date.now();
    const use = { life: this.#pageLife, every: NOTE_USE_EVERY_S, ip };
    return extendPageSession(this.#database, named.sessionId, use);
  }

  /** For requests only: the live channel would reveal more to an app than its purpose needs. */
  async #resolveDevice(token: string): Promise<SignedIn> {
    const found = await this.#devices.find(token);
    if (found === null) throw unauthenticated();
    return { ...(await this.#read(found)), device: { tokenId: found.id, purpose: found.purpose } };
  }

  async #read({ accountId, sessionId, surface }: AccessClaims): Promise<SignedIn> {
    const row = (await this.#sessions.ask(sessionId)).get(sessionId);
    // The session's surface must be the token's audience.
    if (row?.account_id !== accountId || row.surface !== surface) throw unauthenticated();
    // A page token is never exchanged, so the loss of the buyer role has to be noticed here.
    if (surface === 'shop' && surfaceRefusal(surface, row.roles) !== null) throw unauthenticated();
    const roles = rolesOn(surface, row.roles);
    const everywhere = surface === 'api';
    const sells = everywhere || surface === 'seller';
    return {
      kind: 'account',
      accountId,
      sessionId,
      roles: new Set(roles),
      sellerId: sells ? (row.owned_seller_id ?? row.staff_seller_id) : null,
      rights: sellerRights(sells && row.owned_seller_id !== null, sells ? row.permissions : null),
      // Set for an applicant too, who sees the application before being approved as a driver.
      driverId: everywhere || surface === 'driver' ? row.driver_id : null,
      isSuperAdmin: row.is_super_admin,
      mfa: row.mfa_age !== null,
      mfaAge: row.mfa_age,
      mfaEnrolled: row.mfa_enrolled,
    };
  }
}

function unauthenticated(): WaslError {
  return new WaslError('auth.UNAUTHENTICATED', {
    detail: 'The access token is missing, expired or revoked. Sign in or refresh.',
  });
}

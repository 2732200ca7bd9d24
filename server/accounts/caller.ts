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

/** Of access tokens. */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const LONGEST = 2048;
/** A session of the shop's pages: its token stands in their cookie, and is not exchanged. */
const PAGE_TOKEN = /^rt_[\w-]{43}$/;
/** Seconds between two notes that such a session is in use. */
const NOTED_EVERY = 3600;
/** Seconds until a page's live connection has to be opened again. */
const PAGE_CONNECTION_LIFE = 12 * 3600;

/** Whom a page's cookie signs in. */
export interface PageCaller {
  caller: SignedIn;
  /** Set-Cookie, when it was noted just now that the session is in use: the browser is to keep it for longer, too. */
  cookie: string | null;
}

/** Finds out who calls. Everything but the signature is read anew, so a revoked session or role counts at once. */
export class CallerResolver {
  readonly #sessions: CoalescedReads<ReadonlyMap<string, OpenSession>>;
  readonly #tokens: AccessTokens;
  readonly #devices: DeviceTokens;
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #pageLife: number;
  /** Which session a page's token names never changes. Milliseconds of when it was last noted as used. */
  readonly #pages = new LRUCache<string, AccessClaims & { notedAt: number }>({ max: 10_000 });

  constructor(
    database: Database,
    secrets: Secrets,
    { tokens, refreshTokenLife }: { tokens: AccessTokens } & Pick<Config, 'refreshTokenLife'>,
  ) {
    // Requests that come in together ask together; each is answered with what was true after it came.
    this.#sessions = new CoalescedReads((sessionIds) => readOpenSessions(database, sessionIds));
    this.#tokens = tokens;
    this.#database = database;
    this.#secrets = secrets;
    this.#pageLife = refreshTokenLife;
    this.#devices = new DeviceTokens(database, secrets);
  }

  /** No header is a guest; a header that does not sign anybody in throws auth.UNAUTHENTICATED. */
  async resolve(authorizationHeader: string | undefined): Promise<Caller> {
    if (authorizationHeader === undefined) return { kind: 'guest' };
    const device = DEVICE_BEARER.exec(authorizationHeader)?.[1];
    if (device !== undefined) return this.#resolveDevice(device);
    const token = BEARER.exec(authorizationHeader)?.[1];
    if (token === undefined) throw unauthenticated();
    return (await this.resolveToken(token)).caller;
  }

  /**
   * @param token An access token or, for the live connection of a page, the one in its cookie. `expiresAt`: when it ends;
   *   a live connection must not outlast it. Throws auth.UNAUTHENTICATED.
   */
  async resolveToken(token: string): Promise<{ caller: SignedIn; expiresAt: Date }> {
    if (PAGE_TOKEN.test(token)) return this.#resolvePageConnection(token);
    const access = token.length > LONGEST ? null : await this.#tokens.verify(token);
    if (access === null) throw unauthenticated();
    return { caller: await this.#read(access), expiresAt: access.expiresAt };
  }

  /** Null for a token whose session has ended, or that is none. @param ip Where the page was asked for. */
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
    const expiresAt = new Date(Date.now() + PAGE_CONNECTION_LIFE * 1000);
    return { caller: await this.#read(named), expiresAt };
  }

  async #pageSession(token: string): Promise<(AccessClaims & { notedAt: number }) | null> {
    if (!PAGE_TOKEN.test(token)) return null;
    const hash = this.#secrets.hash('token', token);
    const key = hash.toString('base64');
    const known = this.#pages.get(key);
    if (known !== undefined) return known;
    const found = await findPageSession(this.#database, hash);
    if (found === null) return null;
    const named = { accountId: found.account_id, sessionId: found.id, surface: 'shop' as const, notedAt: 0 };
    this.#pages.set(key, named);
    return named;
  }

  async #noteUse(named: AccessClaims & { notedAt: number }, ip: string): Promise<boolean> {
    if (Date.now() - named.notedAt < NOTED_EVERY * 1000) return false;
    named.notedAt = Date.now();
    const use = { life: this.#pageLife, every: NOTED_EVERY, ip };
    return extendPageSession(this.#database, named.sessionId, use);
  }

  /** For requests alone: the live channel would tell an app more than its purpose needs. */
  async #resolveDevice(token: string): Promise<SignedIn> {
    const found = await this.#devices.find(token);
    if (found === null) throw unauthenticated();
    return { ...(await this.#read(found)), device: { tokenId: found.id, purpose: found.purpose } };
  }

  async #read({ accountId, sessionId, surface }: AccessClaims): Promise<SignedIn> {
    const row = (await this.#sessions.ask(sessionId)).get(sessionId);
    // The session's surface must be the token's audience.
    if (row?.account_id !== accountId || row.surface !== surface) throw unauthenticated();
    // A page's session is never exchanged, which would notice that its account is a buyer's no more.
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
      // Somebody who has applied sees the application before it makes them a driver.
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

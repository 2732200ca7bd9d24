import { WaslError } from '../../actors/errors.ts';
import { CoalescedReads } from '../../db/coalesced-reads.ts';
import type { Database } from '../../db/database.ts';
import type { Caller, SignedIn } from '../kernel/http/operation.ts';
import { DEVICE_BEARER } from '../kernel/security/device-tokens.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { sellerRights } from '../kernel/security/seller-rights.ts';
import { rolesOn } from '../kernel/security/surface-roles.ts';
import type { AccessClaims, AccessTokens } from '../kernel/security/tokens.ts';
import { DeviceTokens } from './device-tokens/device-tokens.ts';
import { type OpenSession, readOpenSessions } from './session-store.ts';

/** Of access tokens. */
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const LONGEST = 2048;

/** Finds out who calls. Everything but the signature is read anew, so a revoked session or role counts at once. */
export class CallerResolver {
  readonly #sessions: CoalescedReads<ReadonlyMap<string, OpenSession>>;
  readonly #tokens: AccessTokens;
  readonly #devices: DeviceTokens;

  constructor(database: Database, tokens: AccessTokens, secrets: Secrets) {
    // Requests that come in together ask together; each is answered with what was true after it came.
    this.#sessions = new CoalescedReads((sessionIds) => readOpenSessions(database, sessionIds));
    this.#tokens = tokens;
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

  /** `expiresAt`: when the token ends; a live connection must not outlast it. Throws auth.UNAUTHENTICATED. */
  async resolveToken(token: string): Promise<{ caller: SignedIn; expiresAt: Date }> {
    const access = token.length > LONGEST ? null : await this.#tokens.verify(token);
    if (access === null) throw unauthenticated();
    return { caller: await this.#read(access), expiresAt: access.expiresAt };
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
    const roles = rolesOn(surface, row.roles);
    const everywhere = surface === 'api';
    return {
      kind: 'account',
      accountId,
      sessionId,
      roles: new Set(roles),
      sellerId: everywhere ? (row.owned_seller_id ?? row.staff_seller_id) : null,
      rights: sellerRights(everywhere && row.owned_seller_id !== null, everywhere ? row.permissions : null),
      driverId: everywhere || roles.includes('DRIVER') ? row.driver_id : null,
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

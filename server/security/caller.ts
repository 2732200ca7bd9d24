import { WaslError } from '../../actors/errors.ts';
import type { Database } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { runPrepared } from '../../db/prepared.ts';
import type { Caller, SignedIn } from '../http/operation.ts';
import { type SellerPermission, sellerRights } from './seller-rights.ts';
import { rolesOn } from './surface-roles.ts';
import type { AccessTokens, VerifiedAccess } from './tokens.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;
const LONGEST = 2048;

interface Row {
  is_super_admin: boolean;
  mfa: boolean;
  roles: AccountRoleName[];
  owned_seller_id: string | null;
  staff_seller_id: string | null;
  permissions: SellerPermission[] | null;
  driver_id: string | null;
}

// One round trip per request. The session's surface must be the token's audience.
const READ_CALLER = {
  name: 'caller',
  sql: `
  SELECT a.is_super_admin,
         s.mfa_at IS NOT NULL AS mfa,
         ARRAY(SELECT role FROM account_roles WHERE account_id = a.id) AS roles,
         (SELECT id FROM sellers WHERE owner_account_id = a.id AND status <> 'REJECTED') AS owned_seller_id,
         f.seller_id AS staff_seller_id, f.permissions,
         (SELECT id FROM drivers WHERE account_id = a.id) AS driver_id
    FROM sessions s
    JOIN accounts a ON a.id = s.account_id
    LEFT JOIN seller_staff f ON f.account_id = a.id
   WHERE s.id = ? AND s.account_id = ? AND s.surface = ?
     AND s.revoked_at IS NULL AND s.expires_at > now() AND a.status = 'ACTIVE'`,
};

/** Finds out who calls. Everything but the signature is read anew, so a revoked session or role counts at once. */
export class CallerResolver {
  readonly #database: Database;
  readonly #tokens: AccessTokens;

  constructor(database: Database, tokens: AccessTokens) {
    this.#database = database;
    this.#tokens = tokens;
  }

  /** No header is a guest; a header that does not sign anybody in throws auth.UNAUTHENTICATED. */
  async resolve(authorizationHeader: string | undefined): Promise<Caller> {
    if (authorizationHeader === undefined) return { kind: 'guest' };
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

  async #read({ accountId, sessionId, surface }: VerifiedAccess): Promise<SignedIn> {
    const [row] = await runPrepared<Row>(this.#database, READ_CALLER, [sessionId, accountId, surface]);
    if (row === undefined) throw unauthenticated();
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
      mfa: row.mfa,
    };
  }
}

function unauthenticated(): WaslError {
  return new WaslError('auth.UNAUTHENTICATED', {
    detail: 'The access token is missing, expired or revoked. Sign in or refresh.',
  });
}

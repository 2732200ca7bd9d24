import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { hintOf, newApiKey } from '../../kernel/security/api-keys.ts';
import { type ApiScope, meaningOf } from '../../kernel/security/api-scopes.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { notify } from '../../notifications/notifications.ts';
import { canonicalRanges } from './address-ranges.ts';
import { countOpenKeys, insertKey, lockKeysOf, markRevoked, readKey } from './key-store.ts';

/** Keys of one seller, or of the platform, that have not ended. */
export const MAX_KEYS = 20;

export interface KeyContext {
  ids: Ids;
  clock: Clock;
  secrets: Secrets;
  by: SignedIn;
  requestId: string;
  ip: string;
}

export interface WantedKey {
  name: string;
  scopes: readonly ApiScope[];
  addressRanges?: readonly string[];
  expiresInDays: number | null;
}

/**
 * Makes a key and returns it with its id: nobody can read it again. @param sellerId Null: the platform's. Throws
 * common.VALIDATION_FAILED, integrations.TOO_MANY_KEYS.
 */
export async function makeKey(
  trx: Transaction,
  { ids, clock, secrets, by, requestId, ip }: KeyContext,
  sellerId: string | null,
  { name, scopes, addressRanges = [], expiresInDays }: WantedKey,
): Promise<{ id: string; key: string }> {
  refuseForeignScopes(sellerId, scopes);
  const ranges = canonicalRanges(addressRanges);
  await lockKeysOf(trx, sellerId);
  if ((await countOpenKeys(trx, sellerId)) >= MAX_KEYS) throw new WaslError('integrations.TOO_MANY_KEYS');
  const id = ids.next();
  const key = newApiKey();
  const hint = hintOf(key);
  await insertKey(trx, {
    ...{ id, sellerId, name, scopes, addressRanges: ranges, days: expiresInDays },
    ...{ hint, hash: secrets.hash('api-key', key), createdBy: by.accountId },
  });
  const after = { sellerId, scopes: [...scopes], addressRanges: ranges, expiresInDays };
  const subject = { subjectType: 'API_KEY', subjectId: id } as const;
  await recordAudit(trx, { by, action: 'createApiKey', ...subject, requestId, ip, after });
  // An intruder could keep a key after the password is changed.
  await notify(trx, {
    kind: 'API_KEY_MADE',
    to: { accountId: by.accountId },
    data: { hint, at: clock.now().toISOString() },
    about: { id, version: 1 },
    requestId,
  });
  return { id, key };
}

/** A seller's key acts only for the seller, the platform's only for the platform. */
function refuseForeignScopes(sellerId: string | null, scopes: readonly ApiScope[]): void {
  const owner = sellerId === null ? 'PLATFORM' : 'SELLER';
  const errors = scopes.flatMap((scope, place) =>
    meaningOf(scope).of === owner
      ? []
      : [
          {
            pointer: `/scopes/${place}`,
            code: 'enum',
            message: `is not a scope of ${owner === 'SELLER' ? "a seller's" : "the platform's"} keys`,
          },
        ],
  );
  if (errors.length > 0)
    throw new WaslError('common.VALIDATION_FAILED', { detail: 'Choose other scopes.', errors });
}

/**
 * Revokes a key. Revoking it again changes nothing. @param sellerId Whose it must be; undefined: anybody's. Throws
 * common.NOT_FOUND.
 */
export async function revokeKey(
  trx: Transaction,
  { by, requestId, ip }: Omit<KeyContext, 'ids' | 'clock' | 'secrets'>,
  id: string,
  sellerId: string | undefined,
): Promise<void> {
  const found = await readKey(trx, id);
  if (found === null || (sellerId !== undefined && found.sellerId !== sellerId)) throw notFound('API key');
  if (!(await markRevoked(trx, id, by.accountId))) return;
  const subject = { subjectType: 'API_KEY', subjectId: id } as const;
  await recordAudit(trx, { by, action: 'revokeApiKey', ...subject, requestId, ip });
}

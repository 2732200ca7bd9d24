import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { type KeyRow, listKeys, readKey } from './key-store.ts';
import { makeKey, revokeKey, type WantedKey } from './make-key.ts';

type KeyOperation =
  | 'listSellerApiKeys'
  | 'createSellerApiKey'
  | 'revokeSellerApiKey'
  | 'listApiKeys'
  | 'createApiKey'
  | 'revokeApiKey';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'ids' | 'secrets'>;
type Schemas = components['schemas'];

/** Closes the live connections of a key, in every process. */
export type DisconnectKey = (keyId: string) => void;

/** Operations on API keys: of a seller, by its owner; of the platform, and of any seller, by administrators. */
export function keyHandlers(deps: Needed, disconnectKey: DisconnectKey): Pick<Handlers, KeyOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);
  const context = ({ caller, requestId, ip }: { caller: Caller; requestId: string; ip: string }) => ({
    ...deps,
    by: signedIn(caller),
    requestId,
    ip,
  });
  const page = (sellerId: string | null, query: { limit?: number; cursor?: string }) =>
    cursors.byId(
      `api-keys:${sellerId ?? 'platform'}`,
      query,
      (behind, count) => listKeys(database, sellerId, behind, count),
      render,
    );

  // No Idempotency-Key: a key cannot be shown twice. If the response is lost, its owner revokes it and makes another.
  const make = async (request: Parameters<typeof context>[0], sellerId: string | null, wanted: WantedKey) => {
    const { id, key } = await inTransaction(database, (trx) =>
      makeKey(trx, context(request), sellerId, wanted),
    );
    const row = await readKey(database, id);
    if (row === null) throw new Error(`the API key ${id} is missing`);
    return { status: 201, body: { ...render(row), key } };
  };
  const revoke = async (
    request: Parameters<typeof context>[0] & { params: { id: string } },
    sellerId?: string,
  ) => {
    const { id } = request.params;
    await inTransaction(database, (trx) => revokeKey(trx, context(request), id, sellerId));
    disconnectKey(id);
    return { status: 204 };
  };

  return {
    listSellerApiKeys: async ({ caller, query }) => ({
      status: 200,
      body: await page(ownSellerId(caller), query),
    }),
    createSellerApiKey: (request) => make(request, ownSellerId(request.caller), request.body),
    revokeSellerApiKey: (request) => revoke(request, ownSellerId(request.caller)),
    listApiKeys: async ({ query: { sellerId = null, ...query } }) => ({
      status: 200,
      body: await page(sellerId, query),
    }),
    createApiKey: (request) => make(request, null, request.body),
    revokeApiKey: (request) => revoke(request),
  };
}

function render(row: KeyRow): Schemas['ApiKey'] {
  const { id, sellerId, name, hint, status, createdBy, usedFrom } = row;
  return {
    ...{ id, sellerId, name, hint, status, createdBy, usedFrom },
    scopes: [...row.scopes],
    addressRanges: [...row.addressRanges],
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    usedAt: row.usedAt?.toISOString() ?? null,
  };
}

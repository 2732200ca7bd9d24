import { inTransaction } from '../../../db/unit-of-work.ts';
import { proveOwner } from '../../accounts/accounts.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, IdempotencyKey, SignedIn } from '../../kernel/http/operation.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import type { ShopAffairs } from './close-shop.ts';
import { close } from './decide-application.ts';
import { renderSeller } from './render-seller.ts';
import { readSeller } from './seller-store.ts';
import type { LeaveSellerRoom } from './staff-handlers.ts';

interface Request {
  by: SignedIn;
  role: 'ADMIN' | 'SELLER_OWNER';
  reason: string | null;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
}

/** Operations that close a shop: by its owner, or by an administrator if it has none. */
export function closingHandlers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'ids' | 'config'>,
  { leaveSellerRoom, affairs }: { leaveSellerRoom: LeaveSellerRoom; affairs: ShopAffairs },
): Pick<Handlers, 'closeSeller' | 'closeSellerAsAdmin'> {
  const { database } = deps;

  const closing = async (sellerId: string, { role, reason, idempotency, ...who }: Request) => {
    const context = { ...deps, ...who };
    let dismissed: string[] = [];
    const { replayed } = await inTransaction(database, (trx) =>
      idempotently(trx, idempotency, async () => {
        dismissed = await close(trx, context, sellerId, { reason, affairs, role });
        return { status: 200, reference: {} };
      }),
    );
    for (const accountId of dismissed) leaveSellerRoom(accountId, sellerId);
    const body = renderSeller(await readSeller(database, sellerId, deps.clock.now()));
    return { status: 200, body, etag: body.version, replayed };
  };

  return {
    closeSeller: async ({ caller, body, ...request }) => {
      const by = signedIn(caller);
      const sellerId = ownSellerId(caller);
      const { currentPassword, reason = null } = body;
      await proveOwner(deps, by, { currentPassword, requestId: request.requestId });
      return closing(sellerId, { ...request, by, reason, role: 'SELLER_OWNER' });
    },

    closeSellerAsAdmin: ({ caller, params, body, ...request }) =>
      closing(params.id, { ...request, by: signedIn(caller), reason: body.reason, role: 'ADMIN' }),
  };
}

import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../dependencies.ts';
import { idempotently } from '../http/idempotency.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { signedIn } from '../http/principal.ts';
import { approve, reject } from '../sellers/decide-application.ts';
import { renderSeller } from '../sellers/render-seller.ts';
import { readSeller, readSellers } from '../sellers/seller-store.ts';

type SellerAdminOperation = 'listSellersForAdmin' | 'approveSeller' | 'rejectSeller';

/** Sellers and their applications, for administrators. No operation attaches an owner or edits a legal name. */
export function sellerAdminHandlers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'secrets'>,
): Pick<Handlers, SellerAdminOperation> {
  const { database, clock } = deps;
  const cursors = new Cursors(deps.secrets);

  const answer = async (id: string, replayed: boolean) => {
    const body = renderSeller(await readSeller(database, id));
    return { status: 200, body, etag: body.version, replayed };
  };

  return {
    listSellersForAdmin: async ({ query }) => {
      const { status = null, limit = DEFAULT_LIMIT } = query;
      const scope = `admin-sellers:${status}`;
      const [before] = cursors.decode(scope, query.cursor) ?? [];
      const found = await readSellers(database, {
        status,
        before: before === undefined ? null : String(before),
        count: limit + 1,
      });
      return { status: 200, body: cursors.page(scope, found, limit, (row) => [row.seller.id], renderSeller) };
    },

    approveSeller: async ({ caller, params, body, idempotency, requestId }) => {
      const context = { by: signedIn(caller), requestId, clock };
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await approve(trx, context, params.id, body?.commissionPlanId);
          return { status: 200, reference: {} };
        }),
      );
      return answer(params.id, result.replayed);
    },

    rejectSeller: async ({ caller, params, body, idempotency, requestId }) => {
      const context = { by: signedIn(caller), requestId, clock };
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await reject(trx, context, params.id, body.reason);
          return { status: 200, reference: {} };
        }),
      );
      return answer(params.id, result.replayed);
    },
  };
}

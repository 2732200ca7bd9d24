import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { approve, reinstate, reject, suspend } from './decide-application.ts';
import { renderSeller } from './render-seller.ts';
import { readSeller, readSellers } from './seller-store.ts';

type SellerAdminOperation =
  | 'listSellersForAdmin'
  | 'approveSeller'
  | 'rejectSeller'
  | 'suspendSeller'
  | 'reinstateSeller';

/**
 * Operations on sellers and applications, for administrators. None of them assigns an owner or changes a legal name.
 */
export function sellerAdminHandlers(
  deps: Pick<Dependencies, 'database' | 'clock' | 'ids' | 'secrets'>,
): Pick<Handlers, SellerAdminOperation> {
  const { database, clock, ids } = deps;
  const cursors = new Cursors(deps.secrets);

  /** Decides once per key, and returns the seller. */
  const decide = async (
    id: string,
    idempotency: IdempotencyKey | null,
    decision: (trx: Transaction) => Promise<void>,
  ) => {
    const { replayed } = await inTransaction(database, (trx) =>
      idempotently(trx, idempotency, async () => {
        await decision(trx);
        return { status: 200, reference: {} };
      }),
    );
    const body = renderSeller(await readSeller(database, id, clock.now()));
    return { status: 200, body, etag: body.version, replayed };
  };

  return {
    listSellersForAdmin: async ({ query }) => {
      const { status = null, limit = DEFAULT_LIMIT } = query;
      const scope = `admin-sellers:${status}`;
      const [before] = cursors.decode(scope, query.cursor) ?? [];
      const filter = { status, before: before === undefined ? null : String(before), count: limit + 1 };
      const found = await readSellers(database, filter, clock.now());
      return { status: 200, body: cursors.page(scope, found, limit, (row) => [row.seller.id], renderSeller) };
    },

    approveSeller: ({ caller, params, body, idempotency, requestId, ip }) => {
      const context = { by: signedIn(caller), requestId, ip, clock, ids };
      return decide(params.id, idempotency, (trx) =>
        approve(trx, context, params.id, body?.commissionPlanId),
      );
    },

    rejectSeller: ({ caller, params, body, idempotency, requestId, ip }) => {
      const context = { by: signedIn(caller), requestId, ip, clock, ids };
      return decide(params.id, idempotency, (trx) => reject(trx, context, params.id, body.reason));
    },

    suspendSeller: ({ caller, params, body, idempotency, requestId, ip }) => {
      const context = { by: signedIn(caller), requestId, ip, clock, ids };
      return decide(params.id, idempotency, (trx) => suspend(trx, context, params.id, body.reason));
    },

    reinstateSeller: ({ caller, params, idempotency, requestId, ip }) => {
      const context = { by: signedIn(caller), requestId, ip, clock, ids };
      return decide(params.id, idempotency, (trx) => reinstate(trx, context, params.id));
    },
  };
}

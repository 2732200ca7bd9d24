import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { payOut, readPayout } from './pay-out.ts';
import { readPayables } from './payables.ts';
import { readPayouts } from './payout-store.ts';
import { renderPayable, renderPayout } from './render-money.ts';
import { showAccountToPay, showPayoutAccount } from './show-bank-account.ts';

type MoneyOperation =
  | 'listSellerPayouts'
  | 'listPayables'
  | 'showAccountToPay'
  | 'createPayout'
  | 'listPayouts'
  | 'getPayout'
  | 'showPayoutAccount';

/** Operations on payouts to sellers, for administrators. */
export function moneyHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets'>,
): Pick<Handlers, MoneyOperation> {
  const { database, clock } = deps;
  const cursors = new Cursors(deps.secrets);

  const payouts = async (
    sellerId: string | null,
    scope: string,
    query: { limit?: number; cursor?: string },
  ) => {
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const before = cursors.decode(scope, cursor)?.[0]?.toString() ?? null;
    const found = await readPayouts(database, { id: null, sellerId, before, count: limit + 1 });
    return { status: 200, body: cursors.page(scope, found, limit, (row) => [row.id], renderPayout) };
  };

  return {
    listSellerPayouts: ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      return payouts(sellerId, `payouts:${sellerId}`, query);
    },

    listPayables: async ({ query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const after = cursors.decode('payables', cursor)?.[0]?.toString() ?? null;
      const found = await readPayables(database, after, limit + 1, clock.now());
      return {
        status: 200,
        body: cursors.page('payables', found, limit, (row) => [row.seller_id], renderPayable),
      };
    },

    showAccountToPay: async ({ caller, params, requestId, ip }) => {
      const context = { ...deps, by: signedIn(caller), requestId, ip };
      return {
        status: 200,
        body: await inTransaction(database, (trx) => showAccountToPay(trx, context, params.id)),
      };
    },

    showPayoutAccount: async ({ caller, params, requestId, ip }) => {
      const context = { ...deps, by: signedIn(caller), requestId, ip };
      return {
        status: 200,
        body: await inTransaction(database, (trx) => showPayoutAccount(trx, context, params.id)),
      };
    },

    listPayouts: ({ query }) => payouts(query.sellerId ?? null, `all-payouts:${query.sellerId ?? ''}`, query),

    getPayout: async ({ params }) => ({
      status: 200,
      body: renderPayout(await readPayout(database, params.id)),
    }),

    createPayout: async ({ caller, body, idempotency, requestId, ip }) => {
      const context = { ...deps, by: signedIn(caller), requestId, ip };
      const { replayed, reference } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => ({
          status: 201,
          reference: { payoutId: await payOut(trx, context, body) },
        })),
      );
      return {
        status: 201,
        body: renderPayout(await readPayout(database, reference.payoutId ?? '')),
        replayed,
      };
    },
  };
}

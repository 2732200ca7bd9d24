import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { payOut, readPayout } from './pay-out.ts';
import { readPayables } from './payables.ts';
import { readPayouts } from './payout-store.ts';
import {
  renderPayable,
  renderPayout,
  renderPeriod,
  renderStatementGroup,
  renderTotals,
} from './render-money.ts';
import { readStatementTotals } from './seller-statement-store.ts';
import { showAccountToPay, showPayoutAccount } from './show-bank-account.ts';
import { statementCsv } from './statement-csv.ts';
import { periodOf, readStatementGroups, type StatementGroup } from './statements.ts';

type MoneyOperation =
  | 'getStatement'
  | 'listSellerPayouts'
  | 'listPayables'
  | 'showAccountToPay'
  | 'createPayout'
  | 'listPayouts'
  | 'getPayout'
  | 'showPayoutAccount';

/** What sellers earn and are paid. */
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
    getStatement: async ({ caller, query, preferred }) => {
      const sellerId = ownSellerId(caller);
      const period = periodOf(query.month ?? qatarDay(clock.now()).slice(0, 7));
      if (preferred(['application/json', 'text/csv']) === 'text/csv') {
        const headers = { 'Content-Disposition': `attachment; filename="statement-${period.month}.csv"` };
        const content = await statementCsv(database, sellerId, period);
        return { status: 200, text: { type: 'text/csv', content }, headers };
      }
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `statement:${sellerId}:${period.month}`;
      const position = cursors.decode(scope, cursor);
      const after = position === null ? null : { at: new Date(position[0] ?? 0), id: String(position[1]) };
      const groups = await readStatementGroups(database, sellerId, period, after, limit + 1);
      const keyOf = ({ delivered_at: at, id }: StatementGroup) => [at.getTime(), id];
      const totals = renderTotals(await readStatementTotals(database, { sellerId, ...period }));
      const list = cursors.page(scope, groups, limit, keyOf, renderStatementGroup);
      return {
        status: 200,
        body: { period: renderPeriod(period), totals, ...list },
        headers: { Vary: 'Accept' },
      };
    },

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
          reference: { payoutId: await payOut(trx, context, body.sellerId) },
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

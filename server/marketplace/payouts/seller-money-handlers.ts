import { add } from '../../../actors/money/money.ts';
import { endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers, OperationRequest } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { readSeller } from '../sellers/sellers.ts';
import { type PaperParties, payoutPaper, statementPaper } from './compose-paper.ts';
import type { PaperPool } from './paper-pool.ts';
import { readPayoutOfSeller } from './pay-out.ts';
import { payoutCsv } from './payout-csv.ts';
import { renderPeriod, renderStatementGroup, renderTotals } from './render-money.ts';
import {
  renderMoneyGroup,
  renderMoneyGroupDetail,
  renderMonth,
  renderSellerMoney,
  renderSellerPayout,
} from './render-seller-money.ts';
import { readMoneyGroup, readReadiness, readSellerMoney } from './seller-money.ts';
import { groupsOfPayout, listMoneyGroups, readMonths } from './seller-money-store.ts';
import { readDelivered, readStatementTotals } from './seller-statement-store.ts';
import { statementCsv } from './statement-csv.ts';
import { currentMonth, periodOf, readStatementGroups, type StatementGroup } from './statements.ts';

type SellerMoneyOperation =
  | 'getSellerMoney'
  | 'listMoneyGroups'
  | 'getMoneyGroup'
  | 'getStatement'
  | 'listStatementMonths'
  | 'getSellerPayout';

export type SellerMoneyDependencies = Pick<Dependencies, 'database' | 'clock' | 'secrets' | 'settings'> & {
  papers: PaperPool;
};

/** Most groups in the PDF of a statement; the CSV contains all. */
const MAX_PAPER_GROUPS = 1_000;

const FORMS = ['application/json', 'text/csv', 'application/pdf'] as const;

/** Operations: what sellers see of their own money. */
export function sellerMoneyHandlers(deps: SellerMoneyDependencies): Pick<Handlers, SellerMoneyOperation> {
  const { database, clock, papers } = deps;
  const cursors = new Cursors(deps.secrets);

  const partiesOf = (sellerId: string) => readParties(deps, sellerId);

  return {
    getSellerMoney: async ({ caller }) => {
      const { sums, readiness } = await readSellerMoney(database, ownSellerId(caller), clock.now());
      return { status: 200, body: renderSellerMoney(sums, readiness) };
    },

    listMoneyGroups: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const { state = null, number = null, from, to, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `money:${sellerId}:${state ?? ''}:${number ?? ''}:${from ?? ''}:${to ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0]?.toString() ?? null;
      const span = {
        from: from === undefined ? null : startOfDay(from),
        until: to === undefined ? null : endOfDay(to),
      };
      const [readiness, found] = await Promise.all([
        readReadiness(database, sellerId, clock.now()),
        listMoneyGroups(database, { sellerId, state, number, ...span, before, count: limit + 1 }),
      ]);
      const render = (row: (typeof found)[number]) => renderMoneyGroup(row, readiness);
      return { status: 200, body: cursors.page(scope, found, limit, ({ id }) => [id], render) };
    },

    getMoneyGroup: async ({ caller, params }) => {
      const sellerId = ownSellerId(caller);
      const group = await readMoneyGroup(database, sellerId, params.id);
      const readiness = await readReadiness(database, sellerId, clock.now());
      return { status: 200, body: renderMoneyGroupDetail(group, readiness) };
    },

    getStatement: async (request) => {
      const { caller, query } = request;
      const sellerId = ownSellerId(caller);
      const period = periodOf(query.month ?? currentMonth(clock.now()));
      const form = request.preferred(FORMS);
      if (form === 'text/csv') {
        const content = await statementCsv(database, sellerId, period);
        return {
          status: 200,
          text: { type: form, content },
          headers: attached(`statement-${period.month}.csv`),
        };
      }
      const totals = await readStatementTotals(database, { sellerId, ...period });
      if (form === 'application/pdf') {
        const groups = await readDelivered(database, { sellerId, ...period }, null, MAX_PAPER_GROUPS);
        const paper = statementPaper(period, totals, groups, await partiesOf(sellerId), clock.now());
        const content = Buffer.from(await papers.runFor(sellerId, paper));
        return {
          status: 200,
          text: { type: form, content },
          headers: attached(`statement-${period.month}.pdf`),
        };
      }
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `statement:${sellerId}:${period.month}`;
      const position = cursors.decode(scope, cursor);
      const after = position === null ? null : { at: new Date(position[0] ?? 0), id: String(position[1]) };
      const groups = await readStatementGroups(database, sellerId, period, after, limit + 1);
      const keyOf = ({ delivered_at: at, id }: StatementGroup) => [at.getTime(), id];
      const list = cursors.page(scope, groups, limit, keyOf, renderStatementGroup);
      const body = { period: renderPeriod(period), totals: renderTotals(totals), ...list };
      return { status: 200, body, headers: { Vary: 'Accept' } };
    },

    listStatementMonths: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `months:${sellerId}`;
      const last = cursors.decode(scope, cursor)?.[0]?.toString();
      const before = last === undefined ? null : periodOf(last).from;
      const months = await readMonths(database, { sellerId, before, count: limit + 1 });
      return {
        status: 200,
        body: cursors.page(scope, months, limit, ({ month }) => [month], renderMonth),
      };
    },

    getSellerPayout: async (request: OperationRequest<'getSellerPayout'>) => {
      const sellerId = ownSellerId(request.caller);
      const payout = await readPayoutOfSeller(database, sellerId, request.params.id);
      const groups = await groupsOfPayout(database, payout.id);
      const sums = {
        gross: add(...groups.map((group) => group.gross)),
        commission: add(...groups.map((group) => group.commission)),
      };
      const form = request.preferred(FORMS);
      if (form === 'application/json')
        return { status: 200, body: renderSellerPayout(payout, groups, sums), headers: { Vary: 'Accept' } };
      if (form === 'text/csv') {
        const content = payoutCsv(payout, groups);
        return { status: 200, text: { type: form, content }, headers: attached(`${payout.number}.csv`) };
      }
      const paper = payoutPaper(payout, groups, sums, await partiesOf(sellerId));
      const content = Buffer.from(await papers.runFor(sellerId, paper));
      return { status: 200, text: { type: form, content }, headers: attached(`${payout.number}.pdf`) };
    },
  };
}

async function readParties(
  { database, clock, settings }: SellerMoneyDependencies,
  sellerId: string,
): Promise<PaperParties> {
  const { seller } = await readSeller(database, sellerId, clock.now());
  const { companyName: company } = await settings.values();
  return {
    company,
    legalName: seller.legalName,
    displayName: { en: seller.displayNameEn, ar: seller.displayNameAr },
  };
}

function attached(name: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}

import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { problemDetail } from '../../kernel/texts/problem-texts.ts';
import { issueSellerInvoices } from './issue-seller-invoices.ts';
import { type OwnGroup, readOwnGroups } from './seller-invoice-store.ts';

/** Operation: invoices of a seller's own order groups, numbered if necessary; other sellers' groups are omitted. */
export function sellerInvoiceHandlers(
  deps: Pick<Dependencies, 'database' | 'clock'>,
): Pick<Handlers, 'listSellerInvoices'> {
  const { database, clock } = deps;
  return {
    listSellerInvoices: async ({ caller, query, locale }) => {
      const sellerId = ownSellerId(caller);
      const groupIds = [...new Set(query.ids)];
      let groups = byId(await readOwnGroups(database, sellerId, groupIds));
      const missing = groupIds.filter((id) => {
        const group = groups.get(id);
        return group?.charged && group.number === null;
      });
      if (missing.length > 0) {
        await issueSellerInvoices(database, { sellerId, clock, groupIds: missing });
        groups = byId(await readOwnGroups(database, sellerId, groupIds));
      }
      const own = groupIds.flatMap((id) => groups.get(id) ?? []);
      const code = 'order.INVALID_STATE';
      const refused = own
        .filter(({ number }) => number === null)
        .map(({ groupId }) => ({ groupId, code, message: problemDetail(code, locale) }) as const);
      return { status: 200, body: { data: own.flatMap(rendered), refused } };
    },
  };
}

function byId(groups: readonly OwnGroup[]): Map<string, OwnGroup> {
  return new Map(groups.map((group) => [group.groupId, group]));
}

function rendered({
  number,
  issuedAt,
  buyerName,
  document,
  charged,
}: OwnGroup): components['schemas']['SellerInvoice'][] {
  if (number === null || issuedAt === null || buyerName === null || document === null) return [];
  return [{ ...document, number, issuedAt: issuedAt.toISOString(), buyerName, charged }];
}

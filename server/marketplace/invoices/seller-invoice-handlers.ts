import { WaslError } from '../../../actors/errors.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { problemDetail } from '../../kernel/texts/problem-texts.ts';
import type { InvoicePool } from './invoice-pool.ts';
import { issueSellerInvoices } from './issue-seller-invoices.ts';
import { type OwnGroup, readOwnGroups } from './seller-invoice-store.ts';

/**
 * Operation: invoices of a seller's own order groups, as JSON or as one PDF, numbered if necessary; other sellers'
 * groups are omitted.
 */
export function sellerInvoiceHandlers(
  deps: Pick<Dependencies, 'database' | 'clock'> & { invoices: InvoicePool },
): Pick<Handlers, 'listSellerInvoices'> {
  const { database, clock } = deps;
  return {
    listSellerInvoices: async ({ caller, query, locale, preferred }) => {
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
      const data = own.flatMap(rendered);
      const type = preferred(['application/json', 'application/pdf']);
      const code = 'order.INVALID_STATE';
      if (type === 'application/pdf') {
        const [first] = data;
        if (first === undefined) throw own.length === 0 ? notFound('order') : new WaslError(code);
        const name = data.length === 1 ? first.number : `invoices-${first.number}`;
        const headers = { 'Content-Disposition': `attachment; filename="${name}.pdf"` };
        const content = Buffer.from(await deps.invoices.runFor(sellerId, data));
        return { status: 200, text: { type, content }, headers };
      }
      const refused = own
        .filter(({ number }) => number === null)
        .map(({ groupId }) => ({ groupId, code, message: problemDetail(code, locale) }) as const);
      return { status: 200, body: { data, refused }, headers: { Vary: 'Accept' } };
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

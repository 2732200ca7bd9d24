import { add, ZERO } from '../../../actors/money/money.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import { qar } from '../../kernel/http/qar.ts';
import { linesOfGroups, type OrderLine } from '../orders/orders.ts';
import { renderLine } from './render-line.ts';
import {
  holdUninvoiced,
  insertSellerInvoices,
  lockSellerNumbers,
  readSoldGroups,
  type SellerInvoiceDocument,
  type SoldGroup,
  takeSellerNumbers,
} from './seller-invoice-store.ts';

interface Issue {
  sellerId: string;
  clock: Clock;
  /** In the order in which they are to be numbered. */
  groupIds: readonly string[];
}

/**
 * Issues the invoices of a seller's groups, each once: existing invoices are kept, cancelled groups get none. Waits for
 * groups being changed by another transaction, one at a time.
 */
export async function issueSellerInvoices(database: Database, issue: Issue): Promise<void> {
  if (issue.groupIds.length === 0) return;
  const issued = new Set(await inTransaction(database, (trx) => issueIn(trx, issue)));
  if (issue.groupIds.length === 1) return;
  for (const id of issue.groupIds.filter((each) => !issued.has(each)))
    await inTransaction(database, (trx) => issueIn(trx, { ...issue, groupIds: [id] }));
}

/**
 * Concurrent calls wait for the seller's lock; the second finds what the first issued. The time is read under the lock,
 * so that at New Year two calls cannot number the same group in two years, and a higher number is never issued earlier.
 * Returns what was issued now.
 */
export async function issueIn(trx: Transaction, { sellerId, clock, groupIds }: Issue): Promise<string[]> {
  await lockSellerNumbers(trx, sellerId);
  const held = new Set(await holdUninvoiced(trx, sellerId, groupIds));
  if (held.size === 0) return [];
  const sold = new Map((await readSoldGroups(trx, [...held])).map((group) => [group.groupId, group]));
  const lines = groupBy(await linesOfGroups(trx, [...held]), (line) => line.groupId);
  const groups = groupIds.flatMap((id) => sold.get(id) ?? []);
  const issuedAt = clock.now();
  const year = Number(qatarDay(issuedAt).slice(0, 4));
  const first = await takeSellerNumbers(trx, { sellerId, year }, groups.length);
  const invoices = groups.map((group, index) => ({
    groupId: group.groupId,
    number: yearlyNumber('S', issuedAt, first + index),
    buyerName: group.buyerName ?? '',
    document: documentOf(group, lines.get(group.groupId) ?? []),
  }));
  await insertSellerInvoices(trx, sellerId, issuedAt, invoices);
  return groups.map(({ groupId }) => groupId);
}

function documentOf(group: SoldGroup, lines: readonly OrderLine[]): SellerInvoiceDocument {
  const { zoneNumber, streetNumber, buildingNumber, unit } = group;
  return {
    groupId: group.groupId,
    orderId: group.orderId,
    orderNumber: group.orderNumber,
    placedAt: group.placedAt.toISOString(),
    sellerLegalName: group.legalName,
    sellerName: { en: group.nameEn, ar: group.nameAr },
    sellerAddress: { zoneNumber, streetNumber, buildingNumber, unit },
    lines: lines.map(renderLine),
    shipping: { name: { en: group.methodNameEn, ar: group.methodNameAr }, price: qar(group.shippingTotal) },
    totals: {
      goods: qar(group.goodsTotal),
      shipping: qar(group.shippingTotal),
      tax: qar(add(...lines.map((line) => line.taxAmount))),
      total: qar(group.cashDue),
    },
    cashDue: qar(group.paymentStatus === 'PENDING' ? group.cashDue : ZERO),
  };
}

import { add, multiply, percent, ZERO } from '../../../actors/money/money.ts';
import { TAX_RATE } from '../../../actors/money/tax-rate.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import { addOpenMinutes } from '../../kernel/calendar/opening-hours.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import { type CheckoutLineRow, goodsTotal, type ShippingRow } from './checkout-store.ts';
import type { HeldLine, HeldParts, HeldUnits } from './confirmation-store.ts';

export interface Draft {
  ids: Ids;
  orderId: string;
  /** Every unit of every line must be reserved. */
  parts: HeldParts;
  settings: Pick<SettingValues, 'acceptanceDeadlineMinutes' | 'holidays'>;
  placedAt: Date;
}

export type DraftGroup = ReturnType<typeof draftGroup>;

/** One group per seller: rows to insert, and the order actor's initial data. */
export function draftGroups(draft: Draft): DraftGroup[] {
  const bySeller = groupBy(draft.parts.lines, (line) => line.sellerId);
  return [...bySeller].map(([sellerId, lines]) => {
    const shipping = draft.parts.shipping.find((choice) => choice.sellerId === sellerId);
    if (shipping === undefined) throw new Error(`no shipping chosen for seller ${sellerId}`);
    return draftGroup(draft, lines, shipping);
  });
}

function draftGroup(draft: Draft, lines: readonly HeldLine[], shipping: ShippingRow) {
  const { ids, orderId, settings, placedAt } = draft;
  const { sellerId } = shipping;
  const id = ids.next();
  const goods = goodsTotal(lines);
  const { warehouseId, latitude, longitude } = pickup(lines);
  const [{ commissionRate, sellerName, openingHours: hours }] = lines as [HeldLine];
  const { acceptanceDeadlineMinutes, holidays } = settings;
  const row = {
    id,
    orderId,
    sellerId,
    warehouseId,
    methodCode: shipping.code,
    methodNameEn: shipping.nameEn,
    methodNameAr: shipping.nameAr,
    promisedFrom: shipping.promisedFrom,
    promisedTo: shipping.promisedTo,
    goodsTotal: goods,
    shippingTotal: shipping.price,
    cashDue: add(goods, shipping.price),
    commissionRate,
    commission: percent(goods, commissionRate),
    acceptBy: addOpenMinutes(placedAt, acceptanceDeadlineMinutes, { holidays, hours }),
    status: 'PENDING_ACCEPTANCE' as const,
    paymentStatus: 'PENDING' as const,
    actorVersion: 1,
  };
  return {
    row,
    sellerName,
    lines: lines.map((line) => ({ ...orderLine(ids.next(), orderId, id, line), copyOf: line.id })),
    pickup: { latitude, longitude },
    items: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

function orderLine(id: string, orderId: string, groupId: string, line: CheckoutLineRow) {
  return {
    id,
    orderId,
    groupId,
    offerId: line.offerId,
    variantId: line.variantId,
    sku: line.sku,
    nameEn: line.nameEn,
    nameAr: line.nameAr,
    options: line.options,
    optionTexts: line.optionTexts,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    lineTotal: multiply(line.unitPrice, line.quantity),
    taxRate: TAX_RATE,
    taxAmount: ZERO,
  };
}

/** The driver goes to a single place: the warehouse with most of the group's units, on a tie the lower id. */
function pickup(lines: readonly HeldLine[]): HeldUnits {
  const own = lines.flatMap((line) => line.held);
  const places = [...groupBy(own, (part) => part.warehouseId).values()].flatMap((parts) => {
    const [place] = parts;
    return place === undefined ? [] : [{ place, units: parts.reduce((sum, part) => sum + part.quantity, 0) }];
  });
  places.sort((a, b) => b.units - a.units || (a.place.warehouseId < b.place.warehouseId ? -1 : 1));
  const [first] = places;
  if (first === undefined) throw new Error('a group without reserved stock');
  return first.place;
}

import { add, multiply, percent, ZERO } from '../../actors/money/money.ts';
import type { Point } from '../../actors/planning/point.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { CheckoutLine } from '../../db/models/checkout-line.ts';
import type { CheckoutShipping } from '../../db/models/checkout-shipping.ts';
import type { Reservation } from '../../db/models/reservation.ts';
import type { SettingValues } from '../admin/settings.ts';
import { type CheckoutParts, goodsTotal, sellerIdsOf } from './checkout-store.ts';
import { groupBy } from './group-by.ts';
import { addWorkingMinutes } from './working-days.ts';

/** Qatar's rate; prices include it. */
export const TAX_RATE = '0.00';

/** What a group takes from its seller and its warehouse, frozen at confirm. */
export interface GroupSources {
  /** Percent by seller. */
  commissionRates: ReadonlyMap<string, string>;
  /** By warehouse. */
  places: ReadonlyMap<string, Point>;
}

export interface Draft {
  ids: Ids;
  orderId: string;
  parts: CheckoutParts;
  held: readonly Reservation[];
  sources: GroupSources;
  settings: Pick<SettingValues, 'acceptanceDeadlineMinutes' | 'holidays'>;
  placedAt: Date;
}

export type DraftGroup = ReturnType<typeof draftGroup>;

export async function readGroupSources(
  trx: Transaction,
  lines: readonly CheckoutLine[],
  held: readonly Reservation[],
): Promise<GroupSources> {
  const plans = await trx<{ id: string; percent: string }>('sellers')
    .join('commission_plans', 'commission_plans.id', 'sellers.commission_plan_id')
    .whereIn('sellers.id', sellerIdsOf(lines))
    .select('sellers.id', 'commission_plans.percent');
  const warehouses = await trx<{ id: string; latitude: number; longitude: number }>('warehouses')
    .whereIn('id', [...new Set(held.map((part) => part.warehouseId))])
    .select('id', 'latitude', 'longitude');
  return {
    commissionRates: new Map(plans.map((plan) => [plan.id, plan.percent])),
    places: new Map(warehouses.map(({ id, latitude, longitude }) => [id, { latitude, longitude }])),
  };
}

/** One group per seller: rows to insert, and what the order actor is told of it. */
export function draftGroups(draft: Draft): DraftGroup[] {
  const bySeller = groupBy(draft.parts.lines, (line) => line.sellerId);
  return [...bySeller].map(([sellerId, lines]) => {
    const shipping = draft.parts.shipping.find((choice) => choice.sellerId === sellerId);
    if (shipping === undefined) throw new Error(`no shipping chosen for seller ${sellerId}`);
    return draftGroup(draft, lines, shipping);
  });
}

function draftGroup(draft: Draft, lines: readonly CheckoutLine[], shipping: CheckoutShipping) {
  const { ids, orderId, sources, settings, placedAt } = draft;
  const { sellerId } = shipping;
  const id = ids.next();
  const goods = goodsTotal(lines);
  const commissionRate = known(sources.commissionRates, sellerId);
  const warehouseId = pickupWarehouse(lines, draft.held);
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
    acceptBy: addWorkingMinutes(placedAt, settings.acceptanceDeadlineMinutes, settings),
    status: 'PENDING_ACCEPTANCE' as const,
    paymentStatus: 'PENDING' as const,
    actorVersion: 1,
  };
  return {
    row,
    lines: lines.map((line) => orderLine(ids.next(), orderId, id, line)),
    pickup: known(sources.places, warehouseId),
    items: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

function orderLine(id: string, orderId: string, groupId: string, line: CheckoutLine) {
  return {
    id,
    orderId,
    groupId,
    offerId: line.offerId,
    variantId: line.variantId,
    sku: line.sku,
    nameEn: line.nameEn,
    nameAr: line.nameAr,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    lineTotal: multiply(line.unitPrice, line.quantity),
    taxRate: TAX_RATE,
    taxAmount: ZERO,
  };
}

/** The driver goes to one place: where most of the group's units are; on a tie the lower id. */
function pickupWarehouse(lines: readonly CheckoutLine[], held: readonly Reservation[]): string {
  const lineIds = new Set(lines.map((line) => line.id));
  const own = held.filter((part) => lineIds.has(part.lineId));
  const units = [...groupBy(own, (part) => part.warehouseId)].map(([warehouseId, parts]) => ({
    warehouseId,
    quantity: parts.reduce((sum, part) => sum + part.quantity, 0),
  }));
  units.sort((a, b) => b.quantity - a.quantity || (a.warehouseId < b.warehouseId ? -1 : 1));
  const [first] = units;
  if (first === undefined) throw new Error('a group without reserved stock');
  return first.warehouseId;
}

/** From which stock each order line is sold. */
export function allocationRows(groups: readonly DraftGroup[], held: readonly Reservation[]) {
  const lineIds = new Map(
    groups.flatMap((group) => group.lines.map((line) => [line.offerId, line.id] as const)),
  );
  return held.map(({ offerId, warehouseId, quantity }) => ({
    line_id: known(lineIds, offerId),
    offer_id: offerId,
    warehouse_id: warehouseId,
    quantity,
  }));
}

function known<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing known of ${key}`);
  return value;
}

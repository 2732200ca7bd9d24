import { v7 as uuidv7 } from 'uuid';
import { add, percent } from '../../actors/money/money.ts';
import { orderPlaced, type PlacedGroup } from '../../actors/order/placing.ts';
import type { Database } from '../../db/database.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { TestService } from '../support/service.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** The seller's store in the Industrial Area, the buyer's door in West Bay. */
export const STORE: Place = { latitude: 25.1866, longitude: 51.4452 };
export const WEST_BAY: Place = { latitude: 25.3215, longitude: 51.527 };

export interface Shop {
  buyerId: string;
  sellerId: string;
  warehouseId: string;
  offer: { id: string; variantId: string };
}

export interface Placed {
  orderId: string;
  /** The id of the first group. */
  groupId: string;
  groupIds: readonly string[];
  number: string;
  /** Goods and shipping of one group; decimal string. */
  cashDue: string;
}

export interface OrderTerms {
  goods?: string;
  items?: number;
  dropoff?: Place;
  /** Number of groups, each with the same goods and its own delivery. */
  parcels?: number;
}

const SHIPPING = '25.00';
let orders = 0;

/** Inserts an order of one or more groups as the checkout does, rows and actor; its effects are already under way. */
export async function insertOrder(
  deps: TestService['inside']['deps'],
  shop: Shop,
  terms: OrderTerms,
): Promise<Placed> {
  const { goods = '90.00', items = 2, dropoff = WEST_BAY, parcels = 1 } = terms;
  const { actors, clock, database } = deps;
  const [orderId, groupId, checkoutId] = [uuidv7(), uuidv7(), uuidv7()];
  const groupIds = [groupId, ...Array.from({ length: parcels - 1 }, () => uuidv7())];
  const inAll = (amount: string) => groupIds.map(() => amount).reduce((sum, each) => add(sum, each));
  orders += 1;
  // Longer than a delivery code, which tests search the same texts for.
  const number = `W-2099-${String(orders).padStart(7, '0')}`;
  const cashDue = add(goods, SHIPPING);
  const now = clock.now();
  const groupOf = (groupId: string): PlacedGroup => ({
    groupId,
    sellerId: shop.sellerId,
    acceptBy: new Date(now.getTime() + 4 * 3_600_000).toISOString(),
    method: 'STANDARD',
    promisedUntil: new Date(now.getTime() + 4 * 86_400_000).toISOString(),
    goods,
    shipping: SHIPPING,
    commission: percent(goods, '10.00'),
    pickup: STORE,
    items,
  });
  const groups = groupIds.map(groupOf);
  await inTransaction(database, async (trx) => {
    await knexOf(trx)('checkouts').insert({
      id: checkoutId,
      account_id: shop.buyerId,
      status: 'CONFIRMED',
      expires_at: now,
      order_id: orderId,
    });
    await knexOf(trx)('orders').insert({
      id: orderId,
      number,
      checkout_id: checkoutId,
      account_id: shop.buyerId,
      status: 'PENDING',
      address: JSON.stringify(addressAt(dropoff)),
      payment_method: 'COD',
      goods_total: inAll(goods),
      shipping_total: inAll(SHIPPING),
      total: inAll(cashDue),
      placed_at: now,
      actor_version: 0,
    });
    for (const group of groups) {
      await knexOf(trx)('order_groups').insert({
        id: group.groupId,
        order_id: orderId,
        seller_id: shop.sellerId,
        warehouse_id: shop.warehouseId,
        method_code: 'STANDARD',
        method_name_en: 'Standard',
        method_name_ar: 'عادي',
        promised_from: now,
        promised_to: now,
        goods_total: goods,
        shipping_total: SHIPPING,
        cash_due: cashDue,
        commission_rate: '10.00',
        commission: group.commission,
        accept_by: group.acceptBy,
        status: 'PENDING_ACCEPTANCE',
        payment_status: 'PENDING',
        actor_version: 0,
      });
      await knexOf(trx)('order_lines').insert({
        id: uuidv7(),
        order_id: orderId,
        group_id: group.groupId,
        offer_id: shop.offer.id,
        variant_id: shop.offer.variantId,
        sku: 'DATES-1',
        name_en: 'Khalas dates',
        name_ar: 'تمر خلاص',
        quantity: 1,
        unit_price: goods,
        line_total: goods,
        tax_rate: '0.00',
        tax_amount: '0.00',
      });
    }
    const facts = { at: now.toISOString(), orderId, number, buyerAccountId: shop.buyerId, dropoff };
    const by = { accountId: shop.buyerId, role: 'BUYER' } as const;
    const origin = { requestId: 'test', ip: null, idempotency: null };
    const event = orderPlaced({ ...facts, groups });
    await actors.createActor(trx, origin, by, { kind: 'order', key: orderId }, event);
  });
  return { orderId, groupId, groupIds, number, cashDue };
}

function addressAt(location: Place) {
  return {
    contactName: 'Noora Al-Kuwari',
    phone: '+97455123456',
    zoneNumber: 61,
    streetNumber: 836,
    buildingNumber: 12,
    unit: null,
    floor: null,
    landmark: null,
    location,
  };
}

/** A seller with a warehouse and one offer. */
export async function insertShop(database: Database, ownerId: string): Promise<Omit<Shop, 'buyerId'>> {
  const [sellerId, warehouseId, categoryId] = [uuidv7(), uuidv7(), uuidv7()];
  const [productId, variantId, offerId] = [uuidv7(), uuidv7(), uuidv7()];
  const plan = await database('commission_plans').where({ is_default: true }).first('id');
  await database('sellers').insert({
    id: sellerId,
    legal_name: 'Souq Waqif Sweets W.L.L.',
    display_name_en: 'Souq Waqif Sweets',
    display_name_ar: 'حلويات سوق واقف',
    status: 'ACTIVE',
    owner_account_id: ownerId,
    commission_plan_id: plan.id,
  });
  await database('warehouses').insert({
    id: warehouseId,
    seller_id: sellerId,
    name: 'Industrial Area store',
    phone: '+97444601122',
    zone_number: 57,
    street_number: 33,
    building_number: 104,
    ...STORE,
  });
  await database('categories').insert({ id: categoryId, slug: 'food', name_en: 'Food', name_ar: 'أغذية' });
  await database('products').insert({
    id: productId,
    category_id: categoryId,
    title_en: 'Khalas dates',
    title_ar: 'تمر خلاص',
  });
  await database('variants').insert({
    id: variantId,
    product_id: productId,
    sku: 'DATES-1',
    name_en: '1 kg',
    name_ar: '1 كجم',
  });
  await database('offers').insert({
    id: offerId,
    variant_id: variantId,
    seller_id: sellerId,
    price: '90.00',
  });
  return { sellerId, warehouseId, offer: { id: offerId, variantId } };
}

/**
 * Stock that an order's line was sold from: this many units, none of which are left in the warehouse. Returns the
 * level.
 * @param lineId A line of an order from this file, which is placed without a checkout's lines.
 */
export async function sellFromStock(
  database: Database,
  lineId: string,
  quantity: number,
): Promise<{ offer_id: string; warehouse_id: string }> {
  const line = await database('order_lines').where('id', lineId).first();
  const { warehouse_id, order_id, seller_id } = await database('order_groups')
    .where('id', line.group_id)
    .first('warehouse_id', 'order_id', 'seller_id');
  const { checkout_id } = await database('orders').where('id', order_id).first('checkout_id');
  const level = { offer_id: line.offer_id, warehouse_id };
  await database('stock_levels')
    .insert({ ...level, on_hand: 0, reserved: 0 })
    .onConflict(['offer_id', 'warehouse_id'])
    .merge(['on_hand']);
  const copied = uuidv7();
  const { offer_id, variant_id, sku, name_en, name_ar, unit_price } = line;
  await database('checkout_lines').insert({
    ...{
      id: copied,
      checkout_id,
      offer_id,
      variant_id,
      seller_id,
      sku,
      name_en,
      name_ar,
      quantity,
      unit_price,
    },
  });
  await database('reservations').insert({
    ...{ id: uuidv7(), checkout_id, line_id: copied, ...level, quantity },
    ...{ status: 'CONSUMED', ended_at: new Date() },
  });
  return level;
}

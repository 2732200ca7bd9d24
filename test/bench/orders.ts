import { v7 as uuidv7 } from 'uuid';
import { add, percent } from '../../actors/money/money.ts';
import { orderPlaced } from '../../actors/order/placing.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { ApiService } from '../../server/compose/compose.ts';
import { makeAccount, signIn } from './drivers.ts';

type Deps = ApiService['deps'];

/** A store in the Industrial Area, a door in West Bay. */
const PICKUP = { latitude: 25.1866, longitude: 51.4452 };
const DROPOFF = { latitude: 25.3215, longitude: 51.527 };
const [GOODS, SHIPPING, RATE] = ['90.00', '25.00', '10.00'];
const TOTAL = add(GOODS, SHIPPING);
const ORIGIN = { requestId: 'bench', ip: null, idempotency: null };
const HOUR = 3_600_000;
/** Made at a time: each waits for connections of a small pool. */
const AT_ONCE = 20;

export interface PackedOrders {
  /** The seller's. */
  token: string;
  groupIds: string[];
}

/** Orders of one seller, packed: what follows when one is ready is the longest chain there is. */
export async function packOrders(deps: Deps, count: number): Promise<PackedOrders> {
  const ownerId = await makeAccount(deps, 'seller', ['BUYER', 'SELLER_OWNER']);
  const buyerId = await makeAccount(deps, 'buyer', ['BUYER']);
  const shop = await openShop(deps, ownerId);
  const groupIds: string[] = [];
  while (groupIds.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - groupIds.length) }, (_, index) =>
      packOrder(deps, groupIds.length + index, buyerId, ownerId, shop),
    );
    groupIds.push(...(await Promise.all(some)));
  }
  return { token: await signIn(deps, ownerId), groupIds };
}

interface Shop {
  sellerId: string;
  warehouseId: string;
}

async function openShop({ database }: Deps, ownerId: string): Promise<Shop> {
  const [sellerId, warehouseId] = [uuidv7(), uuidv7()];
  const plan = await database('commission_plans').where({ is_default: true }).first('id');
  await database('sellers').insert({
    ...{ id: sellerId, legal_name: 'Bench W.L.L.', display_name_en: 'Bench', display_name_ar: 'مقعد' },
    ...{ status: 'ACTIVE', owner_account_id: ownerId, commission_plan_id: plan.id },
  });
  await database('warehouses').insert({
    ...{ id: warehouseId, seller_id: sellerId, name: 'Store', phone: '+97444601122', ...PICKUP },
    ...{ zone_number: 57, street_number: 33, building_number: 104 },
  });
  return { sellerId, warehouseId };
}

async function packOrder(
  deps: Deps,
  index: number,
  buyerId: string,
  ownerId: string,
  { sellerId, warehouseId }: Shop,
): Promise<string> {
  const { actors, clock, database } = deps;
  const [orderId, groupId, checkoutId] = [uuidv7(), uuidv7(), uuidv7()];
  const now = clock.now();
  const after = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const money = { goods_total: GOODS, shipping_total: SHIPPING };
  const ref = { kind: 'order', key: orderId } as const;
  const group = {
    ...{ groupId, sellerId, acceptBy: after(4).toISOString(), method: 'STANDARD' as const },
    ...{ promisedUntil: after(96).toISOString(), goods: GOODS, shipping: SHIPPING, items: 1 },
    ...{ commission: percent(GOODS, RATE), pickup: PICKUP },
  };
  await inTransaction(database, async (trx) => {
    await knexOf(trx)('checkouts').insert({
      ...{ id: checkoutId, account_id: buyerId, status: 'CONFIRMED', expires_at: now, order_id: orderId },
    });
    await knexOf(trx)('orders').insert({
      ...{ id: orderId, number: `W-B${index}`, checkout_id: checkoutId, account_id: buyerId, ...money },
      ...{ status: 'PENDING', address: JSON.stringify({ location: DROPOFF }), payment_method: 'COD' },
      ...{ total: TOTAL, placed_at: now, actor_version: 0 },
    });
    await knexOf(trx)('order_groups').insert({
      ...{ id: groupId, order_id: orderId, seller_id: sellerId, warehouse_id: warehouseId, ...money },
      ...{ method_code: 'STANDARD', method_name_en: 'Standard', method_name_ar: 'عادي' },
      ...{ promised_from: now, promised_to: now, cash_due: TOTAL, commission_rate: RATE },
      ...{ commission: group.commission, accept_by: group.acceptBy, status: 'PENDING_ACCEPTANCE' },
      ...{ payment_status: 'PENDING', actor_version: 0 },
    });
    const facts = { at: now.toISOString(), orderId, number: `W-B${index}`, buyerAccountId: buyerId };
    const event = orderPlaced({ ...facts, dropoff: DROPOFF, groups: [group] });
    return actors.birth(trx, ORIGIN, { accountId: buyerId, role: 'BUYER' }, ref, event);
  });
  const seller = { accountId: ownerId, role: 'SELLER_OWNER', sellerId } as const;
  for (const step of ['accept', 'pack']) {
    const { effects } = await actors.command(ORIGIN, seller, ref, step, { groupId });
    await effects;
  }
  return groupId;
}

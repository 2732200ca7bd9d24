import type { ApiService } from '../../server/compose/compose.ts';
import { insertOrder, insertShop, type Shop } from '../worlds/placed-order.ts';
import { makeAccount, signIn } from './drivers.ts';

type Deps = ApiService['deps'];
export type SellerStep = 'accept' | 'pack' | 'ready';

const ORIGIN = { requestId: 'bench', ip: null, idempotency: null };
/** Created at a time: each waits for connections of a small pool. */
const BATCH_SIZE = 20;

export interface SellerOrders {
  /** The seller's. */
  token: string;
  groupIds: string[];
}

/**
 * Orders of one seller, rows and actors, each advanced through the given steps; by default to packed. Marking one ready
 * sets off the longest chain of effects.
 */
export async function makeOrders(
  deps: Deps,
  count: number,
  {
    stepsOf = () => ['accept', 'pack'],
    passwordHash = null,
  }: { stepsOf?: (index: number) => readonly SellerStep[]; passwordHash?: string | null } = {},
): Promise<SellerOrders> {
  const ownerId = await makeAccount(deps, 'seller', ['BUYER', 'SELLER_OWNER'], passwordHash);
  const buyerId = await makeAccount(deps, 'buyer', ['BUYER']);
  const shop = { ...(await insertShop(deps.database, ownerId)), buyerId };
  const groupIds: string[] = [];
  while (groupIds.length < count) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - groupIds.length) }, (_, index) =>
      makeOrder(deps, shop, ownerId, stepsOf(groupIds.length + index)),
    );
    groupIds.push(...(await Promise.all(some)));
  }
  return { token: await signIn(deps, ownerId), groupIds };
}

async function makeOrder(
  deps: Deps,
  shop: Shop,
  ownerId: string,
  steps: readonly SellerStep[],
): Promise<string> {
  const { orderId, groupId } = await insertOrder(deps, shop, { items: 1 });
  const seller = { accountId: ownerId, role: 'SELLER_OWNER', sellerId: shop.sellerId } as const;
  for (const step of steps) {
    const ref = { kind: 'order', key: orderId } as const;
    const { effects } = await deps.actors.command(ORIGIN, seller, ref, step, { groupId });
    await effects;
  }
  return groupId;
}

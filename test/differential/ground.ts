import { v7 as uuidv7 } from 'uuid';
import { cloneDatabase, dropDatabase, type TestDatabase } from '../support/database.ts';
import { Shop } from '../worlds/shop.ts';

export interface Stocked {
  offerId: string;
  sellerId: string;
  warehouseIds: readonly string[];
  owner: { token: string };
}

export interface Signed {
  accountId: string;
  token: string;
  addressIds: readonly string[];
}

/** What both twins begin with, under the same ids. */
export interface Ground {
  buyers: readonly Signed[];
  offers: readonly Stocked[];
  methodId: string;
}

export interface TwinDatabases {
  ground: Ground;
  single: TestDatabase;
  grouped: TestDatabase;
}

/** Environment of both twins and of the shop they are copied from: tokens of one work in all. */
export const ENVIRONMENT = { LIMIT_WRITE_PER_MINUTE: '1000000', LIMIT_BROWSE_PER_MINUTE: '1000000' };

const BUYERS = 10;
/** Little of everything, so that buyers compete; one product costs more than may be paid at the door. */
const SHELF: readonly { seller: number; price: string; units: number }[] = [
  { seller: 0, price: '10.35', units: 6 },
  { seller: 0, price: '45.00', units: 5 },
  { seller: 1, price: '7.77', units: 8 },
  { seller: 1, price: '99.95', units: 9 },
  { seller: 1, price: '2900.00', units: 6 },
  { seller: 2, price: '18.50', units: 7 },
  { seller: 2, price: '0.25', units: 12 },
];
/** Warehouses of each seller: where there are two, it matters who comes first. */
const WAREHOUSES = [2, 1, 1];
/** Longer than the longest run. */
const SIGNED_IN_MS = 30 * 24 * 3_600_000;

/** Sets a shop up and copies its database twice. */
export async function makeTwins(): Promise<TwinDatabases> {
  const shop = await Shop.open(ENVIRONMENT);
  const { databaseUrl } = shop.service;
  const ground = await setUp(shop);
  await shop.service.inside.close();
  try {
    return { ground, single: await cloneDatabase(databaseUrl), grouped: await cloneDatabase(databaseUrl) };
  } finally {
    await dropDatabase(databaseUrl);
  }
}

async function setUp(shop: Shop): Promise<Ground> {
  const sellers = [];
  for (const warehouses of WAREHOUSES) sellers.push(await shop.seller(warehouses));
  const offers: Stocked[] = [];
  for (const { seller, price, units } of SHELF) {
    const { sellerId, warehouseIds, owner } = sellers[seller]!;
    const stock = Object.fromEntries(warehouseIds.map((id) => [id, units]));
    const offerId = await shop.offer(
      { sellerId, warehouseIds },
      { price, stock, title: `Thing ${offers.length}` },
    );
    offers.push({ offerId, sellerId, warehouseIds, owner: { token: owner.client.token ?? '' } });
  }
  const buyers: Signed[] = [];
  while (buyers.length < BUYERS) {
    const buyer = await shop.buyer();
    const addressIds = [
      await shop.address(buyer),
      await shop.address(buyer, { contactName: 'Salem Al-Marri' }),
    ];
    buyers.push({ accountId: buyer.accountId, token: buyer.client.token ?? '', addressIds });
  }
  const methodId = await shop.standardMethod();
  await shop.database('sessions').update({ expires_at: new Date(Date.now() + SIGNED_IN_MS) });
  // The first order number must not depend on the order in which two first orders come.
  await shop.settled();
  return { buyers, offers, methodId };
}

/** A key that only these two twins use. */
export function freshKey(): string {
  return uuidv7();
}

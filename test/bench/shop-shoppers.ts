import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { makeAccount, prepared, signIn } from './drivers.ts';
import type { Shopper } from './shop-buying-load.ts';
import type { Shop } from './shop-part.ts';

/** Created at a time: each waits for connections of a small pool. */
const BATCH_SIZE = 20;
const MAX_OFFERS = 5_000;

/** The offers that may be bought, and the platform's standard shipping method. */
export async function readFloor({
  services,
}: Pick<Shop, 'services'>): Promise<{ offerIds: string[]; methodId: string }> {
  const client = new pg.Client(services.databaseUrl);
  await client.connect();
  try {
    const offers = await client.query<{ id: string }>('SELECT id FROM offers ORDER BY id LIMIT $1', [
      MAX_OFFERS,
    ]);
    const methods = await client.query<{ id: string }>(
      `SELECT id FROM shipping_methods WHERE code = 'STANDARD' AND active AND seller_id IS NULL`,
    );
    const methodId = methods.rows[0]?.id;
    if (methodId === undefined) throw new Error('there is no standard shipping method');
    return { offerIds: offers.rows.map(({ id }) => id), methodId };
  } finally {
    await client.end();
  }
}

/** Shoppers who are signed in, with an address. */
export function makeShoppers(
  { environment, variants }: Pick<Shop, 'environment' | 'variants'>,
  name: string,
  count: number,
): Promise<Shopper[]> {
  return prepared(environment, async (deps) => {
    const makeShopper = async (index: number): Promise<Shopper> => {
      const accountId = await makeAccount(deps, `${name}-${variants}-${index}`, ['BUYER']);
      const addressId = uuidv7();
      await deps.database('addresses').insert({
        ...{ id: addressId, account_id: accountId, contact_name: 'Shopper', phone: '+97455123456' },
        ...{ zone_number: 61, street_number: 836, building_number: 12, latitude: 25.3215, longitude: 51.527 },
      });
      return { token: await signIn(deps, accountId), addressId };
    };
    const shoppers: Shopper[] = [];
    while (shoppers.length < count) {
      const some = Array.from({ length: Math.min(BATCH_SIZE, count - shoppers.length) }, (_, index) =>
        makeShopper(shoppers.length + index),
      );
      shoppers.push(...(await Promise.all(some)));
    }
    return shoppers;
  });
}

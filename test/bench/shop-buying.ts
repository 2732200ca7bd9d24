import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { BenchChild } from './child.ts';
import { makeAccount, prepared, signIn } from './drivers.ts';
import { type Line, median } from './report.ts';
import type { BuyingOrder, BuyingTally, Shopper } from './shop-buying-load.ts';
import type { Shop, ShopPart } from './shop-part.ts';

interface Rates {
  /** Whole turns a second. */
  ours: number;
  bare: number;
  failed: string[];
}

interface Bought {
  variants: number;
  cart: Rates;
  flow: Rates;
}

const ROUNDS = 3;
const WARM = 2;

/** Carts and whole orders against the least that Express and the same durable PostgreSQL can do. */
export const benchBuying: ShopPart<Bought> = {
  async measure(shop) {
    const { offerIds, methodId, shoppers } = await prepare(shop);
    const load = new BenchChild('shop-buying-load.ts');
    const bare = new BenchChild('shop-buying-bare.ts', [shop.services.databaseUrl]);
    try {
      const bareUrl = await bare.next<string>();
      const { url } = shop.api;
      const { connections, variants } = shop;
      const take = (ours: Untimed, path: string) =>
        compare(load, shop, ours, { what: 'bare', url: bareUrl, path, connections });
      return {
        variants,
        cart: await take({ what: 'cart', url, connections, offerIds }, '/upsert'),
        flow: await take({ what: 'flow', url, shoppers, offerIds, methodId }, '/order'),
      };
    } finally {
      await Promise.all([load.end(), bare.end()]);
    }
  },

  lines: (found) => [
    ...found.map(({ variants, cart }) =>
      line(`add to cart, then read it, ${shown(variants)}`, cart, 0.3, 'bare upsert'),
    ),
    ...found.map(({ variants, flow }) =>
      line(
        `whole flow, empty cart to placed order, 32 shoppers, ${shown(variants)}`,
        flow,
        0.15,
        'bare order',
      ),
    ),
  ],
};

type Untimed = BuyingOrder extends infer O ? (O extends BuyingOrder ? Omit<O, 'seconds'> : never) : never;

/** Both take turns, so that what else the machine does meets both. */
async function compare(
  load: BenchChild,
  { seconds, services }: Shop,
  ours: Untimed,
  bare: Untimed,
): Promise<Rates> {
  const ask = (what: Untimed, time: number) =>
    load.ask<BuyingTally>({ ...what, seconds: time }, (time + 60) * 1_000);
  const tallies: Record<'ours' | 'bare', BuyingTally[]> = { ours: [], bare: [] };
  for (const what of [ours, bare]) await ask(what, WARM);
  await analyse(services.databaseUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    tallies.ours.push(await ask(ours, seconds / ROUNDS));
    tallies.bare.push(await ask(bare, seconds / ROUNDS));
  }
  const rate = (some: readonly BuyingTally[]) => median(some.map(({ turns, seconds: took }) => turns / took));
  const failed = [...tallies.ours, ...tallies.bare].flatMap((tally) => tally.failed);
  return { ours: rate(tallies.ours), bare: rate(tallies.bare), failed };
}

/** What PostgreSQL does by itself within a minute: a shop in service knows how large its carts and orders are. */
async function analyse(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Shoppers who are signed in and have an address, and what they may buy. */
function prepare({ environment, connections, variants }: Shop) {
  return prepared(environment, async (deps) => {
    const { database } = deps;
    const offers: { id: string }[] = await database('offers').select('id').orderBy('id').limit(5_000);
    const { id: methodId } = await database('shipping_methods')
      .where({ code: 'STANDARD', active: true })
      .whereNull('seller_id')
      .first('id');
    const shoppers: Shopper[] = [];
    for (let index = 0; index < connections; index += 1) {
      const accountId = await makeAccount(deps, `shopper-${variants}-${index}`, ['BUYER']);
      const addressId = uuidv7();
      await database('addresses').insert({
        ...{ id: addressId, account_id: accountId, contact_name: 'Shopper', phone: '+97455123456' },
        ...{ zone_number: 61, street_number: 836, building_number: 12, latitude: 25.3215, longitude: 51.527 },
      });
      shoppers.push({ token: await signIn(deps, accountId), addressId });
    }
    return { offerIds: offers.map(({ id }) => id), methodId, shoppers };
  });
}

function shown(variants: number): string {
  return `${variants.toLocaleString('en')} variants`;
}

function line(what: string, { ours, bare, failed }: Rates, bar: number, of: string): Line {
  const ratio = ours / bare;
  const faults = failed.length === 0 ? '' : `, ${failed.length} FAILED: ${failed[0]}`;
  return {
    what,
    bar: `≥ ${bar}x ${of}`,
    value: `${ratio.toFixed(2)}x: ${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s${faults}`,
    ok: ratio >= bar && failed.length === 0,
  };
}

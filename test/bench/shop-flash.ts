import pg from 'pg';
import { BenchChild } from './child.ts';
import { type Line, percentile } from './report.ts';
import { withBuyers } from './shop-against-bare.ts';
import type { FlashOrder, FlashTally } from './shop-flash-load.ts';
import type { Shop, ShopPart } from './shop-part.ts';
import { makeShoppers, readFloor } from './shop-shoppers.ts';

const BUYERS = 2_000;
const UNITS = 100;
/** Milliseconds for all of them. */
const TIMEOUT_MS = 300_000;

interface Rush {
  ours: FlashTally;
  bare: FlashTally;
  books: Books;
}

interface Books {
  sold: number;
  orders: number;
  onHand: number;
  reserved: number;
}

/** Everyone wants one of few pieces at once, compared with as many conditional updates of one row. */
export const benchFlash: ShopPart<Rush | null> = {
  async measure(shop) {
    if (!shop.largest) return null;
    const { offerIds, methodId } = await readFloor(shop);
    const offerId = offerIds.at(-1);
    if (offerId === undefined) throw new Error('nothing is for sale');
    const before = await booksOf(shop, offerId);
    await stock(shop, offerId);
    const shoppers = await makeShoppers(shop, 'flash', BUYERS);
    const buyers = new BenchChild('shop-flash-load.ts');
    try {
      const ask = (order: FlashOrder) => buyers.ask<FlashTally>(order, TIMEOUT_MS);
      const purchase = { url: shop.api.url, shoppers, offerIds: [offerId], methodId };
      const filled = await ask({ do: 'fill', ...purchase });
      if (filled.endings.bought !== BUYERS) throw new Error(`carts: ${JSON.stringify(filled.endings)}`);
      const ours = await ask({ do: 'rush', ...purchase });
      const bare = await withBuyers(shop, (_, url) =>
        ask({ do: 'bare', url, path: '/take', buyers: BUYERS }),
      );
      const after = await booksOf(shop, offerId);
      const books = { ...after, sold: after.sold - before.sold, orders: after.orders - before.orders };
      return { ours, bare, books };
    } finally {
      await buyers.end();
    }
  },

  lines: (found) => found.flatMap((rush) => (rush === null ? [] : linesOf(rush))),
};

function linesOf({ ours, bare, books }: Rush): Line[] {
  const { bought = 0, ...told } = ours.endings;
  const losers = Object.values(told).reduce((sum, count) => sum + count, 0);
  // A loser was informed properly when a request was refused with a code of the contract.
  const untold = Object.keys(told).filter((ending) => !/ 4\d\d \w+\.\w+$/.test(ending));
  const clean = books.onHand === 0 && books.reserved === 0 && books.sold === UNITS && books.orders === UNITS;
  const shown = ({ latencies, seconds }: FlashTally) =>
    `p99 ${percentile(latencies, 0.99).toFixed(0)} ms, p50 ${percentile(latencies, 0.5).toFixed(0)} ms, all over in ${seconds.toFixed(1)} s`;
  const factor = percentile(ours.latencies, 0.99) / percentile(bare.latencies, 0.99);
  return [
    {
      what: `flash sale, ${BUYERS.toLocaleString('en')} buyers for ${UNITS} pieces: sold`,
      bar: `${UNITS}, none oversold`,
      value: `${books.sold} to ${books.orders} orders, ${bought} confirmed; ${books.onHand} on hand, ${books.reserved} reserved`,
      ok: clean && bought === UNITS,
    },
    {
      what: '  losers, by the response they got',
      bar: `${BUYERS - UNITS}, no 5xx`,
      value: Object.entries(told)
        .map(([ending, count]) => `${count} ${ending}`)
        .join('; '),
      ok: losers === BUYERS - UNITS && untold.length === 0,
    },
    {
      what: '  all answers, beside a conditional update of one row by each',
      bar: '',
      value: `${shown(ours)}; bare ${shown(bare)}; p99 ${factor.toFixed(1)}x`,
      ok: null,
    },
  ];
}

async function stock(shop: Shop, offerId: string): Promise<void> {
  await withClient(shop, async (client) => {
    const { rows } = await client.query<{ warehouse_id: string }>(
      'SELECT warehouse_id FROM stock_levels WHERE offer_id = $1 ORDER BY warehouse_id',
      [offerId],
    );
    for (const [index, { warehouse_id }] of rows.entries()) {
      await client.query('UPDATE stock_levels SET on_hand = $3 WHERE offer_id = $1 AND warehouse_id = $2', [
        ...[offerId, warehouse_id],
        index === 0 ? UNITS : 0,
      ]);
    }
  });
}

function booksOf(shop: Shop, offerId: string): Promise<Books> {
  return withClient(shop, async (client) => {
    const { rows } = await client.query<Books>(
      `SELECT (SELECT coalesce(sum(quantity), 0)::float8 FROM order_lines WHERE offer_id = $1) AS sold,
              (SELECT count(DISTINCT g.order_id)::float8 FROM order_lines l JOIN order_groups g ON g.id = l.group_id
                WHERE l.offer_id = $1) AS orders,
              sum(on_hand)::float8 AS "onHand", sum(reserved)::float8 AS reserved
         FROM stock_levels WHERE offer_id = $1`,
      [offerId],
    );
    const [books] = rows;
    if (books === undefined) throw new Error('the offer has no stock');
    return books;
  });
}

async function withClient<T>({ services }: Shop, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(services.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

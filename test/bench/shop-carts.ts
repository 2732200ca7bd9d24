import { type BuyingRates, compareWithBare, lineAgainstBare, withBuyers } from './shop-against-bare.ts';
import { type ShopPart, shownSize } from './shop-part.ts';
import { readFloor } from './shop-shoppers.ts';

interface Filled {
  variants: number;
  rates: BuyingRates;
}

/** Guests who fill carts and read them, compared with one upsert. */
export const benchCarts: ShopPart<Filled> = {
  async measure(shop) {
    const { api, connections, variants } = shop;
    const { offerIds } = await readFloor(shop);
    const rates = await withBuyers(shop, (load, bareUrl) =>
      compareWithBare(
        load,
        shop,
        { what: 'cart', url: api.url, connections, offerIds },
        { what: 'bare', url: bareUrl, path: '/upsert', connections },
      ),
    );
    return { variants, rates };
  },

  lines: (found) =>
    found.map(({ variants, rates }) =>
      lineAgainstBare(`add to cart, then read it, ${shownSize(variants)}`, rates, {
        ...{ bar: 0.3, of: 'bare upsert', published: 'carts' },
      }),
    ),
};

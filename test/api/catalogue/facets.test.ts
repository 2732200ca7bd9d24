import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { IMPORTED_QUERIES } from './search-queries.ts';

type ProductList = Schema<'ProductList'>;
type Facets = Schema<'ProductFacets'>;

describe('the imported catalogue: facets, search and best offers', () => {
  let service: TestService;
  let guest: ApiClient;

  before(async () => {
    service = await startService({ env: { LIMIT_BROWSE_PER_MINUTE: '10000' } });
    guest = service.client();
  });

  after(() => service?.stop());

  const database = () => service.inside.deps.database;
  const list = (query: string) => guest.get<ProductList>(`/products?limit=100&${query}`);

  async function facets(query = ''): Promise<Facets> {
    const { facets: counted } = await list(`facets=true&${query}`);
    if (counted === undefined) throw new Error('no facets');
    return counted;
  }

  const option = (counted: Facets, name: string) =>
    Object.fromEntries(
      counted.options.find((each) => each.name === name)?.values.map(({ value, count }) => [value, count]) ??
        [],
    );

  it('are present when requested', async () => {
    expect(await list('')).not.to.have.property('facets');
    const counted = await facets();
    expect(counted.total).to.equal(8);
    expect(counted.inStock).to.equal(8);
    expect(counted.categories.map(({ name, count }) => [name, count])).to.deep.equal([
      ['Dates and sweets', 3],
      ['Coffee and hospitality', 3],
      ['Oud and incense', 2],
    ]);
  });

  it('finds the intended product first, although misspelt, unnormalized or in mixed scripts', async () => {
    const missed: string[] = [];
    for (const [query, first] of IMPORTED_QUERIES) {
      const [found] = (await list(`q=${encodeURIComponent(query)}`)).data;
      if (found?.name !== first) missed.push(`${query}: ${found?.name}, not ${first}`);
    }
    expect(missed).to.deep.equal([]);
    // A correction is shown in the products' spelling, and only for a word that occurs nowhere.
    const corrected = async (query: string) => (await list(`q=${encodeURIComponent(query)}`)).correctedQuery;
    expect(await corrected('khalaas dates')).to.equal('Khalas dates');
    expect(await corrected('عصل السدر')).to.equal('عسل السدر');
    expect(await corrected('Khalas')).to.equal(undefined);
    expect(await corrected('submarine')).to.equal(undefined);
  });

  it('count what each choice would leave: every count equals the length of the filtered list', async () => {
    const { categories, sellers } = await facets();
    const [category, seller] = [`categoryId=${categories[1]?.id}`, `sellerId=${sellers[0]?.id}`];
    const combined = [`q=coffee&inStock=true&${seller}`, `${category}&minPrice=40&option=roast:light`];
    for (const chosen of ['', 'q=oud', 'minPrice=50&maxPrice=200', category, seller, ...combined]) {
      const counted = await facets(chosen);
      // Choices of one kind are counted as if none of that kind were made.
      const choices = (name: string, values: readonly { id: string; count: number }[]) =>
        values.map(({ id, count }) => [name, `${name}=${id}`, count] as const);
      const each = [
        ...choices('categoryId', counted.categories),
        ...choices('sellerId', counted.sellers),
        ...counted.prices.map(({ minPrice, maxPrice, count }) => {
          const most = maxPrice === null ? '' : `&maxPrice=${maxPrice.amount}`;
          return ['Price', `minPrice=${minPrice.amount}${most}`, count] as const;
        }),
        ...counted.options.flatMap(({ name, values }) =>
          values.map(
            ({ value, count }) =>
              [`option=${name}`, `option=${encodeURIComponent(`${name}:${value}`)}`, count] as const,
          ),
        ),
        ['inStock', 'inStock=true', counted.inStock] as const,
      ];
      for (const [kind, choice, count] of each) {
        const others = chosen.split('&').filter((part) => !part.includes(kind));
        const { data } = await list([...others, choice].join('&'));
        expect(data, `${chosen} and ${choice}`).to.have.length(count);
      }
      expect((await list(chosen)).data).to.have.length(counted.total);
    }
  });

  it('ignore a choice in the counts of its own kind', async () => {
    const all = await facets();
    const [first] = all.categories;
    const chosen = await facets(`categoryId=${first?.id}`);
    expect(chosen.categories).to.deep.equal(all.categories);
    expect(chosen.total).to.equal(first?.count);
    const light = await facets('option=roast:light');
    expect(option(light, 'roast')).to.deep.equal(option(all, 'roast'));
    expect(light.total).to.equal(option(all, 'roast').light);
    expect(Object.keys(option(light, 'weight')).length).to.be.lessThan(
      Object.keys(option(all, 'weight')).length,
    );
    expect((await facets('minPrice=100')).prices).to.deep.equal(all.prices);
  });

  it('of options widen the list within a name and narrow it across names, on one variant', async () => {
    const found = async (query: string) => (await list(query)).data.map(({ name }) => name);
    expect(await found('option=roast:light&option=roast:medium')).to.deep.equal([
      'Arabic coffee with cardamom',
    ]);
    expect(await found('option=roast:light&option=weight:250%20g')).to.have.length(1);
    expect(await found('option=roast:medium&option=weight:500%20g')).to.deep.equal([]);
    expect(await found('option=roast:purple')).to.deep.equal([]);
    await guest.refused(422, 'common.VALIDATION_FAILED', 'GET', '/products?option=roast');
  });

  it('of options use the label that most variants have, in the requested language', async () => {
    const roast = (en: string, ar: string) =>
      JSON.stringify({ roast: { name: { en: 'Roast', ar: 'التحميص' }, value: { en, ar } } });
    const light = () => database()('variants').whereRaw(`options ->> 'roast' = 'light'`);
    const roasted = () => database()('variants').whereRaw(`options ->> 'roast' IS NOT NULL`);
    await roasted().update({ option_texts: '{}' });
    await light().update({ option_texts: roast('Light roast', 'تحميص فاتح') });
    const said = async (locale: string) => {
      const found = (await facets(`locale=${locale}`)).options.find(({ name }) => name === 'roast');
      const values = Object.fromEntries(found?.values.map(({ value, label }) => [value, label]) ?? []);
      return [found?.label, values.light, values.medium];
    };
    expect(await said('en')).to.deep.equal(['Roast', 'Light roast', 'medium']);
    expect(await said('ar')).to.deep.equal(['التحميص', 'تحميص فاتح', 'medium']);
    await light().update({ option_texts: '{}' });
    expect(await said('en')).to.deep.equal(['roast', 'light', 'medium']);
  });

  it('do not count sold-out products as in stock', async () => {
    await database()('sellers').update({ on_vacation: true });
    expect(await facets()).to.include({ inStock: 0, total: 8 });
    await database()('sellers').update({ on_vacation: false });
  });

  it('take as many statements for a full page as for one row', async () => {
    const OURS =
      /\b(?:products|categories|variants|shopper_offers|catalogue_changes|catalogue_now)\b|pg_current_snapshot/;
    let statements = 0;
    const count = ({ sql }: { sql: string }) => {
      if (OURS.test(sql)) statements += 1;
    };
    database().on('query', count);
    const cost = async (path: string) => {
      statements = 0;
      await guest.get(path);
      return statements;
    };
    const [dallah] = (await list('q=brass%20dallah')).data;
    const { variants } = await guest.get<Schema<'Product'>>(`/products/${dallah?.id}`);
    const others = (await list('')).data.filter(({ variantCount }) => variantCount !== dallah?.variantCount);
    // One of them checks for changes since the last response.
    expect(await cost('/products?limit=1')).to.equal(2);
    expect(await cost('/products?limit=50')).to.equal(2);
    expect(await cost('/products?limit=1&q=oud&facets=true')).to.equal(3);
    expect(await cost('/products?limit=50&q=oud&facets=true')).to.equal(3);
    expect(await cost('/categories?limit=1')).to.equal(2);
    expect(await cost('/categories?limit=50')).to.equal(2);
    expect(await cost(`/products/${dallah?.id}?locale=ar`)).to.equal(5);
    expect(await cost(`/products/${others[0]?.id}?locale=ar`)).to.equal(5);
    expect(await cost(`/variants/${variants[0]?.id}/offers?limit=1`)).to.equal(3);
    expect(await cost(`/variants/${variants[0]?.id}/offers?limit=50`)).to.equal(3);
    database().off('query', count);
  });

  describe('of equal prices the best offer is', () => {
    let variantId: string;
    const rivals: { offer: string; seller: string }[] = [];

    before(async () => {
      const [product] = (await list('q=brass%20dallah')).data;
      const { variants } = await guest.get<Schema<'Product'>>(`/products/${product?.id}`);
      const [variant] = variants;
      if (variant?.bestOffer == null) throw new Error('no offer');
      variantId = variant.id;
      const houses = await database()('warehouses')
        .whereNot({ seller_id: variant.bestOffer.sellerId })
        .limit(2);
      for (const { id, seller_id } of houses) {
        const offer = randomUUID();
        const price = variant.bestOffer.price.amount;
        await database()('offers').insert({ id: offer, variant_id: variantId, seller_id, price });
        await database()('stock_levels').insert({ offer_id: offer, warehouse_id: id, on_hand: 3 });
        rivals.push({ offer, seller: seller_id });
      }
    });

    const best = async () => {
      const { data } = await guest.get<Schema<'ShopperOfferList'>>(`/variants/${variantId}/offers`);
      expect(data).to.have.length(3);
      const [product] = (await list('q=brass%20dallah')).data;
      const { variants } = await guest.get<Schema<'Product'>>(`/products/${product?.id}`);
      return variants.find(({ id }) => id === variantId)?.bestOffer?.id;
    };

    it('the one promised sooner', async () => {
      await database()('shipping_methods').insert({
        ...{
          id: randomUUID(),
          seller_id: rivals[1]?.seller,
          code: 'CUSTOM',
          name_en: 'Now',
          name_ar: 'الآن',
        },
        ...{ price: '5.00', min_days: 0, max_days: 0, due_within_hours: 3 },
      });
      expect(await best()).to.equal(rivals[1]?.offer);
      await database()('shipping_methods').where({ seller_id: rivals[1]?.seller }).delete();
    });

    it('then the one of the seller with the better record', async () => {
      const sellers = await database()('sellers').pluck('id');
      const rows = sellers.map((seller_id: string) => ({
        seller_id,
        standing: seller_id === rivals[0]?.seller ? '0.990' : '0.900',
      }));
      await database()('seller_standings').insert(rows);
      expect(await best()).to.equal(rivals[0]?.offer);
    });

    it('and neither when it cannot be bought', async () => {
      await database()('stock_levels').where({ offer_id: rivals[0]?.offer }).update({ reserved: 3 });
      expect(await best()).not.to.equal(rivals[0]?.offer);
    });
  });
});

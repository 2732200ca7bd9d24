import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { freshSku, ShopPeople, tally } from '../../worlds/shop-people.ts';

type SellerProduct = Schema<'SellerProduct'>;
type SellerOffer = Schema<'SellerOffer'>;

const price = (amount: string) => ({ amount, currency: 'QAR' });

describe("a seller's products and offers", () => {
  let service: TestService;
  let people: ShopPeople;
  let shop: Awaited<ReturnType<ShopPeople['shop']>>;
  let client: ApiClient;
  let rival: Awaited<ReturnType<ShopPeople['shop']>>;
  let categoryId: string;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
    shop = await people.shop();
    client = shop.client;
    rival = await people.shop();
    categoryId = (await people.database('categories').where({ slug: 'dates-and-sweets' }).first('id')).id;
  });

  after(() => service?.stop());

  function draft(change: object = {}) {
    return {
      categoryId,
      title: { en: 'Date syrup', ar: 'دبس التمر' },
      description: { en: 'Thick and dark.', ar: 'كثيف وداكن.' },
      variants: [
        { sku: freshSku(), options: { volume: '350 ml' }, name: { en: 'Bottle', ar: 'قنينة' } },
        { sku: freshSku(), options: { volume: '1 l', shape: 'can' } },
      ],
      ...change,
    };
  }

  const createProduct = (seller = client) => seller.post<SellerProduct>('/seller/products', draft());

  async function importedVariant(sku: string): Promise<string> {
    return (await people.database('variants').where({ sku }).first('id')).id;
  }

  async function suspended<T>(work: () => Promise<T>): Promise<T> {
    const set = (status: string) =>
      people.database('sellers').where({ id: shop.seller.id }).update({ status });
    await set('SUSPENDED');
    try {
      return await work();
    } finally {
      await set('ACTIVE');
    }
  }

  describe('a product', () => {
    it('is added with its variants; one without a name is named after its options', async () => {
      const body = draft();
      const answer = await client.call<SellerProduct>('POST', '/seller/products', { body });
      expect(answer.status).to.equal(201);
      expect(answer.headers.get('etag')).to.equal('"1"');
      expect(answer.body).to.deep.include({
        sellerId: shop.seller.id,
        categoryId,
        title: body.title,
        description: body.description,
        digital: false,
      });
      expect(answer.body.variants.map(({ sku, name }) => [sku, name])).to.deep.equal([
        [body.variants[0]?.sku, { en: 'Bottle', ar: 'قنينة' }],
        [body.variants[1]?.sku, { en: '1 l / can', ar: '1 l / can' }],
      ]);
      const listed = await client.get<Schema<'SellerProductList'>>('/seller/products?limit=1');
      expect(listed.data).to.deep.equal([answer.body]);
      const shown = await service.client().get<Schema<'Product'>>(`/products/${answer.body.id}?locale=ar`);
      expect(shown).to.include({ name: 'دبس التمر' });
      expect(shown.variants.map(({ bestOffer, available }) => [bestOffer, available])).to.deep.equal([
        [null, 0],
        [null, 0],
      ]);
    });

    it('is added once per Idempotency-Key', async () => {
      const key = randomUUID();
      const body = draft();
      const add = () => client.call<SellerProduct>('POST', '/seller/products', { body, key });
      const [first, second] = [await add(), await add()];
      expect(second.body).to.deep.equal(first.body);
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
    });

    it('needs unused SKUs; otherwise none of it is stored', async () => {
      const body = draft();
      const taken = body.variants[1]?.sku ?? '';
      await rival.client.post('/seller/products', draft({ variants: [{ sku: taken, options: {} }] }));
      const problem = await client.refused(409, 'catalogue.SKU_TAKEN', 'POST', '/seller/products', { body });
      expect(problem.errors.map(({ pointer }) => pointer)).to.deep.equal(['/variants/1/sku']);
      expect(await people.database('variants').where({ sku: body.variants[0]?.sku ?? '' })).to.deep.equal([]);
    });

    it('with one SKU at the same moment is added once', async () => {
      const variants = [{ sku: freshSku(), options: {} }];
      const add = (seller: ApiClient) =>
        seller.call('POST', '/seller/products', { body: draft({ variants }) });
      const answers = await Promise.all([add(client), add(rival.client), add(client)]);
      expect(tally(answers)).to.deep.equal({ '201': 1, '409 catalogue.SKU_TAKEN': 2 });
    });

    it('is refused with a SKU named twice, an unknown category, or no variant', async () => {
      const sku = freshSku();
      const twice = [
        { sku, options: {} },
        { sku, options: { size: 'L' } },
      ];
      for (const [change, pointer] of [
        [{ variants: twice }, '/variants/1/sku'],
        [{ categoryId: randomUUID() }, '/categoryId'],
        [{ variants: [] }, '/variants'],
        [{ createdBySellerId: rival.seller.id }, '/createdBySellerId'],
      ] as const) {
        const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/products', {
          body: draft(change),
        });
        expect(problem.errors.map((error) => error.pointer)).to.deep.equal([pointer]);
      }
    });

    it('is changed against the version read', async () => {
      const { id, variants } = await createProduct();
      const path = `/seller/products/${id}`;
      const title = { en: 'Silan', ar: 'دبس' };
      await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body: { title } });
      const changed = await client.patch<SellerProduct>(path, { title }, { version: 1 });
      expect(changed).to.deep.include({ title, version: 2, variants });
      const moved = await client.call('PATCH', path, { body: { categoryId: randomUUID() }, version: 2 });
      expect(moved.status).to.equal(422);
    });

    it('is changed once when two edits of one version meet', async () => {
      const { id } = await createProduct();
      const rename = (en: string) =>
        client.call('PATCH', `/seller/products/${id}`, { body: { title: { en, ar: 'دبس' } }, version: 1 });
      const answers = await Promise.all([rename('One'), rename('Two')]);
      expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
    });

    it("that is another seller's or imported is not found", async () => {
      const foreign = await createProduct(rival.client);
      const imported = await people.database('products').where({ import_key: 'oud-chips' }).first('id');
      const details = new Set<string>();
      for (const id of [foreign.id, imported.id, randomUUID()]) {
        const request = { body: { categoryId }, version: 1 };
        details.add(
          (await client.refused(404, 'common.NOT_FOUND', 'PATCH', `/seller/products/${id}`, request)).detail,
        );
      }
      expect(details.size).to.equal(1);
      const mine = await client.get<Schema<'SellerProductList'>>('/seller/products?limit=100');
      expect(mine.data.every(({ sellerId }) => sellerId === shop.seller.id)).to.equal(true);
    });
  });

  describe('an offer', () => {
    it("is created for the seller's own variant, another seller's and an imported one", async () => {
      const own = await createProduct();
      const foreign = await createProduct(rival.client);
      for (const variantId of [
        own.variants[0]?.id,
        foreign.variants[0]?.id,
        await importedVariant('SIDR-HONEY-250G'),
      ]) {
        const answer = await client.call<SellerOffer>('POST', '/seller/offers', {
          body: { variantId, price: price('19.50') },
        });
        expect(answer.status).to.equal(201);
        expect(answer.headers.get('etag')).to.equal('"1"');
        expect(answer.body).to.deep.include({
          variantId,
          sellerId: shop.seller.id,
          price: price('19.50'),
          active: true,
          available: 0,
        });
      }
      const listed = await client.get<Schema<'SellerOfferList'>>('/seller/offers?limit=1');
      expect(listed.data[0]).to.deep.include({
        sku: 'SIDR-HONEY-250G',
        productTitle: { en: 'Sidr honey', ar: 'عسل السدر' },
        options: { weight: '250 g' },
        optionTexts: {
          weight: { name: { en: 'Weight', ar: 'الوزن' }, value: { en: '250 g', ar: '250 غرامًا' } },
        },
      });
    });

    it('can be bought once its stock is counted, and undercuts the imported one', async () => {
      const variantId = await importedVariant('MAAMOUL-12');
      const offer = await client.post<SellerOffer>('/seller/offers', { variantId, price: price('30.00') });
      const best = async () => {
        const { data } = await service
          .client()
          .get<Schema<'ShopperOfferList'>>(`/variants/${variantId}/offers`);
        return data.map(({ id, available, buyable }) => [id === offer.id, available, buyable]);
      };
      expect(await best()).to.deep.equal([
        [true, 0, false],
        [false, 25, true],
      ]);
      await client.put(`/seller/stock/${offer.id}/${shop.warehouse.id}`, { onHand: 3 }, { version: 0 });
      expect(await best()).to.deep.equal([
        [true, 3, true],
        [false, 25, true],
      ]);
      const listed = await client.get<Schema<'SellerOfferList'>>('/seller/offers?limit=1');
      expect(listed.data[0]?.available).to.equal(3);
    });

    it('is created once per seller and variant, even at the same moment', async () => {
      const variantId = (await createProduct()).variants[0]?.id;
      const make = () => client.call('POST', '/seller/offers', { body: { variantId, price: price('5.00') } });
      const answers = await Promise.all([make(), make(), make()]);
      expect(tally(answers)).to.deep.equal({ '201': 1, '409 catalogue.OFFER_EXISTS': 2 });
    });

    it('needs a variant and a price above zero, in QAR', async () => {
      const variantId = await importedVariant('MAAMOUL-24');
      for (const [body, pointer] of [
        [{ variantId: randomUUID(), price: price('5.00') }, '/variantId'],
        [{ variantId, price: price('0.00') }, '/price/amount'],
        [{ variantId, price: price('1000000.00') }, '/price/amount'],
        [{ variantId, price: { amount: '5.00', currency: 'USD' } }, '/price/currency'],
        [{ variantId, price: { amount: 5, currency: 'QAR' } }, '/price/amount'],
      ] as const) {
        const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/offers', {
          body,
        });
        expect(problem.errors.map((error) => error.pointer)).to.include(pointer);
      }
    });

    it('has its price changed, and is switched off, against the version read', async () => {
      const variantId = (await createProduct()).variants[0]?.id;
      const { id } = await client.post<SellerOffer>('/seller/offers', { variantId, price: price('5.00') });
      const path = `/seller/offers/${id}`;
      await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body: { active: false } });
      const repriced = await client.patch<SellerOffer>(path, { price: price('6.25') }, { version: 1 });
      expect(repriced).to.deep.include({ price: price('6.25'), active: true, version: 2 });
      const off = await client.patch<SellerOffer>(path, { active: false }, { version: 2 });
      expect(off).to.deep.include({ price: price('6.25'), active: false, version: 3 });
      const { data } = await service
        .client()
        .get<Schema<'ShopperOfferList'>>(`/variants/${variantId}/offers`);
      expect(data).to.deep.equal([]);
    });

    it('is edited once when two edits of one version meet', async () => {
      const variantId = (await createProduct()).variants[0]?.id;
      const { id } = await client.post<SellerOffer>('/seller/offers', { variantId, price: price('5.00') });
      const reprice = (amount: string) =>
        client.call('PATCH', `/seller/offers/${id}`, { body: { price: price(amount) }, version: 1 });
      const answers = await Promise.all([reprice('6.00'), reprice('7.00')]);
      expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 1 });
    });

    it('of another seller is not found, with the same response as an unknown one', async () => {
      const variantId = await importedVariant('OUD-CHIPS-48G');
      const { id } = await rival.client.post<SellerOffer>('/seller/offers', {
        variantId,
        price: price('700.00'),
      });
      const request = { body: { active: false }, version: 1 };
      const foreign = await client.refused(404, 'common.NOT_FOUND', 'PATCH', `/seller/offers/${id}`, request);
      const unknown = await client.refused(
        404,
        'common.NOT_FOUND',
        'PATCH',
        `/seller/offers/${randomUUID()}`,
        request,
      );
      expect(foreign.detail).to.equal(unknown.detail);
    });
  });

  it('are changed by an active seller only, and read by a suspended one', async () => {
    const product = await createProduct();
    const variantId = product.variants[0]?.id;
    const offer = await client.post<SellerOffer>('/seller/offers', { variantId, price: price('5.00') });
    await suspended(async () => {
      for (const [method, path, options] of [
        ['POST', '/seller/products', { body: draft() }],
        ['PATCH', `/seller/products/${product.id}`, { body: { categoryId }, version: 1 }],
        ['POST', '/seller/offers', { body: { variantId: product.variants[1]?.id, price: price('5.00') } }],
        ['PATCH', `/seller/offers/${offer.id}`, { body: { active: false }, version: 1 }],
      ] as const) {
        const problem = await client.refused(409, 'seller.INVALID_STATE', method, path, options);
        expect(problem).to.include({ currentState: 'SUSPENDED' });
      }
      const { data } = await client.get<Schema<'SellerOfferList'>>('/seller/offers?limit=1');
      expect(data[0]?.id).to.equal(offer.id);
      await client.put(`/seller/stock/${offer.id}/${shop.warehouse.id}`, { onHand: 3 }, { version: 0 });
    });
  });

  it('are open to the seller’s staff', async () => {
    const { client: staff, accountId } = await people.person();
    await people
      .database('seller_staff')
      .insert({ account_id: accountId, seller_id: shop.seller.id, permissions: ['CATALOGUE'] });
    await people.database('account_roles').insert({ account_id: accountId, role: 'SELLER_STAFF' });
    expect((await createProduct(staff)).sellerId).to.equal(shop.seller.id);
    await staff.refused(403, 'auth.FORBIDDEN', 'POST', '/seller/vacation', { body: { onVacation: true } });
  });
});

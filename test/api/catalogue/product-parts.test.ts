import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { freshSku, ShopPeople, tally } from '../../worlds/shop-people.ts';

type SellerProduct = Schema<'SellerProduct'>;
type Category = Schema<'AdminCategory'>;

const title = { en: 'Date syrup', ar: 'دبس التمر' };

describe('variants and categories', () => {
  let service: TestService;
  let people: ShopPeople;
  let shop: Awaited<ReturnType<ShopPeople['shop']>>;
  let client: ApiClient;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
    shop = await people.shop();
    client = shop.client;
  });

  after(() => service?.stop());

  async function product(...variants: object[]): Promise<SellerProduct> {
    const category = await people.database('categories').first('id');
    return client.post<SellerProduct>('/seller/products', {
      categoryId: category.id,
      title,
      description: title,
      variants: variants.length === 0 ? [{ sku: freshSku(), options: { volume: '1 l' } }] : variants,
    });
  }

  const optionTexts = {
    volume: { name: { en: 'Volume', ar: 'الحجم' }, value: { en: '5 l', ar: '٥ لتر' } },
  };

  describe('a variant', () => {
    it('is added to an own product, named after its options', async () => {
      const { id, version } = await product();
      const variant = { sku: freshSku(), options: { volume: '5 l' }, optionTexts };
      const path = `/seller/products/${id}/variants`;
      const added = await client.post<SellerProduct>(path, variant, { key: 'variant-1' });
      expect(added.version).to.equal(version + 1);
      expect(added.variants[1]).to.deep.include({ ...variant, name: { en: '5 l', ar: '٥ لتر' } });
      expect(await client.post<SellerProduct>(path, variant, { key: 'variant-1' })).to.deep.equal(added);
      const shown = async (locale: string) => {
        const { variants } = await client.get<Schema<'Product'>>(`/products/${id}?locale=${locale}`);
        return variants.find(({ sku }) => sku === variant.sku)?.optionTexts;
      };
      const { name, value } = optionTexts.volume;
      for (const locale of ['en', 'ar'] as const)
        expect(await shown(locale)).to.deep.equal({ volume: { name: name[locale], value: value[locale] } });
      const rival = await people.shop();
      const request = { body: { sku: freshSku(), options: {} } };
      await rival.client.refused(404, 'common.NOT_FOUND', 'POST', path, request);
    });

    it('has a combination of options that no sibling has, even when two are added at the same moment', async () => {
      const { id } = await product();
      const path = `/seller/products/${id}/variants`;
      const options = { volume: '2 l', shape: 'can' };
      const add = (change: object = {}) =>
        client.call('POST', path, { body: { sku: freshSku(), options, ...change } });
      // The order of the keys makes no other combination.
      const other = { options: { shape: 'can', volume: '2 l' } };
      expect(tally(await Promise.all([add(), add(other), add()]))).to.deep.equal({
        '201': 1,
        '409 catalogue.VARIANT_EXISTS': 2,
      });
      const taken = { sku: freshSku(), options: { volume: '9 l' } };
      await client.post(path, taken);
      const again = { body: { ...taken, options: { volume: '8 l' } } };
      await client.refused(409, 'catalogue.SKU_TAKEN', 'POST', path, again);
      const stray = { body: { sku: freshSku(), options: {}, optionTexts } };
      const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, stray);
      expect(problem.errors[0]?.pointer).to.equal('/optionTexts');
      for (const name of ['', ' ', '__proto__', 'a:b', 'x'.repeat(61), 'a\u202e']) {
        const odd = { body: { sku: freshSku(), options: JSON.parse(`{${JSON.stringify(name)}: "1"}`) } };
        const { errors } = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, odd);
        expect(errors[0]?.pointer, name).to.equal('/options');
      }
      // Names of properties that every object inherits.
      const plain = { constructor: 'red', toString: 'صوف' };
      const { variants: named } = await client.post<SellerProduct>(path, { sku: freshSku(), options: plain });
      expect(named.at(-1)?.name).to.deep.equal({ en: 'red / صوف', ar: 'red / صوف' });
      const shown = await client.get<Schema<'Product'>>(`/products/${id}?locale=ar`);
      expect(shown.variants.at(-1)?.optionTexts).to.deep.equal({
        constructor: { name: 'constructor', value: 'red' },
        toString: { name: 'toString', value: 'صوف' },
      });
      const twice = [1, 2].map(() => ({ sku: freshSku(), options: {} }));
      const whole = { categoryId: randomUUID(), title, description: title, variants: twice };
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/products', { body: whole });
    });

    it('is edited against the version of its product', async () => {
      const { id, variants, version } = await product();
      const { variants: two } = await client.post<SellerProduct>(`/seller/products/${id}/variants`, {
        sku: freshSku(),
        options: { volume: '3 l' },
      });
      const path = `/seller/products/${id}/variants/${variants[0]?.id}`;
      const name = { en: 'Bottle', ar: 'قنينة' };
      await client.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, { body: { name }, version });
      const change = { name, options: { volume: '5 l' }, optionTexts };
      const changed = await client.patch<SellerProduct>(path, change, { version: version + 1 });
      expect(changed.variants[0]).to.deep.include(change);
      for (const [body, code] of [
        [{ options: { volume: '3 l' }, optionTexts: {} }, 'catalogue.VARIANT_EXISTS'],
        [{ sku: two[1]?.sku }, 'catalogue.SKU_TAKEN'],
      ] as const)
        await client.refused(409, code, 'PATCH', path, { body, version: changed.version });
      const missing = `/seller/products/${id}/variants/${randomUUID()}`;
      await client.refused(404, 'common.NOT_FOUND', 'PATCH', missing, {
        body: { name },
        version: changed.version,
      });
    });
  });

  it('a withdrawn product is seen by its seller alone', async () => {
    const { id, version } = await product();
    const off = await client.patch<SellerProduct>(`/seller/products/${id}`, { active: false }, { version });
    expect(off.active).to.equal(false);
    await service.client().refused(404, 'common.NOT_FOUND', 'GET', `/products/${id}`);
    const request = { body: { variantId: off.variants[0]?.id, price: { amount: '5.00', currency: 'QAR' } } };
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/seller/offers', request);
  });

  describe('categories', () => {
    let slugs = 0;
    const name = { en: 'Honey', ar: 'عسل' };

    async function category(parentId: string | null = null): Promise<Category> {
      slugs += 1;
      return people.admin.post<Category>('/admin/categories', { slug: `honey-${slugs}`, name, parentId });
    }

    const move = ({ id, version }: Category, parentId: string | null) =>
      people.admin.call<Category>('PATCH', `/admin/categories/${id}`, { body: { parentId }, version });

    it('are added, renamed and listed, each slug once', async () => {
      const added = await category();
      expect(added).to.deep.include({ name, parentId: null, version: 1 });
      const change = { slug: 'fine-honey', name: { en: 'Fine honey', ar: 'عسل فاخر' }, position: 7 };
      const path = `/admin/categories/${added.id}`;
      const changed = await people.admin.patch<Category>(path, change, { version: 1 });
      expect(changed).to.deep.include({ ...change, version: 2 });
      await people.admin.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, {
        body: change,
        version: 1,
      });
      const again = { body: { slug: 'fine-honey', name } };
      await people.admin.refused(409, 'catalogue.SLUG_TAKEN', 'POST', '/admin/categories', again);
      const { data } = await people.admin.get<Schema<'AdminCategoryList'>>('/admin/categories?limit=100');
      expect(data.find(({ id }) => id === added.id)).to.deep.equal(changed);
      expect((await people.audit(added.id)).map(({ action }) => action)).to.deep.equal([
        'createCategory',
        'updateCategory',
      ]);
    });

    it('have five levels at most, and none lies below itself', async () => {
      const chain = [await category()];
      for (let level = 1; level < 5; level += 1) chain.push(await category(chain.at(-1)?.id));
      const [top, second, , , last] = chain as [Category, Category, Category, Category, Category];
      const sixth = { body: { slug: 'too-deep', name, parentId: last.id } };
      await people.admin.refused(409, 'catalogue.CATEGORY_TREE', 'POST', '/admin/categories', sixth);
      const other = await category();
      // Together with its subcategories it would be too deep there.
      expect(
        tally([await move(top, other.id), await move(top, last.id), await move(top, top.id)]),
      ).to.deep.equal({
        '409 catalogue.CATEGORY_TREE': 3,
      });
      expect((await move(second, other.id)).body.parentId).to.equal(other.id);
      expect((await move(other, randomUUID())).status).to.equal(422);
    });

    it('moved below each other at the same moment form no circle', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [await category(), await category()];
        const answers = await Promise.all([move(one, two.id), move(two, one.id)]);
        expect(tally(answers)).to.deep.equal({ '200': 1, '409 catalogue.CATEGORY_TREE': 1 });
      }
    });
  });
});

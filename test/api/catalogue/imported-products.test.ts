import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { asBody, png } from '../../support/pictures.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ShopPeople } from '../../worlds/shop-people.ts';

type Product = Schema<'AdminProduct'>;
type Image = Schema<'ProductImage'>;
type Offer = Schema<'SellerOffer'>;

describe('imported products, managed by administrators alone', () => {
  let service: TestService;
  let people: ShopPeople;
  let productId: string;
  let sellerId: string;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
    const imported = people.database('products').whereNotNull('import_key').orderBy('id');
    productId = (await imported.first('id')).id;
    const offers = people.database('offers').join('variants', 'variants.id', 'offers.variant_id');
    sellerId = (await offers.where({ product_id: productId }).first('seller_id')).seller_id;
  });

  after(() => service?.stop());

  const actions = async (id: string) => (await people.audit(id)).map(({ action }) => action);

  it("get pictures with descriptions in an order, and lose them, each time against the product's version", async () => {
    const path = `/admin/products/${productId}`;
    const { version } = await people.admin.get<Product>(path);
    const alt = new URLSearchParams({ altEn: 'In front', altAr: 'من الأمام' });
    const front = await people.admin.post<Image>(`${path}/images?${alt}`, asBody(png(4, 3)));
    const back = await people.admin.post<Image>(`${path}/images`, asBody(png(5, 3)));
    const seen = await people.admin.get<Product>(path);
    expect(seen).to.include({ sellerId: null, version: version + 2 });
    expect(seen.images.map(({ id }) => id)).to.deep.equal([front.id, back.id]);

    const order = { imageIds: [back.id, front.id] };
    await people.admin.refused(428, 'common.PRECONDITION_REQUIRED', 'PUT', `${path}/image-order`, {
      body: order,
    });
    const ordered = await people.admin.put<Product>(`${path}/image-order`, order, { version: seen.version });
    expect(ordered.images.map(({ id }) => id)).to.deep.equal(order.imageIds);
    const words = { alt: { en: 'From behind', ar: 'من الخلف' } };
    const picture = `${path}/images/${back.id}`;
    const stale = { body: words, version: seen.version };
    await people.admin.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', picture, stale);
    const described = await people.admin.patch<Product>(picture, words, { version: ordered.version });
    expect(described.images[0]?.alt).to.deep.equal(words.alt);
    const shown = await service.client().get<Schema<'Product'>>(`/products/${productId}?locale=en`);
    expect(shown.images.map((image) => image.alt)).to.deep.equal(['From behind', 'In front']);

    const left = await people.admin.call<Product>('DELETE', picture, { version: described.version });
    expect(left.body.images.map(({ id }) => id)).to.deep.equal([front.id]);
    expect(await actions(productId)).to.deep.equal([
      'addImportedProductImage',
      'addImportedProductImage',
      'orderImportedProductImages',
      'updateImportedProductImage',
      'deleteImportedProductImage',
    ]);
  });

  it('are switched off and on, and shoppers see it', async () => {
    const { data } = await people.admin.get<Schema<'SellerOfferList'>>(`/admin/sellers/${sellerId}/offers`);
    const offer = data.find((each) => each.productId === productId) as Offer;
    const path = `/admin/offers/${offer.id}`;
    const sold = async () => {
      const page = await service
        .client()
        .get<{ data: { id: string }[] }>(`/variants/${offer.variantId}/offers`);
      return page.data.some(({ id }) => id === offer.id);
    };
    expect(await sold()).to.equal(true);
    const off = { active: false, reason: 'Out of season' };
    await people.admin.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body: off });
    const switched = await people.admin.patch<Offer>(path, off, { version: offer.version });
    expect(switched).to.include({ active: false, version: offer.version + 1 });
    expect(await sold()).to.equal(false);
    const again = await people.admin.patch<Offer>(path, off, { version: switched.version });
    expect(again.version, 'nothing has changed').to.equal(switched.version);
    await people.admin.patch<Offer>(path, { active: true }, { version: again.version });
    expect(await sold()).to.equal(true);
    expect(await people.audit(offer.id)).to.deep.include({
      ...{ action: 'updateOfferAsAdmin', account_id: people.adminId, role: 'ADMIN', reason: 'Out of season' },
      ...{ before: { active: true }, after: { active: false }, data: { sellerId } },
    });
  });

  it('come without access to sellers who have an owner: neither to their offers nor to their products', async () => {
    const { client, seller } = await people.shop();
    const { data: imported } = await people.admin.get<Schema<'SellerOfferList'>>(
      `/admin/sellers/${sellerId}/offers`,
    );
    const body = { variantId: imported[0]?.variantId, price: { amount: '12.00', currency: 'QAR' } };
    const own = await client.post<Offer>('/seller/offers', body);
    const path = `/admin/offers/${own.id}`;
    const off = { body: { active: false }, version: own.version };
    await people.admin.refused(409, 'common.CONFLICT', 'PATCH', path, off);
    const category = await people.database('categories').first('id');
    const product = await client.post<Schema<'SellerProduct'>>('/seller/products', {
      categoryId: category.id,
      title: { en: 'Date syrup', ar: 'دبس التمر' },
      description: { en: 'Thick.', ar: 'كثيف.' },
      variants: [{ sku: `OWN-${seller.id}`, options: {} }],
    });
    await people.admin.refused(404, 'common.NOT_FOUND', 'GET', `/admin/products/${product.id}`);
    const upload = `/admin/products/${product.id}/images`;
    await people.admin.refused(404, 'common.NOT_FOUND', 'POST', upload, {
      body: asBody(png(2, 2)),
    });
    await client.refused(403, 'auth.FORBIDDEN', 'GET', `/admin/products/${productId}`);
  });
});

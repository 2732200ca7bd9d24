import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { Shop } from '../../worlds/shop.ts';

type Shipping = Schema<'SellerShipping'>;

describe('how a seller delivers, shown before there is a checkout', () => {
  let shop: Shop;

  before(async () => {
    shop = await Shop.open();
  });

  after(() => shop?.close());

  it('promises days that change at the cut-off and at no other time, whatever is cached', async () => {
    const { sellerId } = await shop.seller();
    const path = `/sellers/${sellerId}/shipping`;
    const at = async (moment: string) => {
      const { clock } = shop.service;
      clock.advance(Date.parse(moment) - clock.now().getTime());
      const { methods, validUntil } = await shop.guest().get<Shipping>(path);
      return [...methods.map(({ promise: { earliest, latest } }) => `${earliest} ${latest}`), validUntil];
    };
    // A Sunday in Qatar: half a minute before and after the cut-off at 14:00, and after midnight.
    const today = ['2026-02-10 2026-02-12', '2026-02-09 2026-02-09', '2026-02-08T11:00:00.000Z'];
    const tomorrow = ['2026-02-11 2026-02-15', '2026-02-10 2026-02-10', '2026-02-09T11:00:00.000Z'];
    expect(await at('2026-02-08T10:59:30.000Z')).to.deep.equal(today);
    expect(await at('2026-02-08T11:00:30.000Z')).to.deep.equal(tomorrow);
    expect(await at('2026-02-08T21:00:30.000Z')).to.deep.equal(tomorrow);
    const { client } = await shop.admin();
    const { version } = await client.get<{ version: number }>('/admin/settings');
    const body = { holidays: { value: ['2026-02-10'] } };
    await client.call('PATCH', '/admin/settings', { body, version });
    expect((await at('2026-02-08T21:01:00.000Z'))[1]).to.equal('2026-02-11 2026-02-11');
  });

  it('uses a seller’s own methods in place of the platform’s, and says where none reaches', async () => {
    const { sellerId, owner } = await shop.seller();
    const path = `/sellers/${sellerId}/shipping`;
    const names = ({ methods }: Shipping) => methods.map(({ name }) => name);
    expect(names(await shop.guest().get<Shipping>(path))).to.have.lengthOf(2);
    const method = {
      code: 'CUSTOM',
      name: { en: 'Own van', ar: 'سيارة المتجر' },
      price: { amount: '10.00', currency: 'QAR' },
      minDays: 0,
      maxDays: 1,
      zoneNumbers: [61],
    };
    await owner.client.post('/seller/shipping-methods', method);
    const anywhere = await shop.guest().get<Shipping>(path);
    expect(anywhere.methods).to.have.lengthOf(1);
    expect(anywhere.methods[0]).to.include({ name: 'Own van', platform: false, everywhere: false });
    expect(names(await shop.guest().get<Shipping>(`${path}?zoneNumber=61`))).to.deep.equal(['Own van']);
    const elsewhere = await shop.guest().get<Shipping>(`${path}?zoneNumber=66`);
    expect([elsewhere.methods, elsewhere.refusal]).to.deep.equal([[], 'ADDRESS_NOT_COVERED']);
    await shop.guest().refused(422, 'common.VALIDATION_FAILED', 'GET', `${path}?zoneNumber=0`);
    await shop.database('sellers').where({ id: sellerId }).update({ status: 'SUSPENDED' });
    await shop.guest().refused(404, 'common.NOT_FOUND', 'GET', path);
  });

  it('lists what shoppers see for sitemaps, each once', async () => {
    const seller = await shop.seller();
    for (const title of ['Dates', 'Honey', 'Oud']) await shop.offer(seller, { title });
    await shop.database('products').where({ title_en: 'Oud' }).update({ active: false });
    const { data } = await shop.guest().get<Schema<'SitemapList'>>('/sitemap/products');
    expect(data).to.have.lengthOf(2);
    const sellers = await shop.guest().get<Schema<'SitemapList'>>('/sitemap/sellers');
    expect(sellers.data.map(({ id }) => id)).to.include(seller.sellerId);
    await shop.guest().refused(400, 'common.BAD_CURSOR', 'GET', '/sitemap/sellers?cursor=abc');
  });
});

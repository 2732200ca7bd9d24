import { expect } from 'chai';
import { openPageSession } from '../../support/page-session.ts';
import { makeAccount, PASSWORD } from '../../support/people.ts';
import { Shop } from '../../worlds/shop.ts';
import { PageClient } from './page-client.ts';

type Seller = Awaited<ReturnType<Shop['seller']>>;

describe('the cart at the storefront', () => {
  let shop: Shop;

  before(async () => {
    shop = await Shop.open();
  });

  after(() => shop?.close());

  /** A shop with one shipping method of its own, and the product that it sells for 60.00. */
  async function shopWith(method: object): Promise<{ seller: Seller; offerId: string }> {
    const seller = await shop.seller();
    const { owner } = seller;
    await owner.client.post('/seller/shipping-methods', {
      ...{ code: 'CUSTOM', name: { en: 'Own van', ar: 'سيارة المتجر' }, minDays: 1, maxDays: 2 },
      price: { amount: '7.50', currency: 'QAR' },
      ...method,
    });
    return { seller, offerId: await shop.offer(seller, { price: '60.00', title: 'Honey' }) };
  }

  async function put(noora: PageClient, offerId: string): Promise<void> {
    const { variant_id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
    const { product_id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
    await noora.open(`/en/p/${product_id}`);
    await noora.submit('/cart/items', { quantity: '2' });
  }

  it('shows for each shop what its goods and its cheapest delivery cost, and the total', async () => {
    const noora = new PageClient(shop.service);
    const dates = await shop.offer(await shop.seller(), { price: '45.00' });
    const van = await shopWith({ zoneNumbers: [61] });
    for (const offerId of [dates, van.offerId]) await put(noora, offerId);
    const { text, html } = await noora.open('/en/cart');
    // 90.00 and 25.00, 120.00 and 7.50.
    for (const amount of ['90.00', '25.00', '120.00', '7.50', '32.50', '242.50'])
      expect(text).to.include(amount);
    expect(text)
      .to.match(/Delivery from QAR.25\.00/)
      .and.to.match(/Total, from QAR.242\.50/);
    expect(text).to.include('some zones only');
    expect(html.match(/<time dateTime="\d{4}-\d\d-\d\d">/gi)).to.have.length.above(2);

    // With a zone given, each seller that does not deliver there says so, and no total is shown that could not be ordered.
    noora.cookies.set('wasl-zone', '66');
    const there = await noora.open('/en/cart');
    expect(there.text)
      .to.include('Does not deliver to zone 66')
      .and.to.match(/Delivery from QAR.25\.00/);
    expect(there.text).not.to.include('Total, from');
    expect((await noora.open('/ar/cart')).text).to.match(/لا يوصل إلى المنطقة .?66/);
    noora.cookies.set('wasl-zone', '61');
    const reached = await noora.open('/ar/cart');
    expect(reached.text).to.include('242.50').and.not.to.include('لبعض المناطق');
  });

  it('is shown even when a shop delivers nowhere, or its delivery is unknown', async () => {
    const noora = new PageClient(shop.service);
    const foreign = await shopWith({});
    const methods = shop.database('shipping_methods').where({ seller_id: foreign.seller.sellerId });
    await methods.update({ currency: 'USD' });
    await put(noora, foreign.offerId);
    expect(noora.page.text).to.include('does not deliver anywhere at the moment');
    const closed = await shopWith({});
    await noora.open('/en');
    const { variant_id } = await shop.database('offers').where({ id: closed.offerId }).first('variant_id');
    const { product_id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
    await noora.open(`/en/p/${product_id}`);
    const body = noora.filled('/cart/items');
    await noora.ask('/en/cart/items', { method: 'POST', body });
    const admin = await shop.admin();
    await admin.client.post(`/admin/sellers/${closed.seller.sellerId}/suspend`, { reason: 'Checked' });
    const { status, text } = await noora.open('/en/cart');
    expect(status).to.equal(200);
    expect(text)
      .to.include('delivery price cannot be shown right now')
      .and.to.include('takes no orders at the moment');
    expect(text).not.to.include('Total, from');
  });

  it('is temporarily redirected from www. to the bare host where the installation does not configure its own', async () => {
    const noora = new PageClient(shop.service);
    const redirectOf = async (host: string) => {
      const { status, headers } = await noora.ask('/en/cart', { headers: { 'X-Forwarded-Host': host } });
      return [status, headers.get('location')];
    };
    expect(await redirectOf('www.shop.example')).to.deep.equal([307, 'http://shop.example/en/cart']);
    expect(await redirectOf('www.shop.example:8443')).to.deep.equal([
      307,
      'http://shop.example:8443/en/cart',
    ]);
    for (const host of ['www.', 'www.localhost', 'www.-.qa', 'www.evil.example@a'])
      expect(await redirectOf(host), host).to.deep.equal([200, null]);
  });

  it('uses the zone of the address last saved or chosen, until its buyer signs out', async () => {
    const { accountId, email } = await makeAccount(shop.service, ['BUYER']);
    const noora = new PageClient(shop.service);
    noora.cookies.set('__Host-wasl-shop', await openPageSession(shop.service, accountId));
    const address = { name: 'Noora', phone: '55123456', street: '836', building: '12' };
    await noora.open('/en/account/addresses/new');
    await noora.submit('/account/addresses/new', { ...address, zone: '٦٦', label: 'Home' });
    expect(noora.cookies.get('wasl-zone')).to.equal('66');
    const home = await shop.database('addresses').where({ label: 'Home' }).first('id');
    await noora.open('/en/account/addresses/new');
    await noora.submit('/account/addresses/new', { ...address, zone: '61' });
    expect(noora.cookies.get('wasl-zone')).to.equal('61');
    await noora.submit(`/account/addresses/${home.id}/default`);
    expect(noora.cookies.get('wasl-zone')).to.equal('66');

    noora.cookies.set('wasl-zone', '1');
    await put(noora, await shop.offer(await shop.seller()));
    await noora.submit('/checkout');
    expect(noora.page.path).to.match(/^\/en\/checkout\/[\w-]{36}$/);
    expect(noora.cookies.get('wasl-zone')).to.equal('66');

    noora.cookies.set('__Host-wasl-draft', 'typed');
    await noora.open('/en/account');
    await noora.submit('/account/sign-out');
    for (const cookie of ['wasl-zone', '__Host-wasl-draft'])
      expect(noora.cookies.has(cookie), cookie).to.equal(false);

    // A returning buyer sees the days and prices of the address that is preselected.
    await noora.open('/en/sign-in');
    await noora.submit('/sign-in', { email, password: PASSWORD });
    expect(noora.cookies.get('wasl-zone')).to.equal('66');
  });
});

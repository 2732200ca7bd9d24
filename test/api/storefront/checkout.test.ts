import { expect } from 'chai';
import { PASSWORD } from '../../support/people.ts';
import { type OfferTerms, Shop } from '../../worlds/shop.ts';
import { PageClient } from './page-client.ts';

const ADDRESS = { name: 'Noora Al-Kuwari', phone: '5512 3456', zone: '61', street: '836', building: '12' };
let people = 0;

describe('checking out at the storefront', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  const browser = () => new PageClient(shop.service);
  const someone = () => {
    people += 1;
    return { email: `buyer-${people}@checkout.wasl.example`, password: PASSWORD };
  };
  const orders = () => shop.database('orders').count({ count: '*' }).first();
  const checkoutOf = ({ page }: PageClient) => page.path.replace(/^\/(en|ar)/, '').replace(/[?#].*$/, '');

  before(async () => {
    shop = await Shop.open({ LIMIT_REGISTRATION_PER_15_MINUTES: '1000' });
    seller = await shop.seller();
  });

  after(() => shop?.close());

  /** A guest with these in the cart, at the cart's page. */
  async function withCart(offerIds: readonly string[], locale = 'en'): Promise<PageClient> {
    const noora = browser();
    await noora.open(`/${locale}/cart`);
    for (const offerId of offerIds) {
      const { variant_id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
      const { product_id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
      await noora.open(`/${locale}/p/${product_id}`);
      const form = noora.forms('/cart/items').find(({ html }) => html.includes(offerId));
      if (form === undefined) throw new Error('the product’s page does not sell it');
      await noora.submit(form);
    }
    return noora;
  }

  /** A new buyer whose checkout is open. */
  async function atCheckout(offerIds: readonly string[], address: Partial<typeof ADDRESS> = {}) {
    const noora = await withCart(offerIds);
    await noora.open('/en/checkout');
    await noora.submit('/checkout', { ...someone(), ...ADDRESS, ...address }, 'do=begin');
    return noora;
  }
  const offer = (terms: OfferTerms = {}, by = seller) => shop.offer(by, terms);
  const order = (noora: PageClient, values = {}) => noora.submit(checkoutOf(noora), values, 'do=confirm');

  it('of a new buyer is one form of seven fields: registers, merges the cart, saves the address, reserves, orders', async () => {
    const other = await shop.seller();
    const dates = await offer({ price: '45.00' });
    const honey = await offer({ price: '60.00', title: 'Honey' }, other);
    const noora = await withCart([dates, honey], 'ar');
    expect(noora.page.path).to.include('/ar/cart');
    const shown = await noora.open('/ar/checkout');
    expect(shown.text).to.include('لوحتك الزرقاء').and.to.include('الدفنة');
    // Everything wrong is said at once, and nothing of the account is made.
    const person = someone();
    const bad = await noora.submit(
      '/checkout',
      { email: 'noora', password: 'short', name: 'نورة', phone: '12', zone: '99', street: '', building: 'ب' },
      'do=begin',
    );
    expect(bad.status).to.equal(422);
    for (const field of ['email', 'password', 'phone', 'zone', 'street', 'building'])
      expect(bad.html, field).to.include(`id="${field}-fault"`);
    expect(bad.html).to.include('value="نورة"').and.not.to.include('value="short"');
    expect(await shop.database('accounts').where({ email: person.email })).to.deep.equal([]);

    const typed = {
      ...ADDRESS,
      name: 'نورة',
      phone: '٠٠٩٧٤ ٥٥١٢ ٣٤٥٦',
      zone: '٦١',
      street: '٨٣٦',
      building: '١٢',
    };
    const notes = { instructions: 'اتصل من عند البوابة', meetAtGate: true };
    const open = await noora.submit('/checkout', { ...person, ...typed, ...notes }, 'do=begin');
    expect(open.status).to.equal(200);
    expect(open.path).to.match(/^\/ar\/checkout\/[\w-]{36}$/);
    expect(noora.cookies.has('__Host-wasl-draft')).to.equal(false);
    expect(await shop.stock(dates)).to.deep.include({ reserved: 1 });
    // The cheapest delivery of each shop, with the days it is promised for, and the whole total.
    expect(open.text)
      .to.include('155.00')
      .and.to.match(/محجوز لك حتى \d\d:\d\d/);
    expect(open.html.match(/<time dateTime="\d{4}-\d\d-\d\d">/gi) ?? []).to.have.length.above(3);
    expect(open.text).to.include('5,000.00');

    const { path } = await order(noora);
    expect(path).to.match(/^\/ar\/orders\/[\w-]{36}\?said=placed$/);
    expect(noora.cookies.get('wasl-cart-count')).to.equal('0');
    const { address } = await shop.database('orders').orderBy('id', 'desc').first('address');
    expect(address).to.deep.include({
      ...{ contactName: 'نورة', phone: '+97455123456', zoneNumber: 61, streetNumber: 836 },
      ...{ buildingNumber: 12, ...notes, pinned: false },
    });
    // Going back shows the order, not a second checkout; so does the form of before.
    const again = await noora.open(open.path);
    expect(again.path).to.equal(path.replace('?said=placed', ''));
  });

  it('places one order however often the button is pressed, and whichever of its windows', async () => {
    const noora = await atCheckout([await offer()]);
    const before = Number((await orders())?.count);
    const at = `/en${checkoutOf(noora)}`;
    const fields = noora.filled(checkoutOf(noora), {}, 'do=confirm');
    const windows = Array.from({ length: 5 }, () => noora.copy());
    const pages = await Promise.all(windows.map((window) => window.post(at, fields)));
    expect(new Set(pages.map(({ path }) => path.replace('?said=placed', '')))).to.have.property('size', 1);
    expect(pages[0]?.path).to.match(/\/en\/orders\//);
    expect(Number((await orders())?.count)).to.equal(before + 1);
  });

  it('keeps what was typed while somebody signs in on the way, or a session ends', async () => {
    const honey = await offer();
    const person = someone();
    const home = await withCart([honey]);
    await home.open('/en/checkout');
    await home.submit('/checkout', { ...person, ...ADDRESS }, 'do=begin');
    await home.submit(checkoutOf(home), {}, 'do=confirm');

    // On another phone: begins as a guest, remembers the account, comes back.
    const phone = await withCart([honey]);
    await phone.open('/en/checkout');
    const office = { ...ADDRESS, zone: '3', building: '77', instructions: 'Third door' };
    const signIn = await phone.submit('/checkout', { email: person.email, ...office }, 'do=sign-in');
    expect(signIn.path).to.match(/^\/en\/sign-in\?next=%2Fcheckout/);
    expect(decodeURIComponent(phone.cookies.get('__Host-wasl-draft') ?? '')).not.to.include('Third');
    const back = await phone.submit('/sign-in', person);
    expect(back.path).to.match(/^\/en\/checkout(\?|$)/);
    expect(back.html).to.include('value="77"').and.to.include('Third door');
    const open = await phone.submit('/checkout', {}, 'do=begin');
    expect(open.path).to.match(/^\/en\/checkout\/[\w-]{36}$/);
    expect(open.text).to.include('building 77').and.to.include('building 12');

    // The session ends while another address is typed.
    await shop.database('sessions').update({ revoked_at: new Date() });
    const ended = await phone.submit(
      checkoutOf(phone),
      { address: 'new', ...ADDRESS, building: '78' },
      'do=confirm',
    );
    expect(ended.path).to.match(/^\/en\/sign-in\?next=%2Fcheckout%2F/);
    const returned = await phone.submit('/sign-in', person);
    expect(returned.path).to.include('/en/checkout/');
    expect(returned.html).to.include('value="78"');
    const chosen = await phone.submit(checkoutOf(phone), {}, 'do=address');
    expect(chosen.text).to.include('The address is chosen').and.to.include('building 78');
    expect((await order(phone)).path).to.match(/^\/en\/orders\//);
  });

  it('lets delivery be chosen, and orders nothing for a total that was not shown', async () => {
    const noora = await atCheckout([await offer({ price: '100.00' })]);
    expect(noora.page.text).to.include('QAR 125.00');
    const { rows } = await shop.database.raw(
      `SELECT id FROM shipping_methods WHERE seller_id IS NULL AND code = 'EXPRESS'`,
    );
    const express = { [`method-${seller.sellerId}`]: rows[0].id };
    const before = Number((await orders())?.count);
    // A browser without script marks another delivery and presses the button at once.
    const asked = await order(noora, express);
    expect(asked.status).to.equal(409);
    expect(asked.text).to.include('The total is another one now').and.to.include('QAR 150.00');
    expect(Number((await orders())?.count)).to.equal(before);
    // Script has shown the total.
    const fields = noora.filled(checkoutOf(noora), {}, 'do=confirm');
    expect(fields.get('total')).to.equal('150.00');
    expect((await noora.post(`/en${checkoutOf(noora)}`, fields)).path).to.match(/\/en\/orders\//);
  });

  it('shows a price that changed, and orders once it is accepted', async () => {
    const dates = await offer({ price: '40.00' });
    const noora = await atCheckout([dates]);
    await shop.database('offers').where({ id: dates }).update({ price: '44.00' });
    const changed = await order(noora);
    expect(changed.status).to.equal(409);
    expect(changed.text).to.match(/was .?QAR 40.00.?, is .?QAR 44.00/);
    const [accept] = noora.forms(checkoutOf(noora)).filter(({ html }) => html.includes('price-'));
    if (accept === undefined) throw new Error('nothing to accept');
    const accepted = await noora.submit(accept, {}, 'do=accept');
    expect(accepted.text).to.include('accepted the new prices').and.to.include('QAR 69.00');
    expect((await order(noora)).path).to.match(/\/en\/orders\//);
  });

  it('goes on without what sold out, or with fewer of it', async () => {
    const dates = await offer({ stock: { [seller.warehouseIds[0] ?? '']: 5 } });
    const honey = await offer({ title: 'Honey', price: '60.00' });
    const noora = await withCart([dates, honey]);
    await noora.open('/en/cart');
    const line = noora.forms(noora.form('/checkout') === undefined ? '' : '/checkout')[0];
    expect(line).to.equal(undefined);
  });
});

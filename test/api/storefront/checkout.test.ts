import { expect } from 'chai';
import { openPageSession } from '../../support/page-session.ts';
import { PASSWORD } from '../../support/people.ts';
import { somebodyWaits } from '../../support/statements.ts';
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

  /** A guest with these offers in the cart, on the cart page. */
  async function withCart(offerIds: readonly string[], locale = 'en'): Promise<PageClient> {
    const noora = browser();
    await noora.open(`/${locale}/cart`);
    for (const offerId of offerIds) {
      const { variant_id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
      const { product_id } = await shop.database('variants').where({ id: variant_id }).first('product_id');
      await noora.open(`/${locale}/p/${product_id}`);
      const form = noora.forms('/cart/items').find(({ html }) => html.includes(offerId));
      if (form === undefined) throw new Error('the product’s page has no form for the offer');
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
  const methodId = async (code: 'EXPRESS' | 'STANDARD'): Promise<string> =>
    (await shop.database('shipping_methods').where({ seller_id: null, code }).first('id')).id;
  const express = async () => ({ [`method-${seller.sellerId}`]: await methodId('EXPRESS') });
  /** The seller counts the stock: this many units are on hand. */
  const count = async (offerId: string, onHand: number) => {
    const [warehouseId] = seller.warehouseIds;
    const { version } = await shop.database('stock_levels').where({ offer_id: offerId }).first('version');
    await seller.owner.client.put(`/seller/stock/${offerId}/${warehouseId}`, { onHand }, { version });
  };
  const order = (noora: PageClient, values = {}) => noora.submit(checkoutOf(noora), values, 'do=confirm');

  it('takes one form of seven fields to register a new buyer, merge the cart, save the address and reserve; then orders', async () => {
    const other = await shop.seller();
    const dates = await offer({ price: '45.00' });
    const honey = await offer({ price: '60.00', title: 'Honey' }, other);
    const noora = await withCart([dates, honey], 'ar');
    expect(noora.page.path).to.include('/ar/cart');
    const shown = await noora.open('/ar/checkout');
    expect(shown.text).to.include('لوحتك الزرقاء');
    expect(shown.html).to.include('الدفنة');
    // All errors are shown together, and no account is created.
    const person = someone();
    const bad = await noora.submit(
      '/checkout',
      { email: 'noora', password: 'short', name: 'نورة', phone: '12', zone: '99', street: '', building: 'ب' },
      'do=begin',
    );
    expect(bad.status).to.equal(422);
    for (const field of ['email', 'phone', 'zone', 'street', 'building'])
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
    expect(open.path).to.match(/^\/ar\/checkout\/[\w-]{36}\?merged=2$/);
    expect(open.text).to.include('منتجان');
    expect(noora.cookies.has('__Host-wasl-draft')).to.equal(false);
    expect(await shop.stock(dates)).to.deep.include({ reserved: 1 });
    // The cheapest delivery of each shop, with the days it is promised for, and the whole total.
    expect(open.text)
      .to.include('155.00')
      .and.to.match(/محجوز لك حتى .?\d\d:\d\d/);
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
    // Going back to the checkout shows the order that it became.
    const again = await noora.open(open.path.replace(/\?.*/, ''));
    expect(again.path).to.equal(path.replace('?said=placed', ''));
  });

  it('places one order however often the button is pressed, in one window or in several', async () => {
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

  it('continues with the cart of a new buyer when the response to the form was lost', async () => {
    const noora = await withCart([await offer()]);
    await noora.open('/en/checkout');
    const fields = noora.filled('/checkout', { ...someone(), ...ADDRESS }, 'do=begin');
    const before = noora.copy();
    const first = await noora.post('/en/checkout', fields);
    expect(first.path).to.match(/^\/en\/checkout\/[\w-]{36}\?merged=1$/);
    // The form is sent again under another key, by a browser that never got the first answer and its cookies.
    fields.set('key', `${fields.get('key')}-2`);
    expect((await before.post('/en/checkout', fields)).path).to.match(/^\/en\/checkout\/[\w-]{36}$/);
    expect((await order(before)).path).to.match(/\/en\/orders\//);
    expect((await before.open('/en/cart')).text).to.include('cart is empty');
  });

  it('preserves what was typed while someone signs in on the way, or a session ends', async () => {
    const honey = await offer();
    const person = someone();
    const home = await withCart([honey]);
    await home.open('/en/checkout');
    await home.submit('/checkout', { ...person, ...ADDRESS }, 'do=begin');
    await home.submit(checkoutOf(home), {}, 'do=confirm');

    // On another phone, the buyer begins as a guest, signs in on the way, and returns to the checkout.
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
    await shop.database('sessions').where({ surface: 'shop' }).update({ revoked_at: new Date() });
    const ended = await phone.submit(
      checkoutOf(phone),
      { address: 'new', ...ADDRESS, building: '78', ...(await express()) },
      'do=confirm',
    );
    expect(ended.path).to.match(/^\/en\/sign-in\?next=%2Fcheckout%2F/);
    const returned = await phone.submit('/sign-in', person);
    expect(returned.path).to.include('/en/checkout/');
    expect(returned.html).to.include('value="78"');
    expect(phone.filled(checkoutOf(phone)).get(`method-${seller.sellerId}`)).to.equal(
      await methodId('EXPRESS'),
    );
    const chosen = await phone.submit(checkoutOf(phone), {}, 'do=address');
    expect(chosen.text).to.include('The address is chosen').and.to.include('building 78');
    expect(chosen.text, 'the delivery chosen in the form that was preserved').to.include('QAR 95.00');
    expect((await order(phone)).path).to.match(/^\/en\/orders\//);
  });

  it('lets buyers choose the delivery, and places no order at a total that they were not shown', async () => {
    const noora = await atCheckout([await offer({ price: '100.00' })]);
    expect(noora.page.text).to.include('QAR 125.00');
    const before = Number((await orders())?.count);
    // Without script, a buyer selects another delivery and presses the button before the new total is shown.
    const response = await order(noora, await express());
    expect(response.status).to.equal(409);
    expect(response.text).to.include('The total has changed').and.to.include('QAR 150.00');
    expect(Number((await orders())?.count)).to.equal(before);
    // By now the buyer has seen the new total, so the form contains it.
    const fields = noora.filled(checkoutOf(noora), {}, 'do=confirm');
    expect(fields.get('total')).to.equal('150.00');
    // The choice made in another window is stored while this confirmation waits for the lock on the checkout.
    const id = checkoutOf(noora).split('/')[2];
    const standard = { method_id: await methodId('STANDARD'), code: 'STANDARD', price: '25.00' };
    let confirming: ReturnType<PageClient['post']> | null = null;
    await shop.database.transaction(async (trx) => {
      await trx('checkouts').where({ id }).forUpdate().select('id');
      confirming = noora.copy().post(`/en${checkoutOf(noora)}`, fields);
      await somebodyWaits(shop.database);
      await trx('checkout_shipping').where({ checkout_id: id }).update(standard);
    });
    const raced = await (confirming as unknown as ReturnType<PageClient['post']>);
    expect(raced.status).to.equal(409);
    expect(raced.text).to.include('The total has changed').and.to.include('QAR 125.00');
    expect(Number((await orders())?.count)).to.equal(before);
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

  it('continues without lines that have sold out, and with fewer units where stock is short', async () => {
    const dates = await offer();
    const honey = await offer({ title: 'Honey', price: '60.00' });
    const noora = await withCart([dates, honey]);
    const [line] = noora.page.html.match(/\/cart\/items\/[\w-]{36}/) ?? [];
    const [more] = noora.forms(line ?? '');
    if (more === undefined) throw new Error('the cart shows no line');
    expect((await noora.submit(more, { quantity: '٤' })).text).to.include('Your cart has been changed');
    await noora.open('/en/checkout');
    await noora.submit('/checkout', { ...someone(), ...ADDRESS }, 'do=begin');
    const former = noora.page.path;
    // The seller counts less than is reserved.
    const [taken, short] = (await shop.stock(dates)).reserved === 4 ? [honey, dates] : [dates, honey];
    await count(taken, 0);
    await count(short, 3);
    const refused = await order(noora);
    expect(refused.status).to.equal(409);
    expect(refused.text).to.include('sold out').and.to.include('only 3 left');
    const [out] = noora.forms(checkoutOf(noora)).filter(({ html }) => html.includes('out-'));
    if (out === undefined) throw new Error(`nothing to take out: ${refused.text}`);
    const rest = await noora.submit(out, {}, 'do=leave-out');
    expect(rest.path).not.to.equal(former);
    expect(rest.text).to.include('The rest is reserved for you');
    const { path } = await order(noora);
    const [, id] = path.match(/\/en\/orders\/([\w-]{36})/) ?? [];
    const lines = await shop.database('order_lines').where({ order_id: id }).select('offer_id', 'quantity');
    expect(lines).to.deep.equal([{ offer_id: short, quantity: 3 }]);
  });

  it('says when the reservation has ended, and one button opens it again', async () => {
    const noora = await atCheckout([await offer()]);
    const at = checkoutOf(noora);
    await shop
      .database('checkouts')
      .where({ id: at.split('/')[2] })
      .update({ expires_at: new Date(Date.now() - 1_000) });
    const ended = await order(noora);
    expect(ended.status, ended.text).to.equal(410);
    expect(ended.text).to.include('The reservation has ended');
    expect((await noora.open(`/en${at}`)).status).to.equal(410);
    const again = await noora.submit('/checkout');
    expect(again.path)
      .to.match(/^\/en\/checkout\/[\w-]{36}$/)
      .and.not.to.equal(`/en${at}`);
    expect((await noora.open(`/en${at}`)).text).to.include('This checkout has ended');
    expect((await noora.open(again.path)).status).to.equal(200);
  });

  it('says that the service is busy while something else holds the checkout, and orders once afterwards', async () => {
    const noora = await atCheckout([await offer()]);
    const id = checkoutOf(noora).split('/')[2];
    const busy = await shop.database.transaction(async (trx) => {
      await trx('checkouts').where({ id }).forUpdate().select('id');
      return order(noora);
    });
    expect([busy.status, busy.text.includes('The service is busy')]).to.deep.equal([503, true]);
    expect((await order(noora)).path).to.match(/^\/en\/orders\/[\w-]{36}\?said=placed$/);
  });

  it('names the shops that do not deliver to the address, and continues without them or to another address', async () => {
    const near = await shop.seller();
    await near.owner.client.post('/seller/shipping-methods', {
      ...{
        code: 'STANDARD',
        name: { en: 'By bicycle', ar: 'بالدراجة' },
        price: { amount: '10.00', currency: 'QAR' },
      },
      ...{ minDays: 1, maxDays: 1, zoneNumbers: [61] },
    });
    const bread = await offer({ title: 'Bread' }, near);
    const noora = await atCheckout([await offer(), bread], { zone: '90' });
    expect(noora.page.status).to.equal(422);
    expect(noora.page.text).to.include('does not deliver to this zone');
    const [form] = noora.page.html.match(/\/checkout\/[\w-]{36}/) ?? [];
    const [out] = noora.forms(form ?? '').filter(({ html }) => html.includes('shop-'));
    if (out === undefined) throw new Error('nothing to take out');
    const rest = await noora.submit(out, {}, 'do=leave-out');
    expect(rest.text).to.include('The rest is reserved for you').and.not.to.include('Bread');
    expect((await order(noora)).path).to.match(/\/en\/orders\//);
    // Without the only shop there would be nothing left to order.
    const huda = await atCheckout([await offer({ title: 'Bread' }, near)], { zone: '90' });
    expect(huda.page.text).to.include('Choose another address.');
    expect(huda.page.html).not.to.include('name="shop-');
  });

  it('shows the maximum for cash on delivery, and what to do above it', async () => {
    const noora = await atCheckout([await offer({ price: '4990.00' })]);
    expect(noora.page.text).to.include('cannot be paid in cash').and.to.include('QAR 5,000.00');
    expect(noora.page.text).not.to.include('Place the order');
    const film = await offer({ digital: true, title: 'Film' });
    // The storefront sells no digital products, but an app can put one into the same cart.
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [await offer()]: 1, [film]: 1 });
    await shop.address(buyer);
    const huda = browser();
    huda.cookies.set('__Host-wasl-shop', await openPageSession(shop.service, buyer.accountId));
    await huda.open('/en/cart');
    await huda.submit('/checkout');
    expect(huda.page.text).to.include('Digital products cannot be paid at the door');
    expect(huda.page.text).not.to.include('Place the order');
    const [out] = huda.forms(checkoutOf(huda)).filter(({ html }) => html.includes(`out-${film}`));
    if (out === undefined) throw new Error('nothing to take out');
    const rest = await huda.submit(out, {}, 'do=leave-out');
    expect(rest.text).to.include('The rest is reserved for you').and.not.to.include('Film');
    expect((await order(huda)).path).to.match(/\/en\/orders\//);
  });

  it('is not offered for more shops than an order may have, or for offers that cannot be bought', async () => {
    const offers: string[] = [];
    for (let count = 0; count < 9; count += 1) offers.push(await offer({}, await shop.seller()));
    const noora = await withCart(offers);
    expect(noora.page.text).to.include('up to 8 shops').and.to.include('yours are from 9');
    expect(noora.page.html).not.to.include('href="/en/checkout"');
    const sold = await offer();
    const huda = await withCart([sold]);
    await shop.database('offers').where({ id: sold }).update({ active: false });
    const cart = await huda.open('/en/cart');
    expect(cart.text).to.include('Remove or change what is marked');
    const person = someone();
    await huda.open('/en/checkout');
    const refused = await huda.submit('/checkout', { ...person, ...ADDRESS }, 'do=begin');
    // What was typed is preserved, and cart lines that could not be added are named.
    expect(refused.path).to.match(/^\/en\/signed-in\?next=%2Fcheckout/);
    expect(refused.text).to.include('Khalas dates');
    expect(huda.cookies.has('__Host-wasl-draft')).to.equal(true);
  });

  it('lets buyers add, change, prefer and remove addresses', async () => {
    const noora = await atCheckout([await offer()]);
    await noora.open('/en/account/addresses/new');
    const bad = await noora.submit('/account/addresses/new', { name: '', phone: '1' });
    expect([bad.status, bad.html.includes('id="name-fault"')]).to.deep.equal([422, true]);
    const saved = await noora.submit('/account/addresses/new', { ...ADDRESS, zone: '3', label: 'Office' });
    expect(saved.text)
      .to.include('Your address is saved')
      .and.to.include('Office')
      .and.to.include('Offered first');
    const { id } = await shop.database('addresses').where({ label: 'Office' }).first('id');
    await noora.open(`/en/account/addresses/${id}`);
    expect(
      (await noora.submit(`/account/addresses/${id}`, { building: '٩٩', meetAtGate: true })).text,
    ).to.include('building 99');
    const [first] = noora.page.html.match(/\/account\/addresses\/[\w-]{36}\/default/) ?? [''];
    const preferred = await noora.submit(first);
    expect(preferred.text.indexOf('building 12')).to.be.below(preferred.text.indexOf('building 99'));
    expect((await noora.submit(`/account/addresses/${id}/remove`)).text).not.to.include('building 99');
    expect((await noora.open(`/en/account/addresses/${id}`)).status).to.equal(404);
    expect((await browser().open('/en/account/addresses')).path).to.match(/^\/en\/sign-in/);
  });
});

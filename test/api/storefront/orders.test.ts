import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { openPageSession } from '../../support/page-session.ts';
import { type Order, type Person, Shop } from '../../worlds/shop.ts';
import { PageClient } from './page-client.ts';

const COOKIE = '__Host-wasl-shop';

describe('the pages of orders', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let other: Awaited<ReturnType<Shop['seller']>>;
  let dates: string;
  let honey: string;

  before(async () => {
    shop = await Shop.open();
    [seller, other] = [await shop.seller(), await shop.seller()];
    await shop.database('sellers').where({ id: seller.sellerId }).update({ public_phone: '+97444601122' });
    dates = await shop.offer(seller, {
      title: 'Khalas dates',
      stock: { [seller.warehouseIds[0] ?? '']: 500 },
    });
    honey = await shop.offer(other, { title: 'Sidr <b>honey</b>', price: '95.00' });
  });
  after(() => shop?.close());

  async function signedIn({ accountId }: Person): Promise<PageClient> {
    const client = new PageClient(shop.service);
    client.cookies.set(COOKIE, await openPageSession(shop.service, accountId));
    return client;
  }

  /** An order with one part from each shop. */
  async function ordered(): Promise<{ buyer: Person; order: Order; pages: PageClient; path: string }> {
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [dates]: 2, [honey]: 1 });
    return { buyer, order, pages: await signedIn(buyer), path: `/orders/${order.id}` };
  }

  const give = (who: typeof seller, order: Order, step: string, body?: object) => {
    const group = order.groups.find(({ sellerId }) => sellerId === who.sellerId);
    return who.owner.client.post(`/seller/order-groups/${group?.id}/${step}`, body);
  };

  it('are listed newest first, page by page, with what was bought, for their buyer alone', async () => {
    const { buyer, order, pages } = await ordered();
    for (let count = 0; count < 12; count += 1) await shop.order(buyer, { [dates]: 1 });
    const { text, html } = await pages.open('/en/orders');
    expect(text).to.include('Your orders').and.to.include('Waiting for confirmation');
    expect(text).not.to.include(order.number);
    expect(text).to.include('1 item');
    const [, next = ''] = /href="(\/en\/orders\?cursor=[^"]+)"/.exec(html) ?? [];
    const last = await pages.open(next.replaceAll('&amp;', '&'));
    expect(last.text).to.include(order.number).and.to.include('Sidr <b>honey</b>').and.to.include('3 items');
    expect(last.html).to.include('Sidr &lt;b&gt;').and.not.to.include('cursor=');
    const arabic = await pages.open('/ar/orders');
    expect(arabic.text).to.include('طلباتك').and.to.include('بانتظار التأكيد');

    const stranger = await signedIn(await shop.buyer());
    expect((await stranger.open('/en/orders')).text).to.include('You have no orders yet');
    for (const path of ['', '/cancel', '/invoice', '/invoice.pdf', '/reordered'])
      expect((await stranger.open(`/en/orders/${order.id}${path}`)).status, path).to.equal(404);
    const guest = new PageClient(shop.service);
    const response = await guest.ask(`/en/orders/${order.id}`);
    const next404 = encodeURIComponent(`/orders/${order.id}`);
    expect([response.status, response.headers.get('location')]).to.deep.equal([
      303,
      `/en/sign-in?next=${next404}`,
    ]);
  });

  it('show what is to be paid at which delivery, where each part is, and how to reach its shop', async () => {
    const { order, pages, path } = await ordered();
    const { text, html, headers } = await pages.open(`/en${path}?said=placed`);
    expect(text).to.include('Thank you!').and.to.include('Part 1 of 2').and.to.include('Part 2 of 2');
    expect(text).to.include('Each shop’s part arrives separately');
    for (const { totals } of [...order.groups, order]) expect(text).to.include(totals.total.amount);
    expect(text).to.match(/The shop has until .*\d\d:\d\d to confirm/);
    expect(text).to.include('Zone 61, street 836, building 12').and.to.include('+974 5512 3456');
    expect(html)
      .to.include('href="tel:+97444601122"')
      .and.to.include('href="https://wa.me/97444601122?text=');
    expect(html).to.include(encodeURIComponent(order.number)).and.to.include('aria-current="step"');
    expect(html.split('href="tel:'), 'the other shop has given no phone').to.have.length(2);
    expect(html).not.to.match(/ style=|<style| on\w+=|<script(?! type="module" src)/);
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('content-security-policy'))
      .to.include("worker-src 'self'")
      .and.to.include("img-src 'self';")
      .and.not.to.match(/unsafe|data:|blob:/);
    const { headers: elsewhere } = await pages.open('/en/orders');
    expect(elsewhere.get('content-security-policy')).not.to.include('worker-src');
    expect((await pages.open(`/en${path}?said=<b>`)).html).not.to.include('id="said"');

    await give(seller, order, 'accept');
    await give(other, order, 'reject', { reason: 'Out of stock' });
    const after = await pages.open(`/ar${path}`);
    expect(after.text).to.include('المتجر يجهّز طلبك').and.to.include('لم يتمكن المتجر من قبوله');
    expect(after.text).to.include('Out of stock').and.to.include('لا يلزمك دفع شيء');
    expect(after.text).not.to.include('يصل الجزء من كل متجر على حدة');
  });

  it('have texts for every state of a part, in both languages', async () => {
    const { order, pages, path } = await ordered();
    const [{ id } = { id: '' }] = order.groups;
    const seen = new Map<string, string>();
    for (const status of STATES) {
      const payment_status = OVER.has(status) ? 'VOID' : 'PENDING';
      await shop.database('order_groups').where({ id }).update({ status, payment_status });
      for (const locale of ['en', 'ar']) {
        const page = await pages.open(`/${locale}${path}`);
        expect(page.status, `${status} ${locale}`).to.equal(200);
        const [, headline = ''] = /<p class="headline [^>]*>([^<]+)</.exec(page.html) ?? [];
        expect(headline, status).to.match(locale === 'ar' ? /[\u0621-\u064a]/ : /[A-Za-z]/);
        seen.set(`${locale} ${headline}`, status);
        const isPaidAtDoor = !OVER.has(status) && !['DELIVERY_FAILED', 'RETURNING'].includes(status);
        const each = locale === 'en' ? 'Each shop’s part arrives separately' : 'يصل الجزء من كل متجر على حدة';
        expect(page.text.includes(each), `cash of both parts: ${status}`).to.equal(isPaidAtDoor);
      }
    }
    expect(seen.size, 'two states that read the same').to.equal(STATES.length * 2);
  });

  it('cancel what no shop has confirmed, after a confirmation, and once', async () => {
    const { order, pages, path } = await ordered();
    await pages.open(`/en${path}`);
    expect(pages.page.html).to.include(`href="/en${path}/cancel"`);
    const response = await pages.open(`/en${path}/cancel`);
    expect(response.text).to.include('Cancel this order?').and.to.include('Khalas dates');
    await give(seller, order, 'accept');
    const again = pages.copy();
    await again.open(`/en${path}/cancel`);
    expect(again.page.text).to.include('A shop has confirmed these already');
    const fields = pages.filled(`${path}/cancel`, { reason: '  Ordered the wrong size ' });
    const done = await pages.post(`/en${path}/cancel`, fields);
    expect(done.path).to.equal(`/en${path}?said=partly-cancelled`);
    expect(done.text).to.include('You cancelled it.').and.to.include('Reason: Ordered the wrong size');
    expect((await pages.post(`/en${path}/cancel`, fields)).path).to.equal(`/en${path}?said=partly-cancelled`);
    // Pressed in another window, which does not know yet.
    expect((await again.submit(`${path}/cancel`)).path).to.equal(`/en${path}?said=partly-cancelled`);
    expect((await pages.open(`/en${path}/cancel`)).path).to.equal(`/en${path}?said=too-late`);

    const whole = await ordered();
    await whole.pages.open(`/ar${whole.path}/cancel`);
    const gone = await whole.pages.submit(`${whole.path}/cancel`);
    expect(gone.path).to.equal(`/ar${whole.path}?said=cancelled`);
    expect(gone.text).to.include('تم إلغاء طلبك');
    expect(gone.html).not.to.include('id="cash"').and.not.to.include('/invoice');
    expect((await whole.pages.open(`/ar${whole.path}/cancel`)).path).to.include('said=cancelled');
  });

  it('show an order as accepted or cancelled, never both', async () => {
    const { order, pages, path } = await ordered();
    await give(other, order, 'reject', { reason: 'Out of stock' });
    await pages.open(`/en${path}/cancel`);
    const fields = pages.filled(`${path}/cancel`);
    const [page, accepted] = await Promise.all([
      pages.post(`/en${path}/cancel`, fields),
      give(seller, order, 'accept').then(
        () => true,
        () => false,
      ),
    ]);
    expect(page.text).to.include(accepted ? 'The shop is preparing it' : 'You cancelled it.');
    expect(page.path).to.include(accepted ? 'too-late' : 'cancelled');
  });

  it('put what was ordered into the cart again, and name what could not be added', async () => {
    const { pages, path, buyer } = await ordered();
    await pages.open(`/en${path}`);
    const fields = pages.filled(`${path}/reorder`);
    const all = await pages.post(`/en${path}/reorder`, fields);
    expect(all.path).to.equal('/en/cart?said=reordered');
    expect(all.text).to.include('in your cart again');
    expect(pages.cookies.get('wasl-cart-count')).to.equal('3');
    await pages.post(`/en${path}/reorder`, fields);
    expect((await buyer.client.get<Schema<'Cart'>>('/cart')).itemCount, 'pressed twice').to.equal(3);

    await shop.database('offers').where({ id: honey }).update({ active: false });
    await pages.open(`/en${path}`);
    const some = await pages.submit(`${path}/reorder`);
    expect(some.path).to.match(/\/reordered\?missing=\du0$/);
    expect(some.text).to.include('Not everything could be put back').and.to.include('It is no longer sold.');
    expect(some.text).to.include('Sidr <b>honey</b>').and.not.to.include('Khalas dates');
    await shop.database('offers').where({ id: honey }).update({ active: true });
    for (const nonsense of ['9u0-0x1-0u9', '<b>', ''])
      expect((await pages.open(`/en${path}/reordered?missing=${nonsense}`)).text).not.to.include(
        'no longer sold',
      );
  });

  it('offer an invoice to print and to save', async () => {
    const { pages, path } = await ordered();
    const page = await pages.open(`/en${path}/invoice`);
    expect(page.html).to.include('I-20').and.to.include('فاتورة');
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'");
    const file = await pages.ask(`/en${path}/invoice.pdf`);
    expect(file.headers.get('content-type')).to.equal('application/pdf');
    expect(file.headers.get('cache-control')).to.equal('private, no-store');
    expect(file.headers.get('content-disposition')).to.match(/^attachment; filename="I-/);
    expect((await file.text()).slice(0, 5)).to.equal('%PDF-');
  });

  it('keep the invoice of an order that was cancelled after it was issued', async () => {
    const { pages, path } = await ordered();
    const number = /I-\d{4}-\d+/.exec((await pages.open(`/en${path}/invoice`)).html)?.[0];
    await pages.open(`/en${path}/cancel`);
    const cancelled = await pages.submit(`${path}/cancel`);
    expect(cancelled.path).to.equal(`/en${path}?said=cancelled`);
    for (const language of ['en', 'ar']) {
      const { html } = await pages.open(`/${language}${path}`);
      expect(html).to.include(`${path}/invoice"`).and.to.include(`${path}/invoice.pdf"`);
      expect((await pages.open(`/${language}${path}/invoice`)).html).to.include(number);
    }
  });
});

/** Statuses in which nothing is to be paid any more. */
const OVER: ReadonlySet<Schema<'GroupStatus'>> = new Set([
  'REJECTED',
  'CANCELLED',
  'RETURNED',
  'WRITTEN_OFF',
]);
const STATES: readonly Schema<'GroupStatus'>[] = [
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
  'DELIVERY_FAILED',
  'RETURNING',
  'RETURNED',
  'WRITTEN_OFF',
];

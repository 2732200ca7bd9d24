import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { add } from '../../../actors/money/money.ts';
import { issueInvoice } from '../../../server/marketplace/invoices/issue-invoice.ts';
import type { Schema } from '../../support/api-client.ts';
import { ticksDuring } from '../../support/event-loop.ts';
import { type Order, type Person, Shop } from '../../worlds/shop.ts';

type Invoice = Schema<'Invoice'>;

describe('an invoice', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let other: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
    other = await shop.seller();
  });
  after(() => shop.close());

  async function ordered(): Promise<{ buyer: Person; order: Order }> {
    const buyer = await shop.buyer();
    const mine = await shop.offer(seller, { price: '45.35' });
    const theirs = await shop.offer(other, { price: '0.05', title: 'Honey <b>&</b> "nuts"' });
    return { buyer, order: await shop.order(buyer, { [mine]: 3, [theirs]: 7 }) };
  }

  const invoiceOf = ({ client }: Person, { id }: Order) => client.get<Invoice>(`/orders/${id}/invoice`);

  async function fetched({ client }: Person, { id }: Order, accept: string): Promise<Response> {
    const headers = { Accept: accept, Authorization: `Bearer ${client.token}` };
    return fetch(`${client.url}/api/v1/orders/${id}/invoice`, { headers });
  }

  it('names each seller by its legal name, has tax lines at 0 %, and adds up to the dirham', async () => {
    const { buyer, order } = await ordered();
    const invoice = await invoiceOf(buyer, order);
    expect(invoice).to.deep.include({
      title: { en: 'Invoice', ar: 'فاتورة' },
      orderNumber: order.number,
      paymentMethod: 'COD',
      address: order.address,
    });
    expect(invoice.totals).to.deep.equal(order.totals);
    expect(invoice.groups.map((group) => group.sellerLegalName)).to.have.members([
      `Seller ${seller.sellerId}`,
      `Seller ${other.sellerId}`,
    ]);
    for (const { lines, shipping, total, charged } of invoice.groups) {
      expect(charged).to.equal(true);
      expect(add(...lines.map((line) => line.lineTotal.amount), shipping.price.amount)).to.equal(
        total.amount,
      );
      for (const { taxRate, taxAmount } of lines)
        expect([taxRate, taxAmount.amount]).to.deep.equal(['0.00', '0.00']);
    }
    expect(add(...invoice.groups.map(({ total }) => total.amount))).to.equal(order.totals.total.amount);
    expect(invoice.taxes).to.deep.equal([
      { rate: '0.00', taxable: order.totals.total, amount: { amount: '0.00', currency: 'QAR' } },
    ]);
  });

  it('has one number for ever, without gaps, however many are requested at once', async () => {
    const all: Awaited<ReturnType<typeof ordered>>[] = [];
    for (let count = 0; count < 3; count += 1) all.push(await ordered());
    const last = Number((await shop.database('invoice_years').max('last_number as last').first())?.last ?? 0);
    const answers = await Promise.all(
      all.map(({ buyer, order }) => Promise.all([1, 2, 3].map(() => invoiceOf(buyer, order)))),
    );
    const numbers = answers.map((same) => {
      expect(new Set(same.map(({ number, issuedAt }) => `${number} ${issuedAt}`)).size).to.equal(1);
      return same[0]!.number;
    });
    const year = new Date(shop.service.clock.now().getTime() + 3 * 3_600_000).getUTCFullYear();
    const expected = [1, 2, 3].map((step) => `I-${year}-${String(last + step).padStart(6, '0')}`);
    expect(numbers.sort()).to.deep.equal(expected);
    expect(await shop.database('invoices').where('number', 'like', `I-${year}-%`)).to.have.length(last + 3);
  });

  it('is numbered from 1 again in each year, by Qatar time', async () => {
    const { order } = await ordered();
    const midnight = { now: () => new Date('2031-12-31T21:00:00Z') };
    const { number } = await issueInvoice(shop.database, midnight, order);
    expect(number).to.equal('I-2032-000001');
    expect((await issueInvoice(shop.database, shop.service.clock, order)).number).to.equal(number);
  });

  it('waits for an order that is being cancelled, and then is not issued', async () => {
    const { order } = await ordered();
    const cancelling = await shop.database.transaction();
    await cancelling('orders').where({ id: order.id }).update({ status: 'CANCELLED' });
    const issuing = issueInvoice(shop.database, shop.service.clock, order).catch((error) => error.code);
    await new Promise(setImmediate);
    await cancelling.commit();
    expect(await issuing).to.equal('order.INVALID_STATE');
    expect(await shop.database('invoices').where({ order_id: order.id })).to.have.length(0);
  });

  it('charges nothing for a cancelled group, and is not issued for an order without any remaining group', async () => {
    const { buyer, order } = await ordered();
    const [rejected] = order.groups.filter(({ sellerId }) => sellerId === other.sellerId);
    await other.owner.client.post(`/seller/order-groups/${rejected!.id}/reject`, { reason: 'Sold out' });
    const invoice = await invoiceOf(buyer, order);
    const [chargedGroup] = invoice.groups.filter(({ charged }) => charged);
    expect(invoice.groups.filter(({ charged }) => !charged).map(({ groupId }) => groupId)).to.deep.equal([
      rejected!.id,
    ]);
    expect(invoice.totals.total).to.deep.equal(chargedGroup!.total);
    expect(invoice.taxes[0]!.taxable).to.deep.equal(chargedGroup!.total);

    const gone = await ordered();
    await gone.buyer.client.post(`/orders/${gone.order.id}/cancel`);
    const path = `/orders/${gone.order.id}/invoice`;
    await gone.buyer.client.refused(409, 'order.INVALID_STATE', 'GET', path);
  });

  it('is a page in both languages that loads and runs nothing', async () => {
    const { buyer, order } = await ordered();
    await shop.database.raw(`UPDATE orders SET address = address || '{"unit": "1204"}' WHERE id = ?`, [
      order.id,
    ]);
    const answer = await fetched(buyer, order, 'text/html');
    expect(answer.headers.get('content-type')).to.match(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).to.match(/^default-src 'none'; style-src 'sha256-/);
    const page = await answer.text();
    const words = ['فاتورة', 'Invoice', 'البائع', 'Delivery: Standard', '1204 / –'];
    for (const text of [...words, order.number, order.totals.total.amount]) expect(page).to.include(text);
    expect(page).to.include('Honey &#60;b&#62;&#38;&#60;/b&#62; &#34;nuts&#34;').and.not.include('<b>&');
  });

  it('is drawn by a thread: the event loop continues, excess requests are refused with a time to retry, a lost thread is replaced', async () => {
    const { buyer, order } = await ordered();
    const { invoices } = shop.service.inside.deps;
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.once('worker', note);
    const invoice = await invoiceOf(buyer, order);
    const long = { ...invoice, groups: Array.from({ length: 12 }, () => invoice.groups).flat() };
    expect(await ticksDuring(invoices.run(long)), 'milliseconds seen by the event loop').to.be.greaterThan(
      20,
    );

    const lost = invoices.run(long).catch((error: unknown) => error);
    const nothing = {} as Invoice;
    const waiting = Array.from({ length: 16 }, () =>
      invoices.run(nothing).catch((error: Error) => error.name),
    );
    const refused = await fetched(buyer, order, 'application/pdf');
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '2']);
    expect(await refused.json()).to.include({ code: 'common.UNAVAILABLE' });
    await threads[0]!.terminate();
    expect(await lost).to.include({ code: 'common.UNAVAILABLE' });
    expect(await Promise.all(waiting)).to.deep.equal(waiting.map(() => 'Error'));
    expect((await fetched(buyer, order, 'application/pdf')).status).to.equal(200);
  });

  it('can be downloaded as a PDF named by its number', async () => {
    const { buyer, order } = await ordered();
    const answer = await fetched(buyer, order, 'application/pdf');
    const { number } = await invoiceOf(buyer, order);
    expect(answer.headers.get('content-type')).to.equal('application/pdf');
    expect(answer.headers.get('content-disposition')).to.equal(`attachment; filename="${number}.pdf"`);
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.toString('latin1', 0, 5)).to.equal('%PDF-');
    expect(file.includes('%%EOF')).to.equal(true);
    // The fonts of both scripts are embedded: nothing depends on the reader's fonts.
    expect(file.toString('latin1').match(/\/FontFile2/g)).to.have.length.at.least(4);
  });

  it('is the buyer’s alone', async () => {
    const { order } = await ordered();
    const stranger = await shop.buyer();
    await stranger.client.refused(404, 'common.NOT_FOUND', 'GET', `/orders/${order.id}/invoice`);
  });
});

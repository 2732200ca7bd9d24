import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { add } from '../../../actors/money/money.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { issueIn, issueSellerInvoices } from '../../../server/marketplace/invoices/issue-seller-invoices.ts';
import type { Schema } from '../../support/api-client.ts';
import { mirrored, pdfText } from '../../support/pdf-text.ts';
import { type Order, type Person, Shop } from '../../worlds/shop.ts';

type Listed = Schema<'SellerInvoiceList'>;
type Seller = Awaited<ReturnType<Shop['seller']>>;

const YEAR = /^S-\d{4}-/;

describe('a seller’s invoice', () => {
  let shop: Shop;
  let seller: Seller;
  let other: Seller;
  let mine: string;
  let theirs: string;
  let buyer: Person;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
    other = await shop.seller();
    mine = await shop.offer(seller, { price: '45.35', stock: { [seller.warehouseIds[0]!]: 1_000 } });
    theirs = await shop.offer(other, { price: '0.05', stock: { [other.warehouseIds[0]!]: 1_000 } });
    buyer = await shop.buyer();
  });
  after(() => shop.close());

  const invoicesOf = ({ owner }: Seller, ids: readonly string[]) =>
    owner.client.get<Listed>(`/seller/invoices?ids=${ids.join(',')}`);
  const groupOf = ({ groups }: Order, { sellerId }: Seller) =>
    groups.find((group) => group.sellerId === sellerId)!;

  /** Group ids of this many new orders: this seller's, and the other seller's. */
  async function ordered(count = 1): Promise<{ ours: string[]; others: string[]; orders: Order[] }> {
    const orders: Order[] = [];
    for (let made = 0; made < count; made += 1)
      orders.push(await shop.order(buyer, { [mine]: 3, [theirs]: 7 }));
    return {
      orders,
      ours: orders.map((order) => groupOf(order, seller).id),
      others: orders.map((order) => groupOf(order, other).id),
    };
  }

  /** The last number issued in the seller's year. */
  async function last({ sellerId }: Seller): Promise<number> {
    const found = await shop
      .database('seller_invoice_years')
      .where({ seller_id: sellerId })
      .first('last_number');
    return found?.last_number ?? 0;
  }
  const counted = ({ data }: Listed) => data.map(({ number }) => Number(number.replace(YEAR, '')));

  it('names seller, warehouse and buyer, and adds up its own part of the order', async () => {
    const { orders, ours } = await ordered();
    const { data, refused } = await invoicesOf(seller, ours);
    expect(refused).to.deep.equal([]);
    const [invoice] = data;
    const group = groupOf(orders[0]!, seller);
    expect(invoice).to.deep.include({
      orderNumber: orders[0]!.number,
      sellerLegalName: `Seller ${seller.sellerId}`,
      sellerAddress: { zoneNumber: 57, streetNumber: 10, buildingNumber: 3, unit: null },
      buyerName: orders[0]!.address.contactName,
      charged: true,
      totals: group.totals,
      cashDue: group.payment.amountDue,
    });
    expect(invoice!.lines.map(({ name, quantity }) => [name.ar, quantity])).to.deep.equal([
      ['تمر خلاص – 1 كجم', 3],
    ]);
    const { lines, shipping, totals } = invoice!;
    expect(add(...lines.map(({ lineTotal }) => lineTotal.amount), shipping.price.amount)).to.equal(
      totals.total.amount,
    );
  });

  it('has one number for ever, without a gap in its seller’s year, however many request it at once', async () => {
    const { ours, others } = await ordered(3);
    const [before, beforeOther] = [await last(seller), await last(other)];
    const requested = [ours, ours.toReversed(), ours.slice(1), ours.slice(0, 1)];
    const answers = await Promise.all([
      ...requested.map((ids) => invoicesOf(seller, ids)),
      invoicesOf(other, others),
      invoicesOf(other, others),
    ]);
    const numbers = new Map<string, Set<string>>();
    for (const { groupId, number, issuedAt } of answers.flatMap(({ data }) => data)) {
      const known = numbers.get(groupId) ?? new Set();
      numbers.set(groupId, known.add(`${number} ${issuedAt}`));
    }
    expect([...numbers.values()].map(({ size }) => size)).to.deep.equal([1, 1, 1, 1, 1, 1]);
    for (const [at, ids] of requested.entries())
      expect(answers[at]!.data.map(({ groupId }) => groupId)).to.deep.equal(ids);
    const next = (from: number) => [1, 2, 3].map((step) => from + step);
    expect(counted(answers[0]!).toSorted((a, b) => a - b)).to.deep.equal(next(before));
    expect(counted(answers[4]!)).to.deep.equal(next(beforeOther));
  });

  it('leaves no gap when its transaction is rolled back', async () => {
    const { ours } = await ordered(2);
    const before = await last(seller);
    const issue = { sellerId: seller.sellerId, clock: shop.service.clock, groupIds: ours };
    const failed = await inTransaction(shop.database, async (trx) => {
      expect(await issueIn(trx, issue)).to.deep.equal(ours);
      throw new Error('the connection is lost');
    }).catch((error: Error) => error.message);
    expect(failed).to.equal('the connection is lost');
    expect(counted(await invoicesOf(seller, ours))).to.deep.equal([before + 1, before + 2]);
  });

  it('stays as it was issued', async () => {
    const { orders, ours } = await ordered();
    const [issued] = (await invoicesOf(seller, ours)).data;
    await shop.database('sellers').where({ id: seller.sellerId }).update({ display_name_en: 'Renamed' });
    await buyer.client.post(`/orders/${orders[0]!.id}/cancel`);
    expect((await invoicesOf(seller, ours)).data).to.deep.equal([{ ...issued, charged: false }]);
  });

  it('is refused for a group that was cancelled before; other sellers’ groups are left out', async () => {
    const { orders, ours, others } = await ordered(2);
    await buyer.client.post(`/orders/${orders[0]!.id}/cancel`);
    const before = await last(seller);
    const { data, refused } = await invoicesOf(seller, [...ours, ...others, uuidv7()]);
    expect(data.map(({ groupId }) => groupId)).to.deep.equal(ours.slice(1));
    expect(refused.map(({ groupId, code }) => [groupId, code])).to.deep.equal([
      [ours[0], 'order.INVALID_STATE'],
    ]);
    expect(await last(seller)).to.equal(before + 1);
    expect(await shop.database('seller_invoices').whereIn('group_id', others)).to.have.length(0);
  });

  it('waits for a group that is being cancelled, and then is not issued', async () => {
    const { ours } = await ordered(2);
    const cancelling = await shop.database.transaction();
    await cancelling('order_groups').where({ id: ours[0] }).update({ payment_status: 'VOID' });
    const issue = { sellerId: seller.sellerId, clock: shop.service.clock, groupIds: ours };
    const requested = issueSellerInvoices(shop.database, issue);
    await new Promise(setImmediate);
    await cancelling.commit();
    await requested;
    const made = await shop.database('seller_invoices').whereIn('group_id', ours).pluck('group_id');
    expect(made).to.deep.equal(ours.slice(1));
  });

  it('is a PDF on request: each invoice on pages of its own, in the requested order, numbered once', async () => {
    const { orders, ours } = await ordered(3);
    const file = (who: Seller, ids: readonly string[]) =>
      fetch(`${shop.service.url}/api/v1/seller/invoices?ids=${ids.join(',')}`, {
        headers: { authorization: `Bearer ${who.owner.client.token}`, accept: 'application/pdf' },
      });
    await buyer.client.post(`/orders/${orders[1]!.id}/cancel`);
    const sequence = [ours[2]!, ours[1]!, ours[0]!];
    const answer = await file(seller, sequence);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    const { data } = await invoicesOf(seller, sequence);
    expect(answer.headers.get('content-disposition')).to.contain(`invoices-${data[0]!.number}.pdf`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).to.have.length(2);
    const text = pdfText(bytes);
    const numbers = data.map(({ number }) => number);
    expect(text.match(/S-\d{4}-\d{6}/g)).to.deep.equal(numbers);
    for (const part of [
      mirrored('فاتورة'),
      orders[0]!.number,
      orders[2]!.number,
      mirrored('البائع'),
      data[0]!.totals.total.amount,
      'Cash at the door',
    ])
      expect(text).to.include(part);
    expect(text).not.to.include(orders[1]!.number);

    const [none, foreign] = [await file(seller, [ours[1]!]), await file(other, [ours[0]!])];
    expect([none.status, foreign.status]).to.deep.equal([409, 404]);
    expect((await none.json()) as object).to.include({ code: 'order.INVALID_STATE' });
  });

  it('starts from 1 in each year of Qatar, and at New Year is numbered in one of the years alone', async () => {
    const { ours } = await ordered(2);
    const { sellerId } = seller;
    const at = (moment: string) => ({ now: () => new Date(moment) });
    const [before, after] = [at('2031-12-31T20:59:59.999Z'), at('2031-12-31T21:00:00Z')];
    let late: Promise<void> | undefined;
    await inTransaction(shop.database, async (trx) => {
      await issueIn(trx, { sellerId, clock: before, groupIds: ours.slice(0, 1) });
      late = issueSellerInvoices(shop.database, { sellerId, clock: after, groupIds: ours });
      await new Promise(setImmediate);
    });
    await late;
    const numbers = (await invoicesOf(seller, ours)).data.map(({ number }) => number);
    expect(numbers).to.deep.equal(['S-2031-000001', 'S-2032-000001']);
  });
});

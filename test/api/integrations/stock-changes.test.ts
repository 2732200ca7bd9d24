import { expect } from 'chai';
import { purgeWebhooks } from '../../../server/integrations/webhooks/retention-store.ts';
import { tellStockChanges } from '../../../server/integrations/webhooks/stock-watch.ts';
import type { Schema } from '../../support/api-client.ts';
import { Shop } from '../../worlds/shop.ts';

interface Told {
  type: string;
  data: { offerId: string; sku: string; available: number; version: number };
}

describe('webhooks that are told of stock', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let offerId = '';

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
    await addWebhook(['stock.changed']);
    offerId = await shop.offer(seller);
    await tell();
  });
  after(() => shop?.close());

  const tell = (limit?: number) =>
    tellStockChanges({ ...shop.deps, ...(limit === undefined ? {} : { limit }) });

  async function addWebhook(kinds: string[], { owner } = seller): Promise<void> {
    const body = { url: `https://erp-${owner.accountId}.souq.qa/${kinds.join()}`, kinds };
    await owner.client.post<Schema<'NewWebhook'>>('/seller/webhooks', body);
  }

  /** What was told of an offer, oldest first. */
  async function told(of: string): Promise<Told[]> {
    const rows = await shop
      .database('webhook_messages')
      .join('webhook_deliveries', 'message_id', 'id')
      .where({ 'webhook_messages.subject_id': of })
      .orderBy('seq')
      .select('body');
    return rows.map(({ body }) => JSON.parse(body));
  }

  const numbers = async (of = offerId) => (await told(of)).map(({ data }) => data.available);

  it('get the present number of what changed, once however often it changed in between', async () => {
    expect(await numbers()).to.deep.equal([25]);
    const buyer = await shop.buyer();
    await shop.order(buyer, { [offerId]: 2 });
    await shop.order(buyer, { [offerId]: 3 });
    await tell();
    await tell();
    expect(await numbers()).to.deep.equal([25, 20]);
    const [first, second] = await told(offerId);
    expect(second).to.deep.include({ type: 'stock.changed' });
    expect(second?.data).to.have.keys('offerId', 'sku', 'available', 'version');
    expect(second?.data.version).to.be.greaterThan(first?.data.version ?? 0);
  });

  it('are not told of a change that was taken back, or that concerns no unit', async () => {
    const before = await numbers();
    const version = await offerVersion();
    await seller.owner.client.patch(`/seller/offers/${offerId}`, { lowStockThreshold: 2 }, { version });
    await count(19);
    await count(20);
    await tell();
    expect(await numbers()).to.deep.equal(before);
  });

  it('count only warehouses that are open', async () => {
    const [main = '', spare = ''] = seller.warehouseIds;
    const split = await shop.offer(seller, { stock: { [main]: 4, [spare]: 6 } });
    await tell();
    await shop.database('warehouses').where({ id: spare }).update({ active: false });
    await tell();
    expect(await numbers(split)).to.deep.equal([10, 4]);
    await shop.database('warehouses').where({ id: spare }).update({ active: true });
  });

  it('are told by one worker when several look at once, and in several runs when there is much', async () => {
    const offers = await Promise.all(
      Array.from({ length: 5 }, () => shop.offer(seller, { stock: stockOf(7) })),
    );
    const first = await tell(3);
    expect(first).to.deep.equal({ items: 3, more: true });
    await Promise.all(Array.from({ length: 4 }, () => tell()));
    await tell();
    for (const each of offers) expect(await numbers(each)).to.deep.equal([7]);
  });

  it('learn after a pause, too, what changed while nobody looked and the log was deleted', async () => {
    await count(31);
    await shop.database('catalogue_changes').delete();
    await shop.database('webhook_stock_place').update({ looked_at: new Date(Date.now() - 3_600_000) });
    await tell();
    expect((await numbers()).at(-1)).to.equal(31);
  });

  it('are not told what they did not choose; nothing is kept for shops without such a webhook', async () => {
    const other = await shop.seller();
    await addWebhook(['order.placed'], other);
    const theirs = await shop.offer(other);
    await tell();
    expect(await told(theirs)).to.deep.equal([]);
    expect(await shop.database('webhook_stock').where({ offer_id: theirs })).to.deep.equal([]);
  });

  it('see a change whose transaction was open while later ones were told', async () => {
    const slow = await shop.offer(seller, { stock: stockOf(9) });
    await tell();
    const open = await shop.database.transaction();
    await open('stock_levels').where({ offer_id: slow }).update({ on_hand: 8 });
    await count(33);
    await tell();
    expect(await numbers(slow)).to.deep.equal([9]);
    expect((await numbers()).at(-1)).to.equal(33);
    await open.commit();
    await tell();
    expect(await numbers(slow)).to.deep.equal([9, 8]);
  });

  it('leave nothing behind once nobody wants to know any more', async () => {
    const { data } = await seller.owner.client.get<Schema<'WebhookList'>>('/seller/webhooks');
    await purgeWebhooks(shop.database, 100);
    expect(await shop.database('webhook_stock').where({ offer_id: offerId })).to.have.length(1);
    const [webhook] = data;
    const ifMatch = { version: webhook?.version ?? 0 };
    await seller.owner.client.call('DELETE', `/seller/webhooks/${webhook?.id}`, ifMatch);
    await purgeWebhooks(shop.database, 100);
    expect(await shop.database('webhook_stock')).to.deep.equal([]);
  });

  const stockOf = (units: number) => ({ [seller.warehouseIds[0] ?? '']: units });

  async function offerVersion(): Promise<number> {
    return (await shop.database('offers').where({ id: offerId }).first('version')).version;
  }

  /** Makes this the available number. */
  async function count(available: number): Promise<void> {
    const at = { offer_id: offerId, warehouse_id: seller.warehouseIds[0] };
    const { reserved, version } = await shop.database('stock_levels').where(at).first();
    const path = `/seller/stock/${offerId}/${at.warehouse_id}`;
    await seller.owner.client.put(path, { onHand: available + reserved }, { version });
  }
});

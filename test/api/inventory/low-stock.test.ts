import { expect } from 'chai';
import { watchLowStock } from '../../../server/marketplace/inventory/low-stock.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Offer = Schema<'SellerOffer'>;
type Warehouse = Schema<'Warehouse'>;

describe('low stock, and closed warehouses', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let owner: ApiClient;
  let [main, spare] = ['', ''];

  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
    owner = seller.owner.client;
    [main = '', spare = ''] = seller.warehouseIds;
  });

  after(() => shop?.close());

  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const watch = () => watchLowStock(shop.deps, 100);

  async function watched(threshold: number, pieces = 10): Promise<string> {
    const offerId = await shop.offer(seller, { stock: { [main]: pieces } });
    const change = { lowStockThreshold: threshold };
    const offer = await owner.patch<Offer>(`/seller/offers/${offerId}`, change, { version: 1 });
    expect(offer).to.include({ lowStockThreshold: threshold, lowStock: pieces < threshold });
    return offerId;
  }

  async function count(offerId: string, onHand: number): Promise<void> {
    const level = await shop
      .database('stock_levels')
      .where({ offer_id: offerId, warehouse_id: main })
      .first('version');
    await owner.put(`/seller/stock/${offerId}/${main}`, { onHand }, { version: level.version });
  }

  /** The seller's notifications about an offer, oldest first. */
  async function notices(offerId: string): Promise<string[]> {
    await shop.settled();
    return shop
      .database('notifications')
      .where({ kind: 'LOW_STOCK', account_id: seller.owner.accountId })
      .whereRaw(`data ->> 'offerId' = ?`, [offerId])
      .orderBy('id')
      .pluck('body_en');
  }

  describe('an offer', () => {
    it('that falls below its threshold notifies its seller once, and again when it falls again', async () => {
      const offerId = await watched(5);
      expect(await watch()).to.equal(0);
      const buyer = await shop.buyer();
      const { id } = await shop.openCheckout(buyer, { [offerId]: 6 });
      expect([await watch(), await watch()]).to.deep.equal([1, 0]);
      expect(await notices(offerId)).to.have.length(1);
      const { data } = await owner.get<Schema<'SellerOfferList'>>('/seller/offers?lowStock=true&limit=100');
      expect(data.map((offer) => [offer.id, offer.available])).to.deep.equal([[offerId, 4]]);
      await buyer.client.call('DELETE', `/checkouts/${id}`);
      expect(await watch()).to.equal(0);
      await count(offerId, 4);
      expect(await watch()).to.equal(1);
      const sent = await notices(offerId);
      expect(sent).to.have.length(2);
      expect(sent[1]).to.match(/: 4 left, fewer than 5\.$/);
      await count(offerId, 5);
      expect(await watch()).to.equal(0);
      expect((await owner.get<Schema<'SellerOfferList'>>('/seller/offers?lowStock=true')).data).to.deep.equal(
        [],
      );
    });

    it('notifies once, however many processes watch while checkouts take its last units', async () => {
      const offerId = await watched(8);
      const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.buyer()));
      for (const buyer of buyers) await shop.fillCart(buyer, { [offerId]: 1 });
      const sent = await Promise.all([
        ...buyers.map((buyer) => buyer.client.call('POST', '/checkouts').then(() => 0)),
        ...Array.from({ length: 6 }, () => watch()),
      ]);
      const later = await watch();
      expect(sent.reduce((sum, each) => sum + each, later)).to.equal(1);
      expect(await notices(offerId)).to.have.length(1);
    });

    it('never notifies while it has no threshold or is switched off', async () => {
      const offerId = await watched(20);
      const path = `/seller/offers/${offerId}`;
      await owner.patch(path, { active: false }, { version: 2 });
      expect(await watch()).to.equal(0);
      await owner.patch(path, { active: true, lowStockThreshold: null }, { version: 3 });
      expect(await watch()).to.equal(0);
      const wrong = { body: { lowStockThreshold: 0 }, version: 4 };
      await owner.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, wrong);
    });
  });

  describe('a warehouse', () => {
    async function set(active: boolean, id = spare) {
      const { version } = await shop.database('warehouses').where({ id }).first('version');
      return owner.call<Warehouse & Problem>('PATCH', `/seller/warehouses/${id}`, {
        body: { active },
        version,
      });
    }

    it('is closed once nothing in it is reserved or waits for pickup; then its stock is not for sale', async () => {
      const offerId = await shop.offer(seller, { stock: { [spare]: 5 } });
      const buyer = await shop.buyer();
      const { id } = await shop.readyCheckout(buyer, { [offerId]: 2 });
      const refused = await set(false);
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'inventory.WAREHOUSE_IN_USE']);
      expect(refused.body).to.deep.include({ reserved: 2, groupsToPickUp: 0 });
      await buyer.client.post(`/checkouts/${id}/confirm`);
      expect((await set(false)).body).to.deep.include({ reserved: 0, groupsToPickUp: 1 });
      const { data } = await buyer.client.get<Schema<'OrderList'>>('/orders');
      await buyer.client.post(`/orders/${data[0]?.id}/cancel`, {});
      await shop.settled();
      const closed = await set(false);
      expect([closed.status, closed.body.active]).to.deep.equal([200, false]);
      const other = await shop.buyer();
      const cart = await other.client.call<Problem>('POST', '/cart/items', {
        body: { offerId, quantity: 1 },
      });
      expect(cart.status).to.equal(409);
      expect((await set(true)).body.active).to.equal(true);
      await shop.openCheckout(other, { [offerId]: 5 });
    });

    it('closed while checkouts are opened has nothing reserved in it', async function () {
      this.timeout(60_000);
      for (let round = 0; round < 6; round += 1) {
        const own = await shop.seller(1);
        const [place = ''] = own.warehouseIds;
        const offerId = await shop.offer(own, { stock: { [place]: 9 } });
        const buyers: Person[] = await Promise.all([1, 2, 3].map(() => shop.buyer()));
        for (const buyer of buyers) await shop.fillCart(buyer, { [offerId]: 2 });
        const [closed, ...opened] = await Promise.all([
          own.owner.client.call('PATCH', `/seller/warehouses/${place}`, {
            body: { active: false },
            version: 1,
          }),
          ...buyers.map((buyer) => buyer.client.call('POST', '/checkouts')),
        ]);
        const { reserved } = await shop.stock(offerId);
        const counts = tally(opened);
        expect(Object.keys(counts)).to.satisfy((keys: string[]) =>
          keys.every((key) => ['201', '409 checkout.ITEM_UNAVAILABLE'].includes(key)),
        );
        expect(reserved).to.equal((counts['201'] ?? 0) * 2);
        expect(closed.status === 200 ? reserved : 0).to.equal(0);
      }
    });

    it('can be read by administrators with its stock, whichever seller it belongs to', async () => {
      const admin = await shop.admin();
      const offerId = await shop.offer(seller, { stock: { [main]: 3 } });
      const path = `/admin/sellers/${seller.sellerId}`;
      const { data } = await admin.client.get<Schema<'WarehouseList'>>(`${path}/warehouses`);
      expect(data.map(({ id }) => id).sort()).to.deep.equal([...seller.warehouseIds].sort());
      const one = await admin.client.call<Warehouse>('GET', `/admin/warehouses/${main}`);
      expect(one.headers.get('etag')).to.equal(`"${one.body.version}"`);
      const stock = await admin.client.get<Schema<'StockLevelList'>>(`${path}/stock?limit=1`);
      expect(stock.data[0]).to.include({ offerId, onHand: 3 });
      const level = await admin.client.call('GET', `/admin/stock/${offerId}/${main}`);
      expect(level.body).to.deep.equal(stock.data[0]);
      await admin.client.refused(404, 'common.NOT_FOUND', 'GET', `/admin/sellers/${offerId}/stock`);
      await admin.client.refused(404, 'common.NOT_FOUND', 'GET', `/admin/stock/${main}/${offerId}`);
    });
  });

  it('stock movements can be filtered by cause and time', async () => {
    const offerId = await shop.offer(seller, { stock: { [main]: 3 } });
    const before = shop.service.clock.now().toISOString();
    await count(offerId, 8);
    const found = async (query: string) => {
      const path = `/seller/stock-movements?offerId=${offerId}&${query}`;
      const { data } = await owner.get<Schema<'StockMovementList'>>(path);
      return data.map(({ cause }) => cause);
    };
    expect(await found('')).to.deep.equal(['COUNT', 'IMPORT']);
    expect(await found('cause=IMPORT')).to.deep.equal(['IMPORT']);
    expect(await found(`cause=COUNT&from=${before}`)).to.deep.equal(['COUNT']);
    expect(await found(`cause=COUNT&to=${before}`)).to.deep.equal([]);
    await owner.refused(422, 'common.VALIDATION_FAILED', 'GET', '/seller/stock-movements?cause=MAGIC');
  });
});

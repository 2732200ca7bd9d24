import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { mergeGuestCart } from '../../server/marketplace/cart/merge-cart.ts';
import { expireDueCheckouts } from '../../server/marketplace/checkout/end-checkouts.ts';
import { checkStock } from '../../server/marketplace/inventory/stock-store.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { signedIn } from '../support/people.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service.ts';

export type Cart = Schema<'Cart'>;
export type Checkout = Schema<'Checkout'>;
export type Order = Schema<'Order'>;
export type OrderGroup = Schema<'OrderGroup'>;

/** West Bay, inside the service area. */
export const WEST_BAY = { latitude: 25.3215, longitude: 51.527 };
export const DUBAI = { latitude: 25.2048, longitude: 55.2708 };

export interface Person {
  accountId: string;
  client: ApiClient;
}

/** Who offers, and where the goods lie. */
interface Offering {
  sellerId: string;
  warehouseIds: string[];
}

export interface OfferTerms {
  price?: string;
  /** Units by warehouse; default: 25 at the seller's first one. */
  stock?: Record<string, number>;
  digital?: boolean;
  title?: string;
}

/**
 * A running service with an empty catalogue, and the shop around it: sellers, offers, stock and signed-in people are
 * inserted straight into the database, since only buying is tested here.
 */
export class Shop {
  readonly service: TestService;
  readonly database: Database;
  #category: Promise<string> | null = null;
  #people = 0;

  private constructor(service: TestService) {
    this.service = service;
    this.database = service.inside.deps.database;
  }

  static async open(
    env: Record<string, string> = {},
    options: Pick<ServiceOptions, 'database' | 'log'> = {},
  ): Promise<Shop> {
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000' };
    return new Shop(await startService({ catalogue: false, env: { ...limits, ...env }, ...options }));
  }

  get deps() {
    return this.service.inside.deps;
  }

  close(): Promise<void> {
    return this.service.stop();
  }

  guest(): ApiClient {
    return this.service.client();
  }

  async person(...roles: string[]): Promise<Person> {
    const accountId = uuidv7();
    this.#people += 1;
    await this.database('accounts').insert({
      id: accountId,
      email: `person${this.#people}@wasl.example`,
      display_name: `Person ${this.#people}`,
      locale: 'en',
    });
    await this.database('account_roles').insert(roles.map((role) => ({ account_id: accountId, role })));
    return { accountId, client: await signedIn(this.service, accountId) };
  }

  buyer(): Promise<Person> {
    return this.person('BUYER');
  }

  /** The super-administrator, of whom there is one. */
  async admin(): Promise<Person> {
    const person = await this.person('BUYER');
    await this.database('accounts').where({ id: person.accountId }).update({ is_super_admin: true });
    await this.database('account_roles').insert({ account_id: person.accountId, role: 'ADMIN' });
    return person;
  }

  /** An active seller with its owner and this many warehouses. */
  async seller(warehouses = 1): Promise<{ sellerId: string; owner: Person; warehouseIds: string[] }> {
    const owner = await this.person('BUYER', 'SELLER_OWNER');
    const sellerId = uuidv7();
    const plan = await this.database('commission_plans').where({ is_default: true }).first('id');
    await this.database('sellers').insert({
      id: sellerId,
      legal_name: `Seller ${sellerId}`,
      display_name_en: `Seller ${this.#people}`,
      display_name_ar: `بائع ${this.#people}`,
      status: 'ACTIVE',
      owner_account_id: owner.accountId,
      commission_plan_id: plan.id,
    });
    const warehouseIds = Array.from({ length: warehouses }, () => uuidv7());
    await this.database('warehouses').insert(
      warehouseIds.map((id, index) => ({
        id,
        seller_id: sellerId,
        name: `Warehouse ${index + 1}`,
        zone_number: 57,
        street_number: 10 + index,
        building_number: 3,
        latitude: 25.2 + index / 100,
        longitude: 51.45,
      })),
    );
    return { sellerId, owner, warehouseIds };
  }

  /** A new product with one variant and its offer. */
  async offer(seller: Offering, terms: OfferTerms = {}): Promise<string> {
    const [id = ''] = await this.offers(seller, 1, terms);
    return id;
  }

  /** As many new products, each with one variant and its offer, in a few statements. Returns the offers' ids. */
  async offers(seller: Offering, count: number, terms: OfferTerms = {}): Promise<string[]> {
    const { title = 'Khalas dates', digital = false, price = '45.00' } = terms;
    const category_id = await this.#categoryId();
    const ids = Array.from({ length: count }, () => ({
      productId: uuidv7(),
      variantId: uuidv7(),
      offerId: uuidv7(),
    }));
    await this.database('products').insert(
      ids.map(({ productId }) => ({
        id: productId,
        category_id,
        title_en: title,
        title_ar: 'تمر خلاص',
        digital,
      })),
    );
    await this.database('variants').insert(
      ids.map(({ productId, variantId }) => ({
        id: variantId,
        product_id: productId,
        sku: `SKU-${variantId}`,
        name_en: '1 kg',
        name_ar: '1 كجم',
        options: { weight: '1 kg' },
      })),
    );
    await this.database('offers').insert(
      ids.map(({ offerId, variantId }) => ({
        id: offerId,
        variant_id: variantId,
        seller_id: seller.sellerId,
        price,
      })),
    );
    const stock = terms.stock ?? { [seller.warehouseIds[0]!]: 25 };
    for (const [warehouseId, units] of Object.entries(stock))
      await this.#firstStock(
        ids.map(({ offerId }) => offerId),
        warehouseId,
        units,
      );
    return ids.map(({ offerId }) => offerId);
  }

  async #firstStock(offerIds: readonly string[], warehouseId: string, units: number): Promise<void> {
    await this.database('stock_levels').insert(
      offerIds.map((offer_id) => ({ offer_id, warehouse_id: warehouseId, on_hand: units })),
    );
    await this.database('stock_movements').insert(
      offerIds.map((offer_id) => ({
        id: uuidv7(),
        offer_id,
        warehouse_id: warehouseId,
        on_hand_delta: units,
        reserved_delta: 0,
        cause: 'IMPORT',
        cause_id: 'test',
      })),
    );
  }

  /** One category for all offers, even when several are created at once. */
  #categoryId(): Promise<string> {
    this.#category ??= this.#newCategory();
    return this.#category;
  }

  async #newCategory(): Promise<string> {
    const id = uuidv7();
    await this.database('categories').insert({ id, slug: 'food', name_en: 'Food', name_ar: 'أغذية' });
    return id;
  }

  /** Waits until all consequences of earlier requests have happened. */
  settled(): Promise<void> {
    return this.service.inside.relay.drain(20_000);
  }

  /** The platform's standard shipping method, which every seller has. */
  async standardMethod(): Promise<string> {
    const { id } = await this.database('shipping_methods')
      .where({ code: 'STANDARD', seller_id: null })
      .first('id');
    return id;
  }

  /** The current prices of a checkout's lines, in the form in which the buyer accepts them. */
  async pricesToAccept(lines: Checkout['lines']): Promise<object[]> {
    const prices: { id: string; price: string }[] = await this.database('offers')
      .whereIn(
        'id',
        lines.map(({ offerId }) => offerId),
      )
      .select('id', 'price');
    return lines.map(({ id, offerId }) => ({
      lineId: id,
      unitPrice: { amount: prices.find((each) => each.id === offerId)?.price, currency: 'QAR' },
    }));
  }

  /** What signing in does, without the work of checking a password. False: nothing was merged. */
  async mergeGuestCart(accountId: string, cartToken: string): Promise<boolean> {
    const merged = await inTransaction(this.database, (trx) => mergeGuestCart(trx, { accountId, cartToken }));
    return merged !== null;
  }

  /** Runs the worker's expiry of checkouts as of an hour from now. Returns how many expired. */
  expireCheckouts(): Promise<number> {
    const later = { ...this.deps, clock: { now: () => new Date(Date.now() + 3_600_000) } };
    return expireDueCheckouts(later, 1_000);
  }

  /** Units on hand and reserved, over all warehouses. */
  async stock(offerId: string): Promise<{ onHand: number; reserved: number }> {
    await this.settled();
    const { rows } = await this.database.raw(
      `SELECT sum(on_hand)::integer AS "onHand", sum(reserved)::integer AS reserved FROM stock_levels WHERE offer_id = ?`,
      [offerId],
    );
    return rows[0];
  }

  /** Stock levels that differ from the sum of their movements; always expected to be empty. */
  async stockFaults(): Promise<unknown[]> {
    await this.settled();
    return checkStock(this.database);
  }

  async fillCart(buyer: Person, lines: Record<string, number>): Promise<void> {
    for (const [offerId, quantity] of Object.entries(lines))
      await buyer.client.post('/cart/items', { offerId, quantity });
  }

  async address(buyer: Person, fields: object = {}): Promise<string> {
    const { id } = await buyer.client.post<Schema<'Address'>>('/addresses', {
      contactName: 'Noora Al-Kuwari',
      phone: '+97455123456',
      zoneNumber: 61,
      streetNumber: 836,
      buildingNumber: 12,
      location: WEST_BAY,
      ...fields,
    });
    return id;
  }

  async openCheckout(buyer: Person, lines: Record<string, number>): Promise<Checkout> {
    await this.fillCart(buyer, lines);
    return buyer.client.post<Checkout>('/checkouts');
  }

  /** Fills in an address, this method for every seller, and cash on delivery. */
  async complete(buyer: Person, checkoutId: string, code = 'STANDARD'): Promise<Checkout> {
    const path = `/checkouts/${checkoutId}`;
    await buyer.client.patch(path, { addressId: await this.address(buyer) });
    const options = await buyer.client.get<Schema<'ShippingOptions'>>(`${path}/shipping-options`);
    const shipping = options.data.map(({ sellerId, methods }) => ({
      sellerId,
      methodId: (methods.find((method) => method.code === code) ?? methods[0]!).methodId,
    }));
    return buyer.client.patch<Checkout>(path, { shipping, paymentMethod: 'COD' });
  }

  /** A checkout that is complete except for the confirmation. */
  async readyCheckout(buyer: Person, lines: Record<string, number>): Promise<Checkout> {
    const { id } = await this.openCheckout(buyer, lines);
    return this.complete(buyer, id);
  }

  async order(buyer: Person, lines: Record<string, number>): Promise<Order> {
    const { id } = await this.readyCheckout(buyer, lines);
    return buyer.client.post<Order>(`/checkouts/${id}/confirm`);
  }
}

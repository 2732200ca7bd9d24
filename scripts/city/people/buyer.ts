import { Refused, type Schema } from '../../people/person.ts';
import type { PlannedOrder } from '../model/day-plan.ts';
import { NoAnswer } from '../net/steady-fetch.ts';
import type { OrderRecord } from '../record/logbook-types.ts';
import type { ApiCustomer, World } from '../world/world.ts';
import { BuyerWatch } from './buyer-watch.ts';
import { recordOf } from './order-record.ts';
import type { Shopping } from './shopping.ts';

/** Why an order was not placed; all reasons but a missing answer are part of a normal day. */
const NOT_PLACED = new Set([
  'checkout.ITEM_UNAVAILABLE',
  'checkout.PRICE_CHANGED',
  'checkout.EXPIRED',
  'checkout.COD_NOT_ALLOWED',
  'checkout.CART_EMPTY',
  'cart.OFFER_UNAVAILABLE',
]);

/** A buyer with an app: shops through the API and follows each order live until it has ended. */
export class Buyer implements Shopping {
  readonly #world: World;
  readonly #customer: ApiCustomer;
  readonly #watch: BuyerWatch;

  constructor(world: World, customer: ApiCustomer) {
    this.#world = world;
    this.#customer = customer;
    this.#watch = new BuyerWatch(world, customer.citizen);
  }

  async buy(planned: PlannedOrder): Promise<OrderRecord | null> {
    try {
      if (planned.beginsAsGuest) await this.#fillAsGuest(planned);
      await this.#watch.come();
      if (!planned.beginsAsGuest) await this.#fillCart(planned);
      return await this.#checkOut(planned);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === null || !NOT_PLACED.has(error.code)) throw error;
      this.#world.logbook.refused(error.code);
      await this.#emptyCart();
      return null;
    }
  }

  async #fillAsGuest(planned: PlannedOrder): Promise<void> {
    const { citizen, password } = this.#customer;
    const { person } = citizen;
    person.forgetSession();
    try {
      await this.#fillCart(planned);
    } finally {
      await person.signIn(citizen.email, password);
      person.holdCart(null);
    }
  }

  /** Browses, finds the planned items, and adds the available quantities to the cart. */
  async #fillCart(planned: PlannedOrder): Promise<void> {
    const { person, api } = this.#customer.citizen;
    for (const group of planned.groups) {
      const shop = this.#world.cast.shops.get(group.sellerKey);
      if (shop === undefined) continue;
      await person.ok(
        'browse',
        api.GET('/products', { params: { query: { sellerId: shop.sellerId, inStock: true, limit: 20 } } }),
      );
      for (const { sku, quantity } of group.lines) {
        const offerId = shop.offers.get(sku);
        if (offerId === undefined) continue;
        const cart = await person.ok('add to cart', api.POST('/cart/items', { body: { offerId, quantity } }));
        if (cart.token !== null) person.holdCart(cart.token);
      }
    }
  }

  async #checkOut(planned: PlannedOrder): Promise<OrderRecord | null> {
    const { citizen, addressId } = this.#customer;
    const { person, api } = citizen;
    const opened = await person.ok('open a checkout', api.POST('/checkouts', { body: {} }));
    const path = { id: opened.id };
    const params = { path };
    await person.ok('choose the address', api.PATCH('/checkouts/{id}', { params, body: { addressId } }));
    const options = await person.ok(
      'list shipping options',
      api.GET('/checkouts/{id}/shipping-options', { params }),
    );
    const shipping = options.data.flatMap(({ sellerId, methods }) => {
      const method = methods.find(({ code }) => code === planned.method) ?? methods[0];
      return method === undefined ? [] : [{ sellerId, methodId: method.methodId }];
    });
    await person.ok(
      'choose shipping and payment',
      api.PATCH('/checkouts/{id}', { params, body: { shipping, paymentMethod: 'COD' } }),
    );
    await this.#world.clock.minutes(planned.decides);
    if (planned.cancellation?.stage === 'CHECKOUT') return this.#leave(opened.id);
    return this.#confirm(planned, opened.id);
  }

  /** Cancels the checkout instead of letting the reservation expire. */
  async #leave(checkoutId: string): Promise<null> {
    const { person, api } = this.#customer.citizen;
    await person.ok(
      'leave the checkout',
      api.DELETE('/checkouts/{id}', { params: { path: { id: checkoutId } } }),
    );
    await this.#emptyCart();
    return null;
  }

  async #confirm(planned: PlannedOrder, checkoutId: string): Promise<OrderRecord | null> {
    const { person, api } = this.#customer.citizen;
    const params = { path: { id: checkoutId } };
    try {
      const confirmed = api.POST('/checkouts/{id}/confirm', { params, body: {} });
      return await this.#note(planned, await person.ok('confirm', confirmed));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return this.#findOut(planned, checkoutId);
    }
  }

  /** The confirmation may have taken effect although its answer was lost: checks, as a buyer would. */
  async #findOut(planned: PlannedOrder, checkoutId: string): Promise<OrderRecord | null> {
    const { citizen } = this.#customer;
    const { person, api } = citizen;
    const { logbook, clock } = this.#world;
    try {
      const params = { path: { id: checkoutId } };
      const { orderId } = await person.ok('read the checkout', api.GET('/checkouts/{id}', { params }));
      if (orderId === null) return null;
      const order = api.GET('/orders/{id}', { params: { path: { id: orderId } } });
      return await this.#note(planned, await person.ok('read the order', order));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      logbook.unanswered.push({ checkoutId, buyer: citizen.id, planned: planned.key, at: clock.now() });
      return null;
    }
  }

  async #note(planned: PlannedOrder, order: Schema<'Order'>): Promise<OrderRecord> {
    const record = recordOf(planned, order, this.#customer.citizen.id, this.#world);
    this.#world.logbook.placed(record);
    this.#world.figures.orders.placed += 1;
    for (const { id: groupId, status, version } of order.groups)
      this.#world.stages.seeGroup({ groupId, status, version });
    await this.#watch.follow(order.id);
    return record;
  }

  /** Cancels while the seller has not answered yet; after that only a dispatcher can cancel. */
  async callOff({ cancellation }: PlannedOrder, order: OrderRecord): Promise<void> {
    if (cancellation?.stage !== 'PENDING_ACCEPTANCE') return;
    const { citizen } = this.#customer;
    const { clock, logbook, stages } = this.#world;
    const { after, reason } = cancellation;
    await clock.minutes(after);
    const { act, data } = await citizen.command(
      'buyer-cancel',
      (init) =>
        citizen.api.POST('/orders/{id}/cancel', {
          params: { path: { id: order.orderId } },
          body: { reason },
          ...init,
        }),
      { reason, expects: ['order.INVALID_STATE'] },
    );
    for (const group of order.groups) {
      const answered = data?.groups.find(({ groupId }) => groupId === group.groupId);
      const outcome = answered?.cancelled === false ? 'REFUSED' : act.outcome;
      logbook.groupAct(group.groupId, { ...act, outcome, code: answered?.code ?? act.code });
    }
    for (const { id: groupId, status, version } of data?.order.groups ?? [])
      stages.seeGroup({ groupId, status, version });
  }

  async #emptyCart(): Promise<void> {
    const { person, api } = this.#customer.citizen;
    await person.ok('empty the cart', api.DELETE('/cart'));
  }
}

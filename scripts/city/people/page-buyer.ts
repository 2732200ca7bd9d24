import { namedChance } from '../../shared/chance.ts';
import { DayOver } from '../clock/day-over.ts';
import type { PlannedOrder } from '../model/day-plan.ts';
import { NoAnswer } from '../net/steady-fetch.ts';
import type { OrderRecord } from '../record/logbook-types.ts';
import { hasEnded } from '../world/stages.ts';
import type { PageCustomer, World } from '../world/world.ts';
import { recordOf } from './order-record.ts';
import { orderIn, PageVisit } from './page-visit.ts';
import type { Shopping } from './shopping.ts';

/** In a hundred: presses the last button twice at once. */
const PRESSES_TWICE = 35;
/** In a hundred: goes on without what has sold out, rather than giving up. */
const LEAVES_OUT = 60;
/** Domain minutes between two looks at an order's page, and real milliseconds at the least. */
const LOOKS_EVERY = [8, 25] as const;
const MIN_PAUSE_MS = 2_000;

/**
 * A buyer with a browser without script, who uses nothing but the storefront's pages. The order is logged as the API
 * shows it to the same person, its number and total as the page shows them.
 */
export class PageBuyer implements Shopping {
  readonly #world: World;
  readonly #customer: PageCustomer;
  /** The latest one that is signed in. */
  #home: PageVisit | null;

  constructor(world: World, customer: PageCustomer) {
    this.#world = world;
    this.#customer = customer;
    this.#home = customer.browser === null ? null : new PageVisit(customer, customer.browser);
  }

  async buy(planned: PlannedOrder): Promise<OrderRecord | null> {
    const { logbook, clock, plan } = this.#world;
    const does = (what: string, percent: number) =>
      namedChance(plan.options.seed, what, planned.key).percent(percent);
    const leavesOut = does('leaves out', LEAVES_OUT);
    // Another phone starts signed out.
    const home = planned.beginsAsGuest ? null : this.#home;
    const visit = home?.inAnotherTab() ?? this.#newVisit();
    const found = await this.#fillCart(visit, planned);
    const checkout =
      typeof found === 'string'
        ? found
        : await visit.beginCheckout({ hasAccount: this.#home !== null, leavesOut });
    if (visit.isSignedIn) this.#home = visit;
    if (typeof checkout === 'string') return this.#giveUp(visit, checkout);
    await visit.chooseDelivery(checkout.id, planned.method);
    await clock.minutes(planned.decides);
    if (planned.cancellation?.stage === 'CHECKOUT') {
      await visit.release(checkout.id);
      await visit.emptyCart();
      return null;
    }
    const isTwice = does('presses', PRESSES_TWICE);
    try {
      const placed = await visit.confirm(checkout.id, { isTwice, leavesOut });
      if ('refused' in placed) return await this.#giveUp(visit, placed.refused);
      return await this.#note(planned, visit, placed.orderId);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const { id: buyer } = this.#customer.citizen;
      const checkoutId = visit.checkoutId ?? checkout.id;
      logbook.unanswered.push({ checkoutId, buyer, planned: planned.key, at: clock.now() });
      return null;
    }
  }

  /** By the form of the order's page, while the seller has not answered yet. */
  async callOff({ cancellation }: PlannedOrder, order: OrderRecord): Promise<void> {
    if (cancellation?.stage !== 'PENDING_ACCEPTANCE' || this.#home === null) return;
    const { clock, logbook } = this.#world;
    const { after, reason } = cancellation;
    await clock.minutes(after);
    const sentAt = clock.now();
    const called = await this.#home.inAnotherTab().cancel(order.orderId, reason);
    if (called === null) return;
    const act = { what: 'buyer-cancel', at: sentAt, sentAt, by: this.#customer.citizen.id } as const;
    for (const { groupId } of order.groups) {
      const { outcome, code, key, sent } = called;
      logbook.groupAct(groupId, { ...act, outcome, code, key, sent, reason });
      if (code !== null) logbook.refused(code);
    }
  }

  #newVisit(): PageVisit {
    return new PageVisit(this.#customer, this.#customer.newBrowser());
  }

  /** What stands in the way, when something does. */
  async #fillCart(visit: PageVisit, planned: PlannedOrder): Promise<string | null> {
    await visit.look('');
    for (const group of planned.groups) {
      const shop = this.#world.cast.shops.get(group.sellerKey);
      for (const { sku, quantity } of group.lines) {
        const [offerId, product] = [shop?.offers.get(sku), shop?.products.get(sku)];
        if (shop === undefined || offerId === undefined || product === undefined) continue;
        await visit.findProduct(product, shop.sellerId);
        const refused = await visit.putInCart(offerId, quantity);
        if (refused !== null) return refused;
      }
    }
    return null;
  }

  async #giveUp(visit: PageVisit, why: string): Promise<null> {
    this.#world.logbook.refused(`page: ${why}`);
    await visit.emptyCart();
    return null;
  }

  async #note(planned: PlannedOrder, visit: PageVisit, orderId: string): Promise<OrderRecord> {
    const { citizen, password } = this.#customer;
    const { logbook, figures, stages, doorstep } = this.#world;
    const { person, api } = citizen;
    if (!logbook.clients.has(citizen.id))
      citizen.enrol((await person.signIn(citizen.email, password)).account);
    const params = { path: { id: orderId } };
    const order = await person.ok('write down the order', api.GET('/orders/{id}', { params }));
    const shown = visit.shown;
    const record = {
      ...recordOf(planned, order, citizen.id, this.#world),
      number: shown.includes(order.number) ? order.number : 'another one on its page',
      total: shown.includes(order.totals.total.amount)
        ? order.totals.total.amount
        : 'another one on its page',
    };
    logbook.placed(record);
    figures.orders.placed += 1;
    figures.orders.throughPages += 1;
    for (const { id: groupId, status, version } of order.groups) {
      stages.seeGroup({ groupId, status, version });
      doorstep.whenAsked(groupId, () => this.#readCode(orderId, groupId));
    }
    void this.#followsUp(record).catch((error: unknown) => this.#stumbled(error));
    return record;
  }

  /** Looks at the order's page now and then. */
  async #followsUp({ orderId, groups }: OrderRecord): Promise<void> {
    const { clock, stages, plan } = this.#world;
    const chance = namedChance(plan.options.seed, 'looks', orderId);
    while (
      groups.some(({ groupId }) => !hasEnded(stages.groups.get(groupId)?.status ?? 'PENDING_ACCEPTANCE'))
    ) {
      const pause = chance.between(...LOOKS_EVERY) * 60_000;
      await clock.until(clock.now() + Math.max(pause, MIN_PAUSE_MS * clock.rate));
      await this.#open(orderId);
    }
  }

  /** Reloads the order's page, with the driver at the door. */
  async #readCode(orderId: string, groupId: string) {
    try {
      const code = (await this.#open(orderId))?.codeOf(groupId) ?? null;
      return code === null ? null : { code, codeId: code };
    } catch (error) {
      this.#stumbled(error);
      return null;
    }
  }

  async #open(orderId: string): Promise<PageVisit | null> {
    const tab = this.#home?.inAnotherTab() ?? null;
    if (tab === null) return null;
    const { status, path } = await tab.lookSignedIn(`/orders/${orderId}`);
    if (status !== 200 || orderIn(path) !== orderId)
      this.#world.logbook.mishap(
        `${this.#customer.key}: the page of order ${orderId} answered ${status} at ${path}`,
      );
    if (tab.isSignedIn) this.#home = tab;
    return tab;
  }

  #stumbled(error: unknown): void {
    if (!(error instanceof DayOver)) this.#world.logbook.mishap(`${this.#customer.key}: ${String(error)}`);
  }
}

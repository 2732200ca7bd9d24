import type { PlannedOrder } from '../model/day-plan.ts';
import type { OrderRecord } from '../record/logbook-types.ts';
import { at, type Customer, type World } from '../world/world.ts';
import { Buyer } from './buyer.ts';
import { PageBuyer } from './page-buyer.ts';
import type { Shopping } from './shopping.ts';

/** A person who orders, once or repeatedly. */
export class Shopper {
  readonly #world: World;
  readonly #shopping: Shopping;
  /** One cart and one checkout at a time. */
  #turn: Promise<void> = Promise.resolve();

  constructor(world: World, customer: Customer) {
    this.#world = world;
    this.#shopping = customer.shopsBy === 'API' ? new Buyer(world, customer) : new PageBuyer(world, customer);
  }

  /** Places the order at its time. Returns null if no order was placed. */
  async order(planned: PlannedOrder): Promise<OrderRecord | null> {
    await this.#world.clock.until(at(this.#world, planned.at));
    const mine = this.#turn.then(() => this.#shopping.buy(planned));
    this.#turn = mine.then(
      () => undefined,
      () => undefined,
    );
    const order = await mine;
    if (order === null) this.#world.figures.orders.notPlaced += 1;
    return order;
  }

  callOff(planned: PlannedOrder, order: OrderRecord): Promise<void> {
    return this.#shopping.callOff(planned, order);
  }
}

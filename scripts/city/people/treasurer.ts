import { Refused } from '../../people/person.ts';
import { NoAnswer } from '../net/steady-fetch.ts';
import { allPages } from '../watch/snapshots.ts';
import { at, type World } from '../world/world.ts';

/** Domain minutes between two rounds of payouts. */
const ROUND = 180;

/** An administrator who makes payouts to the city's shops: regularly on a long day, and once at its end. */
export class Treasurer {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async work(): Promise<void> {
    const { clock, plan } = this.#world;
    for (let moment = ROUND; moment < plan.options.hours * 60; moment += ROUND) {
      await clock.until(at(this.#world, moment));
      if (this.#world.isEnding()) return;
      await this.payOut();
    }
  }

  /** Reads what is payable and pays the city's shops that have a usable bank account. */
  async payOut(): Promise<void> {
    const { person, api } = this.#world.cast.admin;
    const payables = await allPages((query) =>
      person.ok('list what is payable', api.GET('/admin/payables', { params: { query } })),
    );
    const own = new Set([...this.#world.cast.shops.values()].map(({ sellerId }) => sellerId));
    for (const { sellerId, bankAccount } of payables)
      if (own.has(sellerId) && bankAccount.current !== null) await this.#pay(sellerId);
  }

  async #pay(sellerId: string): Promise<void> {
    const { cast, logbook, clock, figures } = this.#world;
    const { person, api } = cast.admin;
    const record = { sellerId, payoutId: null, amount: null, groups: null, at: clock.now() };
    try {
      const paid = await person.withFreshCode(() =>
        person.ok('pay a seller', api.POST('/admin/payouts', { body: { sellerId } })),
      );
      const { id: payoutId, amount, groups } = paid;
      logbook.payouts.push({ ...record, payoutId, amount: amount.amount, groups });
    } catch (error) {
      if (error instanceof NoAnswer) logbook.payouts.push(record);
      else if (error instanceof Refused) {
        logbook.refused(error.code ?? `HTTP ${error.status}`);
        figures.error(error.code ?? `HTTP ${error.status}`);
      } else throw error;
    }
  }
}

import { add, compare, isZero } from '../../../actors/money/money.ts';
import type { Schema } from '../../people/person.ts';
import type { PlannedDriver } from '../model/day-plan.ts';
import type { HandInRecord } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { CashCounter, Hired, World } from '../world/world.ts';

type Settlement = Schema<'Settlement'>;

/** Domain minutes until the second dispatcher checks a difference. */
const SECOND_LOOK = 3;
/** Maximum counts of a sum that changes while it is counted. */
const MAX_COUNTS = 4;

/** The counter where drivers hand in cash: one dispatcher counts, another approves large differences. */
export class Counter implements CashCounter {
  readonly #dispatchers: readonly Citizen[];
  readonly #world: () => World;
  /** Hand-ins so far, by driver. */
  readonly #count = new Map<string, number>();
  #turn = 0;

  constructor(dispatchers: readonly Citizen[], world: () => World) {
    this.#dispatchers = dispatchers;
    this.#world = world;
  }

  async handIn({ driverId, key }: Hired, planned: PlannedDriver): Promise<boolean> {
    const number = this.#count.get(key) ?? 0;
    this.#count.set(key, number + 1);
    const difference = planned.handInDifferences[number] ?? '0.00';
    const [first, second] = this.#pair();
    for (let count = 0; count < MAX_COUNTS; count += 1) {
      const settlement = await this.#take(first, driverId, difference);
      if (settlement === 'CHANGED') continue;
      if (settlement === null) return false;
      if (settlement.status !== 'PENDING_APPROVAL') return true;
      await this.#world().clock.minutes(SECOND_LOOK);
      return this.#approve(second, settlement);
    }
    return false;
  }

  async #take(
    dispatcher: Citizen,
    driverId: string,
    difference: string,
  ): Promise<Settlement | 'CHANGED' | null> {
    const { logbook, clock } = this.#world();
    const { person, api } = dispatcher;
    const cash = await person.ok(
      "read a driver's cash",
      api.GET('/dispatch/cash/drivers/{id}', { params: { path: { id: driverId } } }),
    );
    if (isZero(cash.onHand.amount)) return null;
    const wished = add(cash.onHand.amount, difference);
    const counted = compare(wished, '0.00') > 0 ? wished : cash.onHand.amount;
    const { act, data } = await dispatcher.command(
      'hand-in',
      (init) =>
        api.POST('/dispatch/cash/settlements', {
          body: { driverId, counted: { amount: counted, currency: 'QAR' } },
          ...init,
        }),
      { expects: ['common.CONFLICT', 'cash.NOTHING_TO_SETTLE', 'cash.SETTLEMENT_OPEN'] },
    );
    if (act.code === 'common.CONFLICT') return 'CHANGED';
    if (act.outcome === 'REFUSED') return null;
    const record: HandInRecord = {
      driverId,
      settlementId: data?.id ?? null,
      expected: data?.expected.amount ?? null,
      counted,
      difference: data?.difference.amount ?? null,
      status: data?.status ?? null,
      at: clock.now(),
      countedBy: dispatcher.id,
      approvedBy: null,
      differenceWanted: !isZero(difference),
    };
    logbook.handIns.push(record);
    return data;
  }

  async #approve(dispatcher: Citizen, { id }: Settlement): Promise<boolean> {
    const { act, data } = await dispatcher.command('approve-settlement', (init) =>
      dispatcher.api.POST('/dispatch/cash/settlements/{id}/approve', { params: { path: { id } }, ...init }),
    );
    const record = this.#world().logbook.handIns.find(({ settlementId }) => settlementId === id);
    if (record !== undefined && data !== null) {
      record.status = data.status;
      record.approvedBy = dispatcher.id;
    }
    return act.outcome !== 'REFUSED';
  }

  /** Two different dispatchers, in turns. */
  #pair(): [Citizen, Citizen] {
    const { length } = this.#dispatchers;
    const first = this.#dispatchers[this.#turn % length];
    const second = this.#dispatchers[(this.#turn + 1) % length];
    this.#turn += 1;
    if (first === undefined || second === undefined || first === second)
      throw new Error('a counter needs two dispatchers');
    return [first, second];
  }
}

import type { DriverEvent } from '../../../actors/driver/behaviours.ts';
import type { GroupState, PaymentStatus } from '../../../actors/order/state.ts';
import type { Effect } from '../../../actors/runtime/machine.ts';
import { Broken } from './broken.ts';
import type { PureWorld } from './pure-world.ts';

/** Sums up all posted journals, as the ledger would. */
export class Books {
  readonly #causes = new Set<string>();
  /** Balance of each account in cents. */
  readonly #balances = new Map<string, number>();
  readonly #closed = new Set<string>();

  /** After every commit: each cause is posted once, and every journal sums to zero, hence the whole ledger does. */
  post(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.do !== 'post') continue;
      const { cause, lines } = effect.journal;
      if (this.#causes.has(cause)) throw new Broken('a journal is posted once', cause);
      this.#causes.add(cause);
      let sum = 0;
      for (const { account, amount } of lines) {
        sum += cents(amount);
        this.#balances.set(account, this.balanceOf(account) + cents(amount));
      }
      if (sum !== 0) throw new Broken('a journal sums to zero', cause);
    }
  }

  note(events: readonly DriverEvent[]): void {
    for (const event of events) if (event.type === 'SETTLEMENT_CLOSED') this.#closed.add(event.settlementId);
  }

  balanceOf(account: string): number {
    return this.#balances.get(account) ?? 0;
  }

  /** With no message in flight: cash collected and not handed in, and the payment status of each group. */
  check(world: PureWorld): void {
    const ledger = [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0);
    if (ledger !== 0) throw new Broken('the ledger is zero', String(ledger));
    for (const { driverId, cashOnHand } of world.drivers()) {
      if (cents(cashOnHand) !== this.balanceOf(`driver:${driverId}`))
        throw new Broken('the books have the cash on hand', `${driverId}: ${cashOnHand}`);
    }
    const groups = world.orders().flatMap((order) => Object.values(order.groups));
    const uncleared = groups
      .filter(({ task }) => task?.status === 'CASH_RECORDED')
      .reduce((sum, { cashDue }) => sum + cents(cashDue), 0);
    if (this.balanceOf('clearing') !== -uncleared)
      throw new Broken(
        'clearing holds what is not completed',
        `${this.balanceOf('clearing')}, not ${-uncleared}`,
      );
    for (const group of groups) {
      const wanted = this.#paymentOf(group, world);
      if (group.payment !== wanted)
        throw new Broken(
          'the payment says where the cash is',
          `${group.task?.taskId} ${group.status}: ${group.payment}, not ${wanted}`,
        );
    }
  }

  #paymentOf({ status, task }: GroupState, world: PureWorld): PaymentStatus {
    if (['REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'].includes(status)) return 'VOID';
    if (task?.status !== 'CASH_RECORDED' && task?.status !== 'COMPLETED') return 'PENDING';
    const taken = world.rows
      .all('driver_collections')
      .find((row) => row.task_id === task.taskId && !row.reversed_at);
    return this.#closed.has(String(taken?.settlement_id)) ? 'SETTLED' : 'COLLECTED';
  }
}

/** "125.00" → 12500. */
export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

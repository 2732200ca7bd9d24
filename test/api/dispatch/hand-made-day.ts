import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../db/database.ts';
import { around, STORE } from '../../worlds/delivery-world.ts';

/** Minutes from midnight at the start of the day, Qatar time; negative on the day before. */
export type Minute = number;

export interface MadeTask {
  driver: string;
  zone: string;
  /**
   * The minutes at which it was placed, accepted by the seller, packed, made ready, assigned, accepted, picked up,
   * completed.
   */
  at: readonly [Minute, Minute, Minute, Minute, Minute, Minute, Minute, Minute];
  dueBy: Minute;
  /** Last promised day; default: the day itself. */
  promisedTo?: string;
  cash?: string;
  /** Earlier offers: when each was assigned and ended, and the command that ended it. */
  offers?: readonly { driver: string; at: readonly [Minute, Minute]; end: string }[];
}

/** A day written into the tables as the actors would have left it, with every time chosen by the test. */
export class HandMadeDay {
  readonly day: string;
  readonly #database: Database;
  readonly #midnight: number;

  constructor(database: Database, day: string) {
    this.#database = database;
    this.day = day;
    this.#midnight = Date.parse(`${day}T00:00:00+03:00`);
  }

  time(minute: Minute): Date {
    return new Date(this.#midnight + minute * 60_000);
  }

  async driver(name: string): Promise<string> {
    const [id, accountId] = [uuidv7(), uuidv7()];
    await this.#database.raw(
      `INSERT INTO accounts (id, email, display_name, locale) VALUES (?, ?, ?, 'en')`,
      [accountId, `${accountId}@test.wasl.example`, name],
    );
    await this.#database('drivers').insert({
      ...{ id, account_id: accountId, full_name: name, phone: '+97466778899', vehicle_type: 'VAN' },
      ...{ status: 'APPROVED', actor_version: 1 },
    });
    return id;
  }

  async zone(name: string): Promise<string> {
    const id = uuidv7();
    await this.#database('delivery_zones').insert({
      ...{ id, name_en: name, name_ar: name, active: false, area_m2: 1 },
      ...{ geometry: JSON.stringify(around(STORE)), min_lng: 0, min_lat: 0, max_lng: 0, max_lat: 0 },
    });
    return id;
  }

  async shift(
    driverId: string,
    from: Minute,
    to: Minute | null,
    breaks: [Minute, Minute][] = [],
  ): Promise<void> {
    const span = ([begin, end]: [Minute, Minute]) => ({ from: this.time(begin), to: this.time(end) });
    await this.#database('shift_runs').insert({
      ...{ id: uuidv7(), driver_id: driverId, status: to === null ? 'ON_DUTY' : 'ENDED', actor_version: 1 },
      ...{ started_at: this.time(from), ended_at: to === null ? null : this.time(to) },
      breaks: JSON.stringify(breaks.map(span)),
    });
  }

  /** A group with its completed task. */
  async delivered(made: MadeTask): Promise<{ taskId: string; groupId: string; orderId: string }> {
    const [placed, accepted, packed, ready, assigned, taken, picked, completed] = made.at;
    const cash = made.cash ?? '100.00';
    const ids = await this.group('DELIVERED', { placed, accepted, ready, ended: completed, cash, ...made });
    const taskId = uuidv7();
    await this.#database('delivery_tasks').insert({
      ...{ id: taskId, order_id: ids.orderId, group_id: ids.groupId, seller_id: ids.sellerId },
      ...{
        status: 'COMPLETED',
        round: 1,
        driver_id: made.driver,
        zone_id: made.zone,
        items: 1,
        actor_version: 1,
      },
      ...{ due_by: this.time(made.dueBy), cash_due: cash, cash_recorded: cash },
      ...{ pickup_lat: 25.2, pickup_lng: 51.4, dropoff_lat: 25.3, dropoff_lng: 51.5 },
      ...{ created_at: this.time(ready), completed_at: this.time(completed) },
    });
    const task = (from: string | null, to: string, minute: Minute, command: string) =>
      this.moved('TASK', taskId, from, to, minute, command);
    await this.moved('GROUP', ids.groupId, 'ACCEPTED', 'PACKED', packed, 'pack');
    await task(null, 'UNASSIGNED', ready, 'ready');
    for (const { at, end } of made.offers ?? []) {
      await task('UNASSIGNED', 'ASSIGNED', at[0], 'assign');
      await task('ASSIGNED', 'UNASSIGNED', at[1], end);
    }
    await task('UNASSIGNED', 'ASSIGNED', assigned, 'assign');
    await task('ASSIGNED', 'ACCEPTED', taken, 'accept');
    await task('ACCEPTED', 'PICKED_UP', picked, 'pick-up');
    await task('PICKED_UP', 'IN_TRANSIT', picked, 'in-transit');
    await task('CASH_RECORDED', 'COMPLETED', completed, 'complete');
    await this.#database('driver_collections').insert({
      ...{
        id: uuidv7(),
        driver_id: made.driver,
        task_id: taskId,
        order_id: ids.orderId,
        group_id: ids.groupId,
      },
      ...{ amount: cash, recorded_at: this.time(completed), actor_version: 1 },
    });
    return { taskId, ...ids };
  }

  async group(
    status: string,
    terms: {
      placed: Minute;
      accepted?: Minute;
      ready?: Minute;
      ended?: Minute;
      cash: string;
      promisedTo?: string;
    },
  ): Promise<{ orderId: string; groupId: string; sellerId: string }> {
    const [orderId, groupId, checkoutId] = [uuidv7(), uuidv7(), uuidv7()];
    const seller = await this.#database('sellers').first('id', 'owner_account_id');
    const warehouse = await this.#database('warehouses').where('seller_id', seller.id).first('id');
    const at = (minute?: Minute) => (minute === undefined ? null : this.time(minute));
    await this.#database('checkouts').insert({
      ...{ id: checkoutId, account_id: seller.owner_account_id, status: 'CONFIRMED', order_id: orderId },
      expires_at: this.time(terms.placed),
    });
    await this.#database('orders').insert({
      ...{
        id: orderId,
        number: `W-H${orderId}`,
        checkout_id: checkoutId,
        account_id: seller.owner_account_id,
      },
      ...{ status: 'DELIVERED', address: '{}', payment_method: 'COD', actor_version: 1 },
      ...{ goods_total: terms.cash, shipping_total: '0.00', total: terms.cash, placed_at: at(terms.placed) },
    });
    await this.#database('order_groups').insert({
      ...{ id: groupId, order_id: orderId, seller_id: seller.id, warehouse_id: warehouse.id },
      ...{ method_code: 'STANDARD', method_name_en: 'Standard', method_name_ar: 'عادي' },
      ...{ promised_from: this.day, promised_to: terms.promisedTo ?? this.day },
      ...{ goods_total: terms.cash, shipping_total: '0.00', cash_due: terms.cash, commission_rate: '0.00' },
      ...{
        commission: '0.00',
        accept_by: at(terms.placed),
        status,
        payment_status: 'PENDING',
        actor_version: 1,
      },
      ...{ accepted_at: at(terms.accepted), ready_at: at(terms.ready), ended_at: at(terms.ended) },
    });
    return { orderId, groupId, sellerId: seller.id };
  }

  async moved(
    subject: 'TASK' | 'GROUP',
    id: string,
    from: string | null,
    to: string,
    minute: Minute,
    command: string,
    data: object = {},
  ): Promise<void> {
    await this.#database('transitions').insert({
      ...{ id: uuidv7(), actor_kind: 'order', actor_key: id, actor_version: 1, role: 'SYSTEM' },
      ...{ subject_type: subject, subject_id: id, from_state: from, to_state: to, command },
      ...{ at: this.time(minute), data: JSON.stringify(data) },
    });
  }

  /** A finished leg of a driver's route. */
  async leg(driverId: string, arrived: Minute, metres: number): Promise<void> {
    await this.#database('route_legs').insert({
      ...{ id: uuidv7(), driver_id: driverId, task_id: uuidv7(), kind: 'DROPOFF', arrival_seen: true },
      ...{ from_lat: 25.2, from_lng: 51.4, to_lat: 25.3, to_lng: 51.5, straight_m: metres },
      ...{ started_at: this.time(arrived - 10), arrived_at: this.time(arrived) },
      ...{ travel_s: 600, planned_s: 600, actor_version: 1 },
    });
  }

  async booked(
    kind: 'HAND_IN' | 'REVERSAL',
    minute: Minute,
    lines: readonly [string, string][],
  ): Promise<void> {
    const id = uuidv7();
    await this.#database.transaction(async (trx) => {
      await trx('ledger_journals').insert({
        ...{ id, cause: `test:${id}`, kind, actor_kind: 'driver', actor_key: uuidv7(), actor_version: 1 },
        at: this.time(minute),
      });
      const rows = lines.map(([account, amount], line) => ({ journal_id: id, line, account, amount }));
      await trx('ledger_entries').insert(rows);
    });
  }
}

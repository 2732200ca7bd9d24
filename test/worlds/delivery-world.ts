import { isZero } from '../../actors/money/money.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { makeAccount, signedIn } from '../support/people.ts';
import { type ServiceOptions, startService, type TestService } from '../support/service.ts';
import {
  insertOrder,
  insertShop,
  type OrderTerms,
  type Place,
  type Placed,
  type Shop,
} from './placed-order.ts';

export { STORE, WEST_BAY } from './placed-order.ts';

export type DriverTask = Schema<'DriverTask'>;
export type DispatchTask = Schema<'DispatchTask'>;

export const AL_KHOR: Place = { latitude: 25.684, longitude: 51.5058 };

export interface OnDuty {
  driverId: string;
  accountId: string;
  client: ApiClient;
}

/**
 * A running service with one seller, one buyer and two dispatchers. Orders are inserted in the state that the checkout
 * leaves them in: buying has its own tests.
 */
export class DeliveryWorld {
  readonly service: TestService;
  readonly dispatcher: ApiClient;
  readonly secondDispatcher: ApiClient;
  readonly seller: ApiClient;
  readonly buyer: ApiClient;
  readonly #drivers: OnDuty[] = [];
  readonly #shop: Shop;

  private constructor(service: TestService, people: People, shop: Shop) {
    this.service = service;
    this.dispatcher = people.dispatcher;
    this.secondDispatcher = people.secondDispatcher;
    this.seller = people.seller;
    this.buyer = people.buyer;
    this.#shop = shop;
  }

  static async open(
    env: Record<string, string> = {},
    options: Pick<ServiceOptions, 'database' | 'devicesFollow' | 'log' | 'wallClock'> = {},
  ): Promise<DeliveryWorld> {
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    const service = await startService({ catalogue: false, env: { ...limits, ...env }, ...options });
    const owner = await makeAccount(service, ['BUYER', 'SELLER_OWNER']);
    const stock = await insertShop(service.inside.deps.database, owner.accountId);
    const buyer = await makeAccount(service, ['BUYER']);
    const staff = async () => signedIn(service, (await makeAccount(service, ['DISPATCHER'])).accountId);
    const people = {
      dispatcher: await staff(),
      secondDispatcher: await staff(),
      seller: await signedIn(service, owner.accountId),
      buyer: await signedIn(service, buyer.accountId),
    };
    return new DeliveryWorld(service, people, { ...stock, buyerId: buyer.accountId });
  }

  get database(): Database {
    return this.service.inside.deps.database;
  }

  close(): Promise<void> {
    return this.service.stop();
  }

  /** Waits until all consequences of earlier actions have happened, too. */
  async settle(): Promise<void> {
    await this.service.inside.relay.drain(10_000);
  }

  /** Advances domain time and fires the timers that are due by then. */
  async later(milliseconds: number): Promise<void> {
    this.service.clock.advance(milliseconds);
    await this.service.inside.timers.run(100);
    await this.settle();
  }

  /** The super-administrator, of whom there is one. */
  async admin(): Promise<ApiClient> {
    const { accountId } = await makeAccount(this.service, ['ADMIN'], { superAdmin: true });
    return signedIn(this.service, accountId);
  }

  /** A signed-in person without any other role. */
  async somebody(): Promise<{ accountId: string; client: ApiClient }> {
    const { accountId } = await makeAccount(this.service, ['BUYER']);
    return { accountId, client: await signedIn(this.service, accountId) };
  }

  /** Ends all shifts and waiting tasks, so that no test affects the next. */
  async clear(): Promise<void> {
    const open = await this.database('delivery_tasks')
      .whereIn('status', ['UNASSIGNED', 'ASSIGNED', 'ACCEPTED'])
      .select('id');
    const reason = { reason: 'The test is over' };
    for (const { id } of open) await this.dispatcher.post(`/dispatch/tasks/${id}/cancel`, reason);
    await this.settle();
    for (const { driverId, client } of this.#drivers.splice(0)) {
      const driver = await this.database('drivers').where('id', driverId).first('duty', 'status');
      if (driver.duty !== 'OFF') {
        await this.#handIn(driverId);
        await client.post('/driver/shift/end');
      }
      if (driver.status === 'APPROVED')
        await this.dispatcher.post(`/dispatch/drivers/${driverId}/suspend`, reason);
    }
    await this.settle();
  }

  /**
   * Hands in the cash that a driver holds, counted correctly, except what is part of a hand-in that awaits approval.
   */
  async #handIn(driverId: string): Promise<void> {
    const { rows } = await this.database.raw<{ rows: { held: string }[] }>(
      `SELECT d.cash_on_hand - coalesce(s.expected, 0) AS held FROM drivers d
         LEFT JOIN settlements s ON s.driver_id = d.id AND s.status = 'PENDING_APPROVAL' WHERE d.id = ?`,
      [driverId],
    );
    const held = rows[0]?.held ?? '0.00';
    if (isZero(held)) return;
    await this.dispatcher.post('/dispatch/cash/settlements', { driverId, counted: qar(held) });
  }

  /** The zone that covers Qatar. */
  async qatar(): Promise<string> {
    const zones = await this.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const zone = zones.data.find(({ name }) => name.en === 'Qatar');
    if (zone === undefined) throw new Error('the zone Qatar does not exist');
    return zone.id;
  }

  async applicant(): Promise<OnDuty> {
    const { accountId, client } = await this.somebody();
    const driver = await client.post<Schema<'Driver'>>('/driver/application', {
      fullName: 'Yousef Rahman',
      phone: '+97466778899',
      vehicle: { type: 'VAN', plate: '254781' },
    });
    const applicant = { driverId: driver.id, accountId, client };
    this.#drivers.push(applicant);
    return applicant;
  }

  async approved(terms: { cashLimit?: string; capacity?: number; zoneIds?: string[] } = {}): Promise<OnDuty> {
    const driver = await this.applicant();
    const { cashLimit = '2000.00', capacity = 20, zoneIds = [await this.qatar()] } = terms;
    await this.dispatcher.post(`/dispatch/drivers/${driver.driverId}/approve`, {
      zoneIds,
      cashLimit: { amount: cashLimit, currency: 'QAR' },
      capacity,
    });
    return driver;
  }

  async onDuty(
    terms: { cashLimit?: string; capacity?: number; zoneIds?: string[]; at?: Place } = {},
  ): Promise<OnDuty> {
    const driver = await this.approved(terms);
    if (terms.at !== undefined) await this.report(driver, terms.at);
    await driver.client.post('/driver/shift/start');
    await this.settle();
    return driver;
  }

  report({ client }: OnDuty, at: Place): Promise<Schema<'LocationReceipt'>> {
    const recordedAt = new Date().toISOString();
    return client.post('/driver/locations', {
      points: [{ sequence: Date.now(), ...at, accuracy: 5, recordedAt }],
    });
  }

  /**
   * An order in the state that the checkout leaves it in, with one group unless the terms ask for more. @param of
   * Another shop's.
   */
  order(terms: OrderTerms = {}, of: Partial<Shop> = {}): Promise<Placed> {
    return insertOrder(this.service.inside.deps, { ...this.#shop, ...of }, terms);
  }

  /** The seller accepts, packs and marks the group ready; the zone looks for a driver. Returns the task's id. */
  async ready(terms: OrderTerms = {}): Promise<Placed & { taskId: string }> {
    const order = await this.order(terms);
    for (const groupId of order.groupIds)
      for (const step of ['accept', 'pack', 'ready'])
        await this.seller.post(`/seller/order-groups/${groupId}/${step}`);
    await this.settle();
    const row = await this.database('delivery_tasks').where('group_id', order.groupId).first('id');
    return { ...order, taskId: row.id };
  }

  task(taskId: string): Promise<DispatchTask> {
    return this.dispatcher.get(`/dispatch/tasks/${taskId}`);
  }

  /** The driver takes the goods to the door; the code has not been requested yet. */
  async carry({ client }: OnDuty, taskId: string): Promise<void> {
    for (const step of ['accept', 'pick-up', 'in-transit', 'arrive'])
      await client.post(`/driver/tasks/${taskId}/${step}`);
  }

  /** The newest delivery code, as the buyer reads it under the bell. */
  async code(): Promise<string> {
    await this.settle();
    const bell = await this.buyer.get<Schema<'NotificationList'>>('/notifications');
    const newest = bell.data.find(({ kind }) => kind === 'DELIVERY_CODE');
    const code = /\b\d{6}\b/.exec(newest?.body ?? '')?.[0];
    if (code === undefined) throw new Error('no delivery code under the bell');
    return code;
  }

  /** From the offer to the completed task. */
  async deliver(
    driver: OnDuty,
    { taskId, cashDue }: { taskId: string; cashDue: string },
  ): Promise<DriverTask> {
    await this.carry(driver, taskId);
    const path = `/driver/tasks/${taskId}`;
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await this.code() });
    await driver.client.post(`${path}/record-cash`, { amount: qar(cashDue) });
    const task = await driver.client.post<DriverTask>(`${path}/complete`);
    await this.settle();
    return task;
  }

  /** A second pool on the same database, for statements that run beside the service. */
  connection(): Database {
    return openDatabase(this.service.databaseUrl, { name: 'test', max: 4 });
  }
}

export function qar(amount: string): Schema<'Money'> {
  return { amount, currency: 'QAR' };
}

/** A square of about 11 km around a place, as GeoJSON. */
export function around({ latitude, longitude }: Place, half = 0.05) {
  const [west, east, south, north] = [longitude - half, longitude + half, latitude - half, latitude + half];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

interface People {
  dispatcher: ApiClient;
  secondDispatcher: ApiClient;
  seller: ApiClient;
  buyer: ApiClient;
}

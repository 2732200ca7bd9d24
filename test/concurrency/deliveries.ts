import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { ActorRef, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Engine } from '../support/counter-runtime.ts';
import { dispatcher, idOf, placedGroup, secondDispatcher } from '../worlds/pure/fixtures.ts';
import { type DeliveryEngineParts, DeliveryProcess, withoutForeignKeys, zoneOf } from './delivery-ground.ts';

/**
 * Orders from the first command to the settled cash, each with a zone and a driver of its own, all at once. They leave
 * the same rows in the database on every runtime that keeps its promises.
 */
export class Deliveries {
  readonly database: Database;
  readonly #process: DeliveryProcess;

  constructor(url: string, makeEngine: (parts: DeliveryEngineParts) => Engine) {
    this.database = openDatabase(url, { name: 'test-deliveries', max: 10 });
    this.#process = new DeliveryProcess(this.database, makeEngine);
  }

  get failures(): readonly unknown[] {
    return this.#process.failures;
  }

  withoutForeignKeys(): Promise<void> {
    return withoutForeignKeys(this.database);
  }

  async play(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, world) => this.#playOne(world)));
  }

  async close(): Promise<void> {
    await this.#process.relay.drain(5_000);
    await this.#process.engine.close();
    await this.database.destroy();
  }

  async #playOne(world: number): Promise<void> {
    const names = { order: idOf(`order-${world}`), driver: idOf(`driver-${world}`) };
    const order = { kind: 'order', key: names.order } as const;
    const driver = { kind: 'driver', key: names.driver } as const;
    const zone = { kind: 'zone', key: zoneOf(names.order) } as const;
    const groups = [placedGroup(2 * world), placedGroup(2 * world + 1)];
    await this.#process.bearOrder(String(world), { order, zone }, groups);
    await this.#process.bearDriver(String(world), driver);
    let count = 0;
    const give = async (ref: ActorRef, type: string, payload: JsonObject, by: Principal, twice = false) => {
      count += 1;
      const id = deterministicId(`command-${world}`, String(count));
      const request = { ref, type, payload, by, id, requestId: null, correlationId: id };
      const { effects } = await this.#process.engine.runtime.execute(request);
      await effects;
      if (twice) await (await this.#process.engine.runtime.execute(request)).effects;
    };
    const theDriver: Principal = { accountId: idOf('account'), role: 'DRIVER', driverId: names.driver };
    const terms = { zoneIds: [zone.key], cashLimit: '1000.00', capacity: 10 };
    await give(driver, 'approve', terms, dispatcher);
    await give(driver, 'start-shift', {}, theDriver);
    for (const { groupId, sellerId } of groups) {
      const seller: Principal = { accountId: idOf('owner'), role: 'SELLER_OWNER', sellerId };
      await give(order, 'accept', { groupId }, seller);
      await give(order, 'pack', { groupId }, seller, true);
      await give(order, 'ready', { groupId }, seller);
    }
    // These keep their offers open, so that timers are left.
    if (world % 3 === 2) return;
    for (const { groupId } of groups) {
      const taskId = deterministicId('task-of', groupId);
      for (const type of ['accept', 'pick-up', 'in-transit', 'arrive', 'request-code']) {
        await give(order, type, { taskId }, theDriver, type === 'arrive');
      }
      await give(order, 'verify-code', { taskId, code: 'wrong' }, theDriver).catch(() => undefined);
      await give(order, 'complete', { taskId }, theDriver).catch(() => undefined);
      await give(order, 'verify-code', { taskId, code: 'right' }, theDriver);
      await give(order, 'record-cash', { taskId, amount: '125.00' }, theDriver);
      await give(order, 'complete', { taskId }, theDriver, true);
    }
    await give(driver, 'hand-in', { counted: '200.00' }, dispatcher);
    const settlement = await this.database('settlements').where({ driver_id: driver.key }).first('id');
    await give(driver, 'approve-settlement', { settlementId: settlement.id }, secondDispatcher);
    await give(driver, 'start-break', {}, theDriver);
    await give(driver, 'end-break', {}, theDriver);
    await give(driver, 'end-shift', {}, theDriver);
  }
}

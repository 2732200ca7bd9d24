import { driverApplied } from '../../actors/driver/events.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import { orderPlaced } from '../../actors/order/events.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { ActorRef, Command, DomainEvent, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { type Consumer, Relay } from '../../actors/runtime/relay.ts';
import { applyEvents } from '../../actors/runtime/turn.ts';
import { zoneCreated } from '../../actors/zone/events.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { writeBirth } from '../../db/stores/write-commit.ts';
import { findTicket } from '../../server/delivery/zone-tickets.ts';
import type { Engine } from '../support/counter-runtime.ts';
import {
  dispatcher,
  idOf,
  minutes,
  placedGroup,
  secondDispatcher,
  T0,
  WEST_BAY,
} from '../unit/chains/fixtures.ts';

export interface DeliveryEngineParts {
  registry: Registry;
  clock: { now(): Date };
  hashRequest(type: string, payload: object): Buffer;
}

const SYSTEM: Principal = { accountId: null, role: 'SYSTEM' };
const clock = { now: () => new Date(T0) };

/** Facts that depend on nothing but the command, so that two runs decide alike; rows are read as the service does. */
function registryOn(database: Database): Registry {
  const facts = async (key: string, _state: unknown, command: Command & { [field: string]: unknown }) => {
    const fresh = (name: string) => deterministicId(key, JSON.stringify(command), name);
    return {
      homeZoneId: await homeZoneOf(database, command),
      taskId: deterministicId('task-of', String(command.groupId)),
      dueIn: { STANDARD: 360, EXPRESS: 180 },
      offerTimeoutSeconds: 90,
      code: { codeId: fresh('code'), hash: 'hash', sealed: 'sealed', expiresAt: minutes(30) },
      codeMatches: command.code !== 'wrong',
      plan: null,
      limitMinutes: 60,
      shiftId: fresh('shift'),
      routeId: fresh('route'),
      insideZones: true,
      position: null,
      settlementId: fresh('settlement'),
      receiptNumber: fresh('receipt'),
      threshold: '5.00',
      latestSettlementId: await latestSettlementOf(database, key),
      collections: await collectionsOf(database, key, command),
      ticket: command.taskId === undefined ? null : await findTicket(database, String(command.taskId)),
    } as never;
  };
  return {
    order: register(orderMachine, facts as never),
    driver: register(driverMachine, facts as never),
    zone: register(zoneMachine, facts as never),
  };
}

/** Each group lies in the zone of its own world. */
async function homeZoneOf(database: Database, command: { [field: string]: unknown }): Promise<string | null> {
  if (command.groupId === undefined) return null;
  const row = await database('order_groups').where('id', command.groupId).first('order_id');
  return row === undefined ? null : zoneOf(row.order_id);
}

const zoneOf = (orderId: string) => deterministicId('zone-of', orderId);

async function latestSettlementOf(database: Database, driverId: string): Promise<string | null> {
  const row = await database('settlements')
    .where('driver_id', driverId)
    .orderBy('actor_version', 'desc')
    .first('id');
  return row?.id ?? null;
}

async function collectionsOf(
  database: Database,
  key: string,
  { type, settlementId }: { [field: string]: unknown },
) {
  const rows = await database('driver_collections')
    .where({ driver_id: key, settlement_id: type === 'approve-settlement' ? settlementId : null })
    .orderBy('id');
  return rows.map((row) => ({
    collectionId: row.id,
    taskId: row.task_id,
    orderId: row.order_id,
    amount: row.amount,
  }));
}

/**
 * Orders from the first command to the settled cash, each with a zone and a driver of its own, all at once. What it
 * leaves in the database is the same on every runtime that keeps its promises.
 */
export class Deliveries {
  readonly database: Database;
  readonly #engine: Engine;
  readonly #relay: Relay;
  readonly failures: unknown[] = [];

  constructor(url: string, makeEngine: (parts: DeliveryEngineParts) => Engine) {
    this.database = openDatabase(url, { name: 'test-deliveries', max: 10 });
    const hashRequest = (type: string, payload: object) => Buffer.from(`${type}${JSON.stringify(payload)}`);
    this.#engine = makeEngine({ registry: registryOn(this.database), clock, hashRequest });
    this.#relay = new Relay({
      runtime: this.#engine.runtime,
      outbox: this.#engine.outbox(new PgOutboxStore(this.database)),
      pusher: { push: () => undefined },
      timers: realTimers,
      onFailure: (error) => this.failures.push(error),
    });
    const nothing: Consumer = async () => undefined;
    this.#relay.useConsumers({
      'return-stock': nothing,
      notify: nothing,
      role: nothing,
      alert: nothing,
      'retry-waiting': nothing,
      'tell-etas': nothing,
      choose: (payload, { effectId }) => this.#choose(payload, effectId),
    });
    this.#engine.runtime.useRelay(this.#relay);
  }

  /** Rows of accounts, sellers and products are left out: what refers to them is not what is compared. */
  async withoutForeignKeys(): Promise<void> {
    const { rows } = await this.database.raw<{ rows: { drop: string }[] }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
         FROM pg_constraint WHERE contype = 'f' AND conrelid IN
           (SELECT to_regclass(name) FROM unnest(?::text[]) name)`,
      [
        [
          'orders',
          'order_groups',
          'drivers',
          'delivery_tasks',
          'shift_runs',
          'routes',
          'zone_tickets',
          'driver_collections',
          'settlements',
        ],
      ],
    );
    for (const { drop } of rows) await this.database.raw(drop);
  }

  async play(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, world) => this.#playOne(world)));
  }

  async close(): Promise<void> {
    await this.#relay.drain(5_000);
    await this.#engine.close();
    await this.database.destroy();
  }

  async #playOne(world: number): Promise<void> {
    const names = { order: idOf(`order-${world}`), driver: idOf(`driver-${world}`) };
    const order = { kind: 'order', key: names.order } as const;
    const driver = { kind: 'driver', key: names.driver } as const;
    const zone = { kind: 'zone', key: zoneOf(names.order) } as const;
    const groups = [placedGroup(2 * world), placedGroup(2 * world + 1)];
    await this.#births(world, order, driver, zone, groups);
    let count = 0;
    const give = async (ref: ActorRef, type: string, payload: JsonObject, by: Principal, twice = false) => {
      count += 1;
      const id = deterministicId(`command-${world}`, String(count));
      const request = { ref, type, payload, by, id, requestId: null, correlationId: id };
      const { effects } = await this.#engine.runtime.execute(request);
      await effects;
      if (twice) await (await this.#engine.runtime.execute(request)).effects;
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
    // With its offers still open, so that timers are left.
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

  async #births(
    world: number,
    order: ActorRef,
    driver: ActorRef,
    zone: ActorRef,
    groups: readonly ReturnType<typeof placedGroup>[],
  ): Promise<void> {
    const account = idOf(`account-${world}`);
    const at = T0;
    await this.database('orders').insert({
      ...{
        id: order.key,
        number: `W-${world}`,
        checkout_id: order.key,
        account_id: account,
        status: 'PENDING',
      },
      ...{ address: '{}', payment_method: 'COD', goods_total: '200.00', shipping_total: '50.00' },
      ...{ total: '250.00', placed_at: at, actor_version: 0 },
    });
    for (const { groupId, sellerId } of groups) {
      await this.database('order_groups').insert({
        ...{
          id: groupId,
          order_id: order.key,
          seller_id: sellerId,
          warehouse_id: sellerId,
          method_code: 'STANDARD',
        },
        ...{
          method_name_en: 'x',
          method_name_ar: 'x',
          promised_from: '2026-03-02',
          promised_to: '2026-03-05',
        },
        ...{ goods_total: '100.00', shipping_total: '25.00', cash_due: '125.00', commission_rate: '10.00' },
        ...{
          commission: '10.00',
          accept_by: at,
          status: 'PENDING',
          payment_status: 'PENDING',
          actor_version: 0,
        },
      });
    }
    await this.database('drivers').insert({
      ...{ id: driver.key, account_id: account, full_name: 'x', phone: 'x', vehicle_type: 'CAR' },
      ...{ created_at: at, status: 'APPLIED', actor_version: 0 },
    });
    const placed = {
      at,
      orderId: order.key,
      number: `W-${world}`,
      buyerAccountId: account,
      dropoff: WEST_BAY,
    };
    await this.#birth(order, orderPlaced({ ...placed, groups: [...groups] }));
    await this.#birth(driver, driverApplied({ at, driverId: driver.key, accountId: account, fullName: 'x' }));
    await this.#birth(zone, zoneCreated({ at, zoneId: zone.key, name: { en: 'x', ar: 'x' }, active: true }));
  }

  async #birth(ref: ActorRef, event: DomainEvent): Promise<void> {
    const { machine } = registryOn(this.database)[ref.kind];
    const id = deterministicId('birth', ref.key);
    const command = { type: 'create', by: SYSTEM, id, requestHash: Buffer.alloc(32), reason: null };
    const request = { ...command, ref, requestId: null, correlationId: id };
    const decided = { events: [event], outcome: { ok: true, reply: {} } as const, facts: null, at: T0 };
    const commit = applyEvents(machine, request, { version: 0, state: null }, decided);
    await this.database.transaction((trx) => writeBirth(trx, commit));
    if (commit.outbox !== null) await this.#relay.deliver(commit.outbox);
  }

  /** The zone's only driver is chosen. */
  async #choose(payload: JsonObject, effectId: string): Promise<void> {
    const { zoneId, taskId, round, attempt } = payload;
    const driver = await this.database('drivers')
      .whereRaw('? = ANY(zone_ids)', [String(zoneId)])
      .first('id');
    const offerId = deterministicId('offer', String(taskId), String(round), String(attempt));
    const about = {
      taskId,
      round,
      attempt,
      policy: 'FIRST',
      candidates: [{ driverId: driver.id }],
      excludedBy: {},
    };
    const { effects } = await this.#engine.runtime.execute({
      ref: { kind: 'zone', key: String(zoneId) },
      type: 'offer',
      payload: { ...about, driverId: driver.id, offerId } as JsonObject,
      by: SYSTEM,
      id: deterministicId(effectId, 'choice'),
      requestId: null,
      correlationId: effectId,
    });
    await effects;
  }
}

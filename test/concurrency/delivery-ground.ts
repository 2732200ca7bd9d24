import { driverApplied } from '../../actors/driver/applying.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import { orderPlaced, type PlacedGroup } from '../../actors/order/placing.ts';
import { canonicalJson } from '../../actors/runtime/canonical-json.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { ActorRef, Command, DomainEvent, JsonObject, Principal } from '../../actors/runtime/machine.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { Relay } from '../../actors/runtime/relay.ts';
import { applyEvents } from '../../actors/runtime/turn.ts';
import { zoneCreated } from '../../actors/zone/creation.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import type { Database } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { ActorCreator } from '../../db/stores/actor-creator.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { PresentReads } from '../../db/stores/present-reads-store.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { findTicket } from '../../server/dispatch/assignment/ticket-store.ts';
import { everyConsumer } from '../support/consumers.ts';
import type { Engine } from '../support/counter-runtime.ts';
import { idOf, minutes, T0, WEST_BAY } from '../worlds/pure/fixtures.ts';

export interface DeliveryEngineParts {
  registry: Registry;
  clock: { now(): Date };
  hashRequest(type: string, payload: object): Buffer;
}

const creations = new ActorCreator();
const SYSTEM: Principal = { accountId: null, role: 'SYSTEM' };
const clock = { now: () => new Date(T0) };

/**
 * Facts that depend on nothing but the command, so that two runs decide alike; rows are read as the service reads them.
 */
function registryOn(database: Database): Registry {
  const present = new PresentReads(database);
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
      ...(await newestCashRows(database, key)),
      collections: await collectionsOf(database, key, command),
      collection: command.type === 'uncollect' ? await collectionOf(database, key, command) : null,
      ticket: command.taskId === undefined ? null : await findTicket(present, String(command.taskId)),
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

export const zoneOf = (orderId: string) => deterministicId('zone-of', orderId);

async function newestCashRows(database: Database, driverId: string) {
  const newest = (table: string) =>
    database(table).where('driver_id', driverId).orderBy('actor_version', 'desc');
  const settlement = await newest('settlements').first('id');
  const reversed = await newest('driver_collections').whereNotNull('reversed_at').first('id');
  return { latestSettlementId: settlement?.id ?? null, latestReversedId: reversed?.id ?? null };
}

async function collectionOf(database: Database, key: string, { taskId }: { [field: string]: unknown }) {
  const row = await database('driver_collections')
    .where({ driver_id: key, task_id: taskId })
    .whereNull('reversed_at')
    .first();
  if (row === undefined) return null;
  const { id: collectionId, order_id: orderId, amount, settlement_id: settlementId } = row;
  return { collectionId, taskId, orderId, amount, settlementId };
}

async function collectionsOf(
  database: Database,
  key: string,
  { type, settlementId }: { [field: string]: unknown },
) {
  const rows = await database('driver_collections')
    .where({ driver_id: key, settlement_id: type === 'approve-settlement' ? settlementId : null })
    .whereNull('reversed_at')
    .orderBy('id');
  return rows.map((row) => ({
    collectionId: row.id,
    taskId: row.task_id,
    orderId: row.order_id,
    amount: row.amount,
  }));
}

/** Rows of accounts, sellers and products are left out: references to them are not what is compared. */
export async function withoutForeignKeys(database: Database): Promise<void> {
  const { rows } = await database.raw<{ rows: { drop: string }[] }>(
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
  for (const { drop } of rows) await database.raw(drop);
}

/** One process over the real machines: runtime, relay and the few consumers that they need. */
export class DeliveryProcess {
  readonly database: Database;
  readonly engine: Engine;
  readonly relay: Relay;
  readonly failures: unknown[] = [];

  constructor(database: Database, makeEngine: (parts: DeliveryEngineParts) => Engine) {
    this.database = database;
    // A payload that comes back from the outbox has its members in another order.
    const hashRequest = (type: string, payload: object) => Buffer.from(`${type}${canonicalJson(payload)}`);
    this.engine = makeEngine({ registry: registryOn(this.database), clock, hashRequest });
    this.relay = new Relay({
      runtime: this.engine.runtime,
      outbox: this.engine.outbox(new PgOutboxStore(this.database)),
      pusher: { push: () => undefined },
      timers: realTimers,
      onFailure: (error) => this.failures.push(error),
    });
    this.relay.useConsumers({
      ...everyConsumer(async () => undefined),
      choose: (payload, { effectId }) => this.#choose(payload, effectId),
    });
    this.engine.runtime.useRelay(this.relay);
  }

  /** Creates an order with its groups, as the checkout does, and the zone in which their pickups lie. */
  async bearOrder(
    name: string,
    { order, zone }: { order: ActorRef; zone: ActorRef },
    groups: readonly PlacedGroup[],
  ): Promise<void> {
    const account = idOf(`account-${name}`);
    const at = T0;
    await this.database('orders').insert({
      ...{
        id: order.key,
        number: `W-${name}`,
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
    const placed = {
      at,
      orderId: order.key,
      number: `W-${name}`,
      buyerAccountId: account,
      dropoff: WEST_BAY,
    };
    await this.#creation(order, orderPlaced({ ...placed, groups: [...groups] }));
    await this.#creation(
      zone,
      zoneCreated({ at, zoneId: zone.key, name: { en: 'x', ar: 'x' }, active: true }),
    );
  }

  async bearDriver(name: string, { key }: ActorRef): Promise<void> {
    const [account, at] = [idOf(`account-${name}`), T0];
    await this.database('drivers').insert({
      ...{ id: key, account_id: account, full_name: 'x', phone: 'x', vehicle_type: 'CAR' },
      ...{ created_at: at, status: 'APPLIED', actor_version: 0 },
    });
    const applied = driverApplied({ at, driverId: key, accountId: account, fullName: 'x' });
    await this.#creation({ kind: 'driver', key }, applied);
  }

  async #creation(ref: ActorRef, event: DomainEvent): Promise<void> {
    const { machine } = registryOn(this.database)[ref.kind];
    const id = deterministicId('creation', ref.key);
    const command = { type: 'create', by: SYSTEM, id, requestHash: Buffer.alloc(32), reason: null };
    const request = { ...command, ref, requestId: null, correlationId: id };
    const decided = { events: [event], outcome: { ok: true, reply: {} } as const, facts: null, at: T0 };
    const commit = applyEvents(machine, request, { version: 0, state: null }, decided);
    await inTransaction(this.database, (trx) => creations.write(trx, [{ commit, firstRows: [] }]));
    if (commit.outbox !== null) await this.relay.deliver(commit.outbox);
  }

  /** Chooses the zone's only driver. */
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
    const { effects } = await this.engine.runtime.execute({
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

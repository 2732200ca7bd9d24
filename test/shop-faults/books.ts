import { type Database, openDatabase } from '../../db/database.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { checkLedger } from '../../server/dispatch/cash/cash.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { expireDueCheckouts } from '../../server/marketplace/checkout/end-checkouts.ts';
import { checkStock } from '../../server/marketplace/inventory/inventory.ts';
import { brokenRules } from '../concurrency/buying/buying-rules.ts';
import type { Acknowledged } from './shopper.ts';

export interface Counter {
  offerIds: string[];
  methodId: string;
}

const UNITS = 100_000;
const DEAREST = 100;
const MANY_OFFERS = 12;
const MANY_CHECKOUTS = 100_000;
const YEAR = 366 * 24 * 3_600_000;
/** Milliseconds for all effects of the last orders. */
const FOLLOWED_TIMEOUT_MS = 60_000;

/** Works on an installation's database from outside. */
export async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { name: 'wasl-shop-faults', max: 2 });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Gives some offers of the catalogue more stock than can be bought. */
export async function stockUp(database: Database): Promise<Counter> {
  const { rows } = await database.raw<{ rows: { offerId: string }[] }>(
    `SELECT l.offer_id AS "offerId", min(l.warehouse_id::text)::uuid AS warehouse
       FROM stock_levels l JOIN offers o ON o.id = l.offer_id JOIN variants v ON v.id = o.variant_id
       JOIN products p ON p.id = v.product_id JOIN warehouses w ON w.id = l.warehouse_id
      WHERE o.active AND w.active AND NOT p.digital AND o.price <= ?
      GROUP BY l.offer_id ORDER BY l.offer_id LIMIT ?`,
    [DEAREST, MANY_OFFERS],
  );
  const offerIds = rows.map(({ offerId }) => offerId);
  await database.raw(
    `WITH stocked AS (
       UPDATE stock_levels SET on_hand = on_hand + :units WHERE offer_id = ANY(CAST(:offerIds AS uuid[]))
       RETURNING offer_id, warehouse_id)
     INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id)
     SELECT gen_random_uuid(), offer_id, warehouse_id, :units, 0, 'IMPORT', 'shop-faults' FROM stocked`,
    { units: UNITS, offerIds } as never,
  );
  const { id } = await database('shipping_methods').where({ code: 'STANDARD', seller_id: null }).first('id');
  return { offerIds, methodId: id };
}

/** What is wrong once everything is over; empty when nothing is. */
export async function auditShop(
  database: Database,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  await allFollowed(database);
  const later = { now: () => new Date(Date.now() + YEAR) };
  await expireDueCheckouts({ database, clock: later }, MANY_CHECKOUTS);
  const sellers: { id: string }[] = await database('sellers').select('id');
  const broken = await brokenRules(
    database,
    sellers.map(({ id }) => id),
  );
  return [
    ...(await orderFaults(database, acknowledged)),
    ...(await reservationFaults(database)),
    ...(await checkStock(database)).map((fault) => `stock: ${JSON.stringify(fault)}`),
    ...(await checkLedger(database)).faults.map((fault) => `ledger: ${JSON.stringify(fault)}`),
    ...(await checkProjections(database)).faults.map((fault) => `projection: ${JSON.stringify(fault)}`),
    ...broken.map((rule) => `rule: ${JSON.stringify(rule)}`),
  ];
}

/** Waits until the worker has emptied the outbox, and fails if it does not in time. */
async function allFollowed(database: Database): Promise<void> {
  const isEmpty = async () => {
    const { rows } = await database.raw('SELECT count(*)::int AS left FROM outbox');
    return rows[0].left === 0;
  };
  const failure = 'the effects of the orders do not come to an end';
  await until(isEmpty, { limitMs: FOLLOWED_TIMEOUT_MS, everyMs: 100, failure });
}

/** Every order confirmed to a shopper exists, with the lines that were ordered, and no other order does. */
async function orderFaults(database: Database, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { id: string; offers: string[] | null }[] }>(
    `SELECT o.id, array_agg(l.offer_id ORDER BY l.offer_id) FILTER (WHERE l.id IS NOT NULL) AS offers
       FROM orders o JOIN accounts a ON a.id = o.account_id AND a.email LIKE '%@shop-faults.example'
       LEFT JOIN order_groups g ON g.order_id = o.id
       LEFT JOIN order_lines l ON l.group_id = g.id
       LEFT JOIN generate_series(1, l.quantity) ON true
      GROUP BY o.id`,
  );
  const stored = new Map(rows.map(({ id, offers }) => [id, (offers ?? []).join()]));
  const confirmed = new Map(
    acknowledged.map(({ orderId, offerIds }) => [orderId, [...offerIds].sort().join()]),
  );
  const lost = [...confirmed].filter(([id, offers]) => stored.get(id) !== offers);
  const surplus = [...stored.keys()].filter((id) => !confirmed.has(id));
  return [
    ...(confirmed.size === acknowledged.length ? [] : ['one order was the response to two purchases']),
    ...lost.map(
      ([id, offers]) => `order ${id} of ${offers} was acknowledged, stored is ${stored.get(id) ?? 'nothing'}`,
    ),
    ...surplus.map((id) => `order ${id} was never acknowledged: doubled`),
  ];
}

async function reservationFaults(database: Database): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { held: number; reserved: number }[] }>(
    `SELECT (SELECT count(*)::int FROM reservations WHERE status = 'HELD') AS held,
            (SELECT coalesce(sum(reserved), 0)::int FROM stock_levels) AS reserved`,
  );
  return rows.flatMap(({ held, reserved }) =>
    held === 0 && reserved === 0 ? [] : [`${held} reservations are left, ${reserved} units reserved`],
  );
}

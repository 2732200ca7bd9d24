import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { FreeStock } from './allocate.ts';

/** A change of one stock row, with its cause. A cause moves a row once. */
export interface StockMove {
  offerId: string;
  warehouseId: string;
  onHand: number;
  reserved: number;
  cause: 'RESERVE' | 'RELEASE' | 'SALE' | 'RETURN';
  causeId: string;
}

export interface MoveOptions {
  ids: Ids;
  /** Domain time. */
  at: Date;
  /** Who caused it; null for the service itself. */
  accountId: string | null;
  /** A cause that has moved its row before: 'fail' rejects, 'skip' leaves the row alone. */
  repeated: 'fail' | 'skip';
}

/**
 * Whoever touches several stock rows locks them first, in this one order: two that need the same rows then wait
 * for each other instead of blocking each other. Rows that refer to a level may be written meanwhile: its key stays.
 */
export const LOCK_ORDER = 'ORDER BY l.offer_id, l.warehouse_id FOR NO KEY UPDATE OF l';

const HELD_ROWS = `SELECT r.offer_id, r.warehouse_id FROM reservations r
                    WHERE r.checkout_id = ANY(?::uuid[]) AND r.status = 'HELD'`;
const LOCK_STOCK = {
  name: 'lock_stock',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand - l.reserved AS available,
               w.active AND l.offer_id = ANY(?::uuid[]) AS usable
          FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id
         WHERE l.offer_id = ANY(?::uuid[]) OR (l.offer_id, l.warehouse_id) IN (${HELD_ROWS})
         ${LOCK_ORDER}`,
};
const LOCK_WANTED = {
  name: 'lock_wanted_stock',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand - l.reserved AS available,
               w.active AS usable
          FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id
         WHERE l.offer_id = ANY(?::uuid[])
         ${LOCK_ORDER}`,
};
const READ_FREE = {
  name: 'free_stock',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand - l.reserved AS available,
               EXISTS (SELECT 1 FROM checkouts c WHERE c.account_id = ?::uuid AND c.status = 'OPEN') AS holding
          FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
         WHERE l.offer_id = ANY(?::uuid[])`,
};
const LOCK_HELD = {
  name: 'lock_held_stock',
  sql: `SELECT 1 FROM stock_levels l WHERE (l.offer_id, l.warehouse_id) IN (${HELD_ROWS}) ${LOCK_ORDER}`,
};

/** Locks all stock of these offers and what these checkouts hold. Answers what is free of the offers in active warehouses. */
export async function lockStock(
  trx: Transaction,
  offerIds: readonly string[],
  checkoutIds: readonly string[],
): Promise<FreeStock[]> {
  type Row = FreeStock & { usable: boolean };
  // Two statements: an OR over both would be read from beginning to end.
  const rows =
    checkoutIds.length === 0
      ? await runPrepared<Row>(trx, LOCK_WANTED, [[...offerIds]])
      : await runPrepared<Row>(trx, LOCK_STOCK, [[...offerIds], [...offerIds], [...checkoutIds]]);
  return rows.filter((row) => row.usable);
}

/**
 * What is free of these offers in active warehouses at this moment; nothing is locked. Null when the account has an
 * open checkout: what that holds would be free for another one.
 */
export async function readFreeStock(
  executor: Database | Transaction,
  offerIds: readonly string[],
  accountId: string,
): Promise<FreeStock[] | null> {
  const rows = await runPrepared<FreeStock & { holding: boolean }>(executor, READ_FREE, [
    accountId,
    [...offerIds],
  ]);
  return rows.some(({ holding }) => holding) ? null : rows;
}

/** Locks the stock rows these checkouts hold something of. */
export async function lockHeldStock(trx: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await runPrepared(trx, LOCK_HELD, [[...checkoutIds]]);
}

/** Locks the stock rows a group was sold from. */
export async function lockSoldStock(trx: Transaction, groupId: string): Promise<void> {
  await trx.raw(
    `SELECT 1 FROM stock_levels l
      WHERE (l.offer_id, l.warehouse_id) IN (SELECT a.offer_id, a.warehouse_id
                                               FROM order_line_allocations a JOIN order_lines o ON o.id = a.line_id
                                              WHERE o.group_id = ?)
      ${LOCK_ORDER}`,
    [groupId],
  );
}

/**
 * Changes locked stock rows and writes down why. The version is that of the count: only what changes `on_hand`
 * raises it, so that a busy offer can still be counted.
 */
export async function moveStock(
  trx: Transaction,
  moves: readonly StockMove[],
  options: MoveOptions,
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map((move) => ({ id: options.ids.next(), ...move }));
  const offerIds = moves.map(({ offerId }) => offerId);
  const bindings = [options.accountId, options.at, JSON.stringify(rows), offerIds];
  await runPrepared(trx, MOVE[options.repeated], bindings);
}

const MOVE = {
  fail: { name: 'move_stock', sql: moveSql('') },
  skip: {
    name: 'move_stock_once',
    sql: moveSql('ON CONFLICT (offer_id, warehouse_id, cause, cause_id) DO NOTHING'),
  },
};

function moveSql(onRepeat: string): string {
  return `
  WITH written AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT m.id, m."offerId", m."warehouseId", m."onHand", m.reserved, m.cause, m."causeId", ?::uuid, ?::timestamptz
      FROM jsonb_to_recordset(?::jsonb) AS m(id uuid, "offerId" uuid, "warehouseId" uuid, "onHand" integer,
                                             reserved integer, cause text, "causeId" text)
    ${onRepeat}
    RETURNING offer_id, warehouse_id, on_hand_delta, reserved_delta)
  UPDATE stock_levels l
     SET on_hand = l.on_hand + d.on_hand, reserved = l.reserved + d.reserved,
         version = l.version + CASE WHEN d.on_hand <> 0 THEN 1 ELSE 0 END, updated_at = now()
    FROM (SELECT offer_id, warehouse_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved
            FROM written GROUP BY offer_id, warehouse_id) d
   WHERE l.offer_id = d.offer_id AND l.warehouse_id = d.warehouse_id AND l.offer_id = ANY(?::uuid[])`;
}

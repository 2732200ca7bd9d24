/*
 * Parts of the statements by which checkouts reserve units and release them. A checkout is written together with what
 * it holds or not at all, and a stock level that many of a batch want is updated once.
 */

/**
 * Locks the stock levels that `keys` names and gives what is free of each. A statement that touches several locks them
 * all in this way, and so in the one order: see LOCK_ORDER. Looked up one by one: how few there are is not known to the
 * planner, which might read all stock for them.
 * @param keys A query of `offer_id` and `warehouse_id`.
 */
export function lockedLevels(keys: string): string {
  return `
    SELECT l.offer_id, l.warehouse_id, l.free
      FROM (SELECT DISTINCT k.offer_id, k.warehouse_id FROM (${keys}) k ORDER BY 1, 2) k
     CROSS JOIN LATERAL (SELECT s.offer_id, s.warehouse_id, s.on_hand - s.reserved AS free FROM stock_levels s
                          WHERE s.offer_id = k.offer_id AND s.warehouse_id = k.warehouse_id
                            FOR NO KEY UPDATE) l`;
}

/**
 * The levels of which checkouts held something when the statement began. Nothing is added to what a checkout holds.
 * @param checkouts Name of a CTE with `checkout_id`.
 */
export function heldLevels(checkouts: string): string {
  return `
    SELECT r.offer_id, r.warehouse_id
      FROM ${checkouts} e
     CROSS JOIN LATERAL (SELECT h.offer_id, h.warehouse_id FROM reservations h
                          WHERE h.checkout_id = e.checkout_id AND h.status = 'HELD' OFFSET 0) r`;
}

/**
 * What checkouts hold now that its levels are locked: a count may have revoked some of it since the statement began.
 * @param checkouts Name of a CTE with `checkout_id`, whose columns are given with each reservation.
 * @param locked Name of the CTE that locks their levels.
 */
export function heldNow(checkouts: string, locked: string): string {
  return `
    SELECT e.*, r.id, r.offer_id, r.warehouse_id, r.quantity
      FROM ${checkouts} e
     CROSS JOIN LATERAL (SELECT h.id, h.offer_id, h.warehouse_id, h.quantity FROM reservations h
                          WHERE h.checkout_id = e.checkout_id AND h.status = 'HELD'
                          ORDER BY h.id FOR NO KEY UPDATE) r
     WHERE (SELECT count(*) FROM ${locked}) > 0`;
}

/**
 * CTEs that end reservations, and tell the levels and the movements of them. Movements get their ids here: how many
 * there are is known to PostgreSQL alone.
 * @param released Name of a CTE: what `heldNow` gives, with `account_id` and `at`.
 */
export function releasing(released: string): string {
  return `
  ended_reservations AS (
    UPDATE reservations r SET status = 'RELEASED', ended_at = x.at FROM ${released} x WHERE r.id = x.id),
  releases AS MATERIALIZED (
    SELECT x.checkout_id, x.offer_id, x.warehouse_id, x.account_id, x.at, 'RELEASE' AS cause,
           -sum(x.quantity)::integer AS reserved
      FROM ${released} x GROUP BY x.checkout_id, x.offer_id, x.warehouse_id, x.account_id, x.at)`;
}

/**
 * CTEs that hold units for checkouts, and tell the levels and the movements of them.
 * @param reserved Name of a CTE with `checkout_id`, `line_id`, `offer_id`, `warehouse_id`, `quantity`, `account_id`, `at`.
 */
export function reserving(reserved: string): string {
  return `
  new_reservations AS (
    INSERT INTO reservations (id, checkout_id, line_id, offer_id, warehouse_id, quantity, status, created_at)
    SELECT uuidv7(), w.checkout_id, w.line_id, w.offer_id, w.warehouse_id, w.quantity, 'HELD', w.at FROM ${reserved} w),
  reserves AS MATERIALIZED (
    SELECT w.checkout_id, w.offer_id, w.warehouse_id, w.account_id, w.at, 'RESERVE' AS cause, w.quantity AS reserved
      FROM ${reserved} w)`;
}

/**
 * CTEs that write down what `releasing` and `reserving` tell, and change each level once.
 * @param changes A query of their columns. The levels are locked.
 */
export function movingReserved(changes: string): string {
  return `
  changes AS MATERIALIZED (${changes}),
  movements AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT uuidv7(), c.offer_id, c.warehouse_id, 0, c.reserved, c.cause, c.checkout_id::text, c.account_id, c.at
      FROM changes c),
  moved AS (
    UPDATE stock_levels l SET reserved = l.reserved + c.reserved, updated_at = now()
      FROM (SELECT offer_id, warehouse_id, sum(reserved)::integer AS reserved
              FROM changes GROUP BY offer_id, warehouse_id) c
     WHERE l.offer_id = c.offer_id AND l.warehouse_id = c.warehouse_id AND c.reserved <> 0)`;
}

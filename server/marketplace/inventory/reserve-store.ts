/*
 * Parts of the statements by which checkouts reserve and release units. A checkout is written together with its
 * reservations or not at all, and a stock level wanted by many of a batch is updated once.
 */

/**
 * Locks the stock levels in `keys` and returns the free units of each. Every statement that locks several levels uses
 * it, and so the same order: see LOCK_ORDER. Looks them up one by one, because the planner does not know how few there
 * are and might read all stock.
 * @param keys A query returning `offer_id` and `warehouse_id`.
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
 * The levels that checkouts had reservations on when the statement began. Reservations are never added to an existing
 * checkout.
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
 * The checkouts' current reservations, read after locking their levels: a count may have revoked some since the
 * statement began.
 * @param checkouts Name of a CTE with `checkout_id`, whose columns are returned with each reservation.
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
 * CTEs that end reservations and return the changes of levels and movements. Movement ids are generated here, because
 * only PostgreSQL knows how many there are.
 * @param released Name of a CTE: the result of `heldNow`, with `account_id` and `at`.
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
 * CTEs that reserve units for checkouts and return the changes of levels and movements.
 * @param reserved Name of a CTE with `checkout_id`, `line_id`, `offer_id`, `warehouse_id`, `quantity`, `account_id`,
 * `at`.
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
 * CTEs that record the changes returned by `releasing` and `reserving`, and update each level once.
 * @param changes A query with their columns. The levels must be locked.
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

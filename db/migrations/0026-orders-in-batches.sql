-- Orders are confirmed in batches. Drops what only repeats other rows, and foreign keys whose checks lock rows that
-- many orders share (an offer, a seller, a warehouse): the writing statement copies these ids from rows that have the
-- same foreign keys. `npm run projections:check` checks the dropped references.

-- Makes a statement, and its transaction, fail if something has changed since it was read; the caller then retries from
-- the start.
CREATE FUNCTION require_unchanged(unchanged boolean, what text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF unchanged THEN RETURN true; END IF;
  RAISE EXCEPTION '% changed meanwhile', what USING ERRCODE = '40001';
END $function$;

-- The reservations consumed by an order contain the same information.
DO $$
BEGIN
  IF EXISTS (SELECT a.line_id, a.offer_id, a.warehouse_id, a.quantity FROM order_line_allocations a
             EXCEPT
             SELECT l.id, r.offer_id, r.warehouse_id, r.quantity
               FROM order_lines l
               JOIN orders o ON o.id = l.order_id
               JOIN reservations r ON r.checkout_id = o.checkout_id AND r.offer_id = l.offer_id
              WHERE r.status = 'CONSUMED')
  THEN RAISE EXCEPTION 'order_line_allocations holds what no reservation says';
  END IF;
END $$;
DROP TABLE order_line_allocations;
CREATE VIEW order_line_allocations AS
SELECT l.id AS line_id, r.offer_id, r.warehouse_id, r.quantity
  FROM order_lines l
  JOIN orders o ON o.id = l.order_id
  JOIN reservations r ON r.checkout_id = o.checkout_id AND r.offer_id = l.offer_id AND r.status = 'CONSUMED';
COMMENT ON VIEW order_line_allocations IS
  'From which warehouse units of a line were sold, which is where they go back to when it is cancelled.';

-- Copied from the checkout's lines and reservations, which have these keys: a reservation its stock level, a level its
-- offer and warehouse, an offer its seller and variant. None of them is ever deleted.
ALTER TABLE order_lines
  DROP CONSTRAINT order_lines_offer_id_fkey,
  DROP CONSTRAINT order_lines_variant_id_fkey,
  -- Same as the group's order.
  DROP CONSTRAINT order_lines_order_id_fkey;
ALTER TABLE order_groups
  DROP CONSTRAINT order_groups_seller_id_fkey,
  DROP CONSTRAINT order_groups_warehouse_id_fkey;
-- The checkout's row is locked and updated by the same transaction.
ALTER TABLE orders DROP CONSTRAINT orders_checkout_id_fkey;

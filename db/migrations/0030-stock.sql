-- Below this many free pieces in active warehouses an offer is low; null: nobody wants to know.
ALTER TABLE offers ADD COLUMN low_stock_threshold integer CHECK (low_stock_threshold BETWEEN 1 AND 1000000);
CREATE INDEX offers_watched ON offers (id) WHERE low_stock_threshold IS NOT NULL;

-- Offers whose sellers were told that they are low. A row goes when the offer is no longer below its threshold: then
-- falling below it is news again.
CREATE TABLE low_stock_marks (
  offer_id uuid PRIMARY KEY REFERENCES offers (id),
  since    timestamptz NOT NULL
);

-- A file of counted stock, taken over as a whole.
CREATE TABLE stock_imports (
  id                uuid PRIMARY KEY,
  seller_id         uuid NOT NULL REFERENCES sellers (id),
  account_id        uuid NOT NULL REFERENCES accounts (id),
  rows              integer NOT NULL CHECK (rows > 0),
  changed           integer NOT NULL CHECK (changed BETWEEN 0 AND rows),
  reservations_lost integer NOT NULL CHECK (reservations_lost >= 0),
  at                timestamptz NOT NULL
);
CREATE INDEX stock_imports_seller ON stock_imports (seller_id, id DESC);

-- Nothing is reserved in a warehouse that was closed meanwhile. Whoever closes it holds its stock rows, so a checkout
-- that found it open waits here and then sees it closed; it is tried again from the start, as after a deadlock.
CREATE FUNCTION guard_reserving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM warehouses WHERE id = NEW.warehouse_id AND active) THEN
    RAISE EXCEPTION 'warehouse % is closed', NEW.warehouse_id USING ERRCODE = '40001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_levels_reserving AFTER UPDATE ON stock_levels
  FOR EACH ROW WHEN (NEW.reserved > OLD.reserved) EXECUTE FUNCTION guard_reserving();

-- Whether a warehouse has groups that are still to be picked up there.
CREATE INDEX order_groups_to_pick_up ON order_groups (warehouse_id)
  WHERE status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED', 'READY_FOR_PICKUP');

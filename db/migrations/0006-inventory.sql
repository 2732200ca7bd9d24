-- Stock: how much is in which warehouse, its movements, and low-stock marks.

CREATE TABLE stock_levels (
  offer_id     uuid NOT NULL REFERENCES offers (id),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  on_hand      integer NOT NULL CHECK (on_hand >= 0),
  reserved     integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- increases with every change of on_hand but not with reservations, so an ETag stays valid while shoppers check out
  version      integer NOT NULL DEFAULT 1,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (offer_id, warehouse_id),
  -- available = on_hand - reserved is never negative: this constraint makes overselling impossible
  CONSTRAINT stock_never_oversold CHECK (reserved <= on_hand)
);
COMMENT ON TABLE stock_levels IS 'The stock of an offer in one warehouse: units on hand, and how many of them are reserved.';

-- Nothing can be reserved in a warehouse that has been closed meanwhile. Closing locks its stock rows, so a checkout
-- that read it as open waits here, sees it closed and fails; it is then retried from the start, as after a deadlock.
CREATE FUNCTION guard_reserving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM warehouses WHERE id = NEW.warehouse_id AND active) THEN
    RAISE EXCEPTION 'warehouse % is closed', NEW.warehouse_id USING ERRCODE = '40001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_levels_reserving AFTER UPDATE ON stock_levels
  FOR EACH ROW WHEN (NEW.reserved > OLD.reserved) EXECUTE FUNCTION guard_reserving();

CREATE TABLE stock_movements (
  id             uuid PRIMARY KEY,
  offer_id       uuid NOT NULL,
  warehouse_id   uuid NOT NULL,
  on_hand_delta  integer NOT NULL,
  reserved_delta integer NOT NULL,
  cause          text NOT NULL CHECK (cause IN ('IMPORT', 'COUNT', 'RESERVE', 'RELEASE', 'SALE', 'RETURN')),
  cause_id       text NOT NULL,
  account_id     uuid,
  reason         text,
  at             timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels (offer_id, warehouse_id),
  -- one cause moves a stock row only once
  UNIQUE (offer_id, warehouse_id, cause, cause_id)
);
COMMENT ON TABLE stock_movements IS
  'One change of a stock level and its cause; the sums of the movements are the levels. Append-only.';
CREATE INDEX stock_movements_time ON stock_movements (offer_id, warehouse_id, id DESC);
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE stock_imports (
  id                uuid PRIMARY KEY,
  seller_id         uuid NOT NULL REFERENCES sellers (id),
  account_id        uuid NOT NULL REFERENCES accounts (id),
  rows              integer NOT NULL CHECK (rows > 0),
  changed           integer NOT NULL CHECK (changed BETWEEN 0 AND rows),
  reservations_lost integer NOT NULL CHECK (reservations_lost >= 0),
  at                timestamptz NOT NULL
);
COMMENT ON TABLE stock_imports IS 'A file of counted stock that was taken over as a whole.';
CREATE INDEX stock_imports_seller ON stock_imports (seller_id, id DESC);

CREATE TABLE low_stock_marks (
  offer_id uuid PRIMARY KEY REFERENCES offers (id),
  since    timestamptz NOT NULL
);
COMMENT ON TABLE low_stock_marks IS
  'An offer whose seller was notified that stock is low; removed once stock is no longer below the threshold.';

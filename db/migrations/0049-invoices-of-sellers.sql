-- The invoice that a seller puts into a parcel, for its part of an order.

CREATE TABLE seller_invoice_years (
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  year        integer NOT NULL,
  -- the row is locked until its numbers are committed with their invoices, so a seller's year has no gap
  last_number integer NOT NULL CHECK (last_number >= 0),
  PRIMARY KEY (seller_id, year)
);
COMMENT ON TABLE seller_invoice_years IS 'The number of the last invoice that a seller gave in a year.';

CREATE TABLE seller_invoices (
  group_id   uuid PRIMARY KEY REFERENCES order_groups (id),
  seller_id  uuid NOT NULL REFERENCES sellers (id),
  number     text NOT NULL,
  issued_at  timestamptz NOT NULL,
  buyer_name text NOT NULL,
  -- all its other content, as of that time
  document   jsonb NOT NULL,
  UNIQUE (seller_id, number)
);
COMMENT ON TABLE seller_invoices IS
  'A seller''s invoice of an order group, numbered and kept when it is first requested. Append-only.';
CREATE TRIGGER seller_invoices_append_only BEFORE UPDATE OR DELETE ON seller_invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

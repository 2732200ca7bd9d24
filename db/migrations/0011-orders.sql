-- Orders, their groups and lines, and invoices.

CREATE SEQUENCE order_number;

CREATE TABLE orders (
  id             uuid PRIMARY KEY,
  number         text NOT NULL UNIQUE,
  -- at most one order per checkout, however often confirming is retried
  checkout_id    uuid NOT NULL UNIQUE REFERENCES checkouts (id),
  account_id     uuid NOT NULL REFERENCES accounts (id),
  -- projection of the order actor, like actor_version; the other columns never change
  status         text NOT NULL CHECK (status IN ('PENDING', 'IN_PROGRESS', 'DELIVERED', 'PARTIALLY_DELIVERED', 'CANCELLED')),
  address        jsonb NOT NULL,
  payment_method text NOT NULL CHECK (payment_method = 'COD'),
  goods_total    numeric(12,2) NOT NULL,
  shipping_total numeric(12,2) NOT NULL,
  tax_total      numeric(12,2) NOT NULL DEFAULT 0,
  total          numeric(12,2) NOT NULL,
  placed_at      timestamptz NOT NULL,
  actor_version  bigint NOT NULL,
  CHECK (total = goods_total + shipping_total)
);
COMMENT ON TABLE orders IS 'What a buyer confirmed.';
CREATE INDEX orders_account ON orders (account_id, id DESC);
CREATE INDEX orders_status ON orders (status, id DESC);
CREATE INDEX orders_account_status ON orders (account_id, status, id DESC);

CREATE TABLE order_groups (
  id                  uuid PRIMARY KEY,
  order_id            uuid NOT NULL REFERENCES orders (id),
  seller_id           uuid NOT NULL REFERENCES sellers (id),
  -- where the driver picks up
  warehouse_id        uuid NOT NULL REFERENCES warehouses (id),
  method_code         text NOT NULL,
  method_name_en      text NOT NULL,
  method_name_ar      text NOT NULL,
  promised_from       date NOT NULL,
  promised_to         date NOT NULL,
  goods_total         numeric(12,2) NOT NULL,
  shipping_total      numeric(12,2) NOT NULL,
  cash_due            numeric(12,2) NOT NULL,
  commission_rate     numeric(5,2) NOT NULL,
  commission          numeric(12,2) NOT NULL,
  accept_by           timestamptz NOT NULL,
  -- from here on: projection of the order actor
  status              text NOT NULL,
  payment_status      text NOT NULL CHECK (payment_status IN ('PENDING', 'COLLECTED', 'SETTLED', 'VOID')),
  collected_amount    numeric(12,2),
  deadline_missed     boolean NOT NULL DEFAULT false,
  accepted_at         timestamptz,
  ready_at            timestamptz,
  ended_at            timestamptz,
  actor_version       bigint NOT NULL,
  return_confirmed_at timestamptz,
  CHECK (cash_due = goods_total + shipping_total),
  CHECK (collected_amount IS NULL OR collected_amount = cash_due),
  CONSTRAINT what_never_arrived_is_not_owed CHECK (status NOT IN ('RETURNED', 'WRITTEN_OFF') OR payment_status = 'VOID'),
  CONSTRAINT only_returns_are_confirmed CHECK (return_confirmed_at IS NULL OR status = 'RETURNED')
);
COMMENT ON TABLE order_groups IS 'The part of an order that one seller fulfils.';
CREATE INDEX order_groups_order ON order_groups (order_id);
CREATE INDEX order_groups_seller ON order_groups (seller_id, status, id DESC);
CREATE INDEX order_groups_delivered ON order_groups (seller_id, ended_at DESC, id DESC) WHERE status = 'DELIVERED';
CREATE INDEX order_groups_ended ON order_groups (ended_at) WHERE status <> 'DELIVERED';
-- Whether groups are still to be picked up at a warehouse.
CREATE INDEX order_groups_to_pick_up ON order_groups (warehouse_id)
  WHERE status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED', 'READY_FOR_PICKUP');
-- Which orders had a task under way at a moment. A range whose end is before its start must not make the commit fail.
CREATE INDEX order_groups_under_way ON order_groups USING gist (
  tstzrange(ready_at, CASE WHEN ended_at IS NULL THEN 'infinity' ELSE greatest(ready_at, ended_at) END, '[]')
) WHERE ready_at IS NOT NULL;

CREATE TABLE order_lines (
  id           uuid PRIMARY KEY,
  order_id     uuid NOT NULL REFERENCES orders (id),
  group_id     uuid NOT NULL REFERENCES order_groups (id),
  offer_id     uuid NOT NULL REFERENCES offers (id),
  variant_id   uuid NOT NULL REFERENCES variants (id),
  sku          text NOT NULL,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  unit_price   numeric(12,2) NOT NULL,
  line_total   numeric(12,2) NOT NULL,
  tax_rate     numeric(5,2) NOT NULL,
  tax_amount   numeric(12,2) NOT NULL,
  -- the chosen options, and their localised names when they were bought
  options      jsonb NOT NULL DEFAULT '{}',
  option_texts jsonb NOT NULL DEFAULT '{}',
  CHECK (line_total = unit_price * quantity)
);
COMMENT ON TABLE order_lines IS 'A line of an order as it was bought; it never changes.';
CREATE INDEX order_lines_group ON order_lines (group_id);

CREATE TABLE order_line_allocations (
  line_id      uuid NOT NULL REFERENCES order_lines (id),
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (line_id, warehouse_id),
  FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels (offer_id, warehouse_id)
);
COMMENT ON TABLE order_line_allocations IS
  'From which warehouse units of a line were sold, which is where they go back to when it is cancelled.';

CREATE TABLE invoice_years (
  year        integer PRIMARY KEY,
  -- the row is locked until the number is committed with its invoice, so a year's numbers have no gap
  last_number integer NOT NULL CHECK (last_number >= 0)
);
COMMENT ON TABLE invoice_years IS 'The number of the last invoice of a year.';

CREATE TABLE invoices (
  order_id  uuid PRIMARY KEY REFERENCES orders (id),
  number    text NOT NULL UNIQUE,
  issued_at timestamptz NOT NULL
);
COMMENT ON TABLE invoices IS 'The invoice of an order, numbered when it is first requested. Append-only.';
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

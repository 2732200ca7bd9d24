CREATE SEQUENCE order_number;

-- What the buyer confirmed: immutable but for `status`, which the order actor's commit writes.
CREATE TABLE orders (
  id             uuid PRIMARY KEY,
  number         text NOT NULL UNIQUE,
  -- one order per checkout, whatever is retried
  checkout_id    uuid NOT NULL UNIQUE REFERENCES checkouts (id),
  account_id     uuid NOT NULL REFERENCES accounts (id),
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
CREATE INDEX orders_account ON orders (account_id, id DESC);
CREATE INDEX orders_status ON orders (status, id DESC);

CREATE TABLE order_groups (
  id                uuid PRIMARY KEY,
  order_id          uuid NOT NULL REFERENCES orders (id),
  seller_id         uuid NOT NULL REFERENCES sellers (id),
  -- where the driver picks up
  warehouse_id      uuid NOT NULL REFERENCES warehouses (id),
  method_code       text NOT NULL,
  method_name_en    text NOT NULL,
  method_name_ar    text NOT NULL,
  promised_from     date NOT NULL,
  promised_to       date NOT NULL,
  goods_total       numeric(12,2) NOT NULL,
  shipping_total    numeric(12,2) NOT NULL,
  cash_due          numeric(12,2) NOT NULL,
  commission_rate   numeric(5,2) NOT NULL,
  commission        numeric(12,2) NOT NULL,
  accept_by         timestamptz NOT NULL,
  -- from here on: mirror of the order actor
  status            text NOT NULL,
  payment_status    text NOT NULL CHECK (payment_status IN ('PENDING', 'COLLECTED', 'SETTLED', 'VOID')),
  collected_amount  numeric(12,2),
  deadline_missed   boolean NOT NULL DEFAULT false,
  accepted_at       timestamptz,
  ready_at          timestamptz,
  ended_at          timestamptz,
  actor_version     bigint NOT NULL,
  CHECK (cash_due = goods_total + shipping_total),
  CHECK (collected_amount IS NULL OR collected_amount = cash_due)
);
CREATE INDEX order_groups_order ON order_groups (order_id);
CREATE INDEX order_groups_seller ON order_groups (seller_id, status, id DESC);

CREATE TABLE order_lines (
  id         uuid PRIMARY KEY,
  order_id   uuid NOT NULL REFERENCES orders (id),
  group_id   uuid NOT NULL REFERENCES order_groups (id),
  offer_id   uuid NOT NULL REFERENCES offers (id),
  variant_id uuid NOT NULL REFERENCES variants (id),
  sku        text NOT NULL,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  quantity   integer NOT NULL CHECK (quantity > 0),
  unit_price numeric(12,2) NOT NULL,
  line_total numeric(12,2) NOT NULL,
  tax_rate   numeric(5,2) NOT NULL,
  tax_amount numeric(12,2) NOT NULL,
  CHECK (line_total = unit_price * quantity)
);
CREATE INDEX order_lines_group ON order_lines (group_id);

-- From which stock a line was sold: where a cancelled line's units go back to.
CREATE TABLE order_line_allocations (
  line_id      uuid NOT NULL REFERENCES order_lines (id),
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (line_id, warehouse_id),
  FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels (offer_id, warehouse_id)
);

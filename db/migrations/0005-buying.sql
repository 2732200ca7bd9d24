CREATE TABLE carts (
  id         uuid PRIMARY KEY,
  account_id uuid UNIQUE REFERENCES accounts (id),
  -- SHA-256 of a guest's token; null for an account's cart
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((account_id IS NULL) <> (token_hash IS NULL))
);

CREATE TABLE cart_items (
  id         uuid PRIMARY KEY,
  cart_id    uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  offer_id   uuid NOT NULL REFERENCES offers (id),
  quantity   integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (cart_id, offer_id)
);

CREATE TABLE addresses (
  id              uuid PRIMARY KEY,
  account_id      uuid NOT NULL REFERENCES accounts (id),
  label           text,
  contact_name    text NOT NULL,
  phone           text NOT NULL CHECK (phone ~ '^\+974[0-9]{8}$'),
  zone_number     integer NOT NULL,
  street_number   integer NOT NULL,
  building_number integer NOT NULL,
  unit            text,
  floor           text,
  landmark        text,
  latitude        double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude       double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  deleted_at      timestamptz,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX addresses_account ON addresses (account_id, id) WHERE deleted_at IS NULL;

CREATE TABLE checkouts (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts (id),
  status         text NOT NULL CHECK (status IN ('OPEN', 'CONFIRMED', 'EXPIRED', 'CANCELLED')),
  expires_at     timestamptz NOT NULL,
  -- the address as it was chosen: later edits never touch an open checkout
  address        jsonb,
  payment_method text CHECK (payment_method IN ('COD')),
  order_id       uuid,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX checkouts_one_open ON checkouts (account_id) WHERE status = 'OPEN';
CREATE INDEX checkouts_expiry ON checkouts (expires_at) WHERE status = 'OPEN';

CREATE TABLE checkout_lines (
  id          uuid PRIMARY KEY,
  checkout_id uuid NOT NULL REFERENCES checkouts (id),
  offer_id    uuid NOT NULL REFERENCES offers (id),
  variant_id  uuid NOT NULL REFERENCES variants (id),
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  sku         text NOT NULL,
  name_en     text NOT NULL,
  name_ar     text NOT NULL,
  digital     boolean NOT NULL DEFAULT false,
  quantity    integer NOT NULL CHECK (quantity > 0),
  unit_price  numeric(12,2) NOT NULL,
  UNIQUE (checkout_id, offer_id)
);

CREATE TABLE checkout_shipping (
  checkout_id   uuid NOT NULL REFERENCES checkouts (id),
  seller_id     uuid NOT NULL REFERENCES sellers (id),
  method_id     uuid NOT NULL REFERENCES shipping_methods (id),
  code          text NOT NULL,
  name_en       text NOT NULL,
  name_ar       text NOT NULL,
  price         numeric(12,2) NOT NULL,
  promised_from date NOT NULL,
  promised_to   date NOT NULL,
  PRIMARY KEY (checkout_id, seller_id)
);

-- HELD counts in stock_levels.reserved. LOST: taken away by a stock count below what was reserved.
CREATE TABLE reservations (
  id           uuid PRIMARY KEY,
  checkout_id  uuid NOT NULL REFERENCES checkouts (id),
  line_id      uuid NOT NULL REFERENCES checkout_lines (id),
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  status       text NOT NULL CHECK (status IN ('HELD', 'CONSUMED', 'RELEASED', 'LOST')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  ended_at     timestamptz,
  FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels (offer_id, warehouse_id)
);
CREATE INDEX reservations_checkout ON reservations (checkout_id);
CREATE INDEX reservations_held ON reservations (offer_id, warehouse_id, id DESC) WHERE status = 'HELD';

-- From the cart to the order: addresses, checkouts and their reservations.

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
COMMENT ON TABLE addresses IS 'An address of a buyer: the blue plate, a contact and a map pin.';
CREATE INDEX addresses_account ON addresses (account_id, id) WHERE deleted_at IS NULL;

CREATE TABLE checkouts (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts (id),
  status         text NOT NULL CHECK (status IN ('OPEN', 'CONFIRMED', 'EXPIRED', 'CANCELLED')),
  -- domain time
  expires_at     timestamptz NOT NULL,
  -- the address when it was chosen: later edits do not affect an open checkout
  address        jsonb,
  payment_method text CHECK (payment_method IN ('COD')),
  order_id       uuid,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE checkouts IS 'A buyer''s checkout of a cart; a buyer has one open at most.';
CREATE UNIQUE INDEX checkouts_one_open ON checkouts (account_id) WHERE status = 'OPEN';
CREATE INDEX checkouts_expiry ON checkouts (expires_at) WHERE status = 'OPEN';

-- Names, prices and options are copied when the checkout opens, so that the order contains what its buyer was shown.
CREATE TABLE checkout_lines (
  id           uuid PRIMARY KEY,
  checkout_id  uuid NOT NULL REFERENCES checkouts (id),
  offer_id     uuid NOT NULL REFERENCES offers (id),
  variant_id   uuid NOT NULL REFERENCES variants (id),
  seller_id    uuid NOT NULL REFERENCES sellers (id),
  sku          text NOT NULL,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  digital      boolean NOT NULL DEFAULT false,
  quantity     integer NOT NULL CHECK (quantity > 0),
  unit_price   numeric(12,2) NOT NULL,
  -- the chosen options, and their localised names
  options      jsonb NOT NULL DEFAULT '{}',
  option_texts jsonb NOT NULL DEFAULT '{}',
  UNIQUE (checkout_id, offer_id)
);
COMMENT ON TABLE checkout_lines IS 'A line of a checkout, copied from the cart.';

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
COMMENT ON TABLE checkout_shipping IS 'The way to ship that was chosen for one seller of a checkout, as it was offered.';

CREATE TABLE reservations (
  id           uuid PRIMARY KEY,
  checkout_id  uuid NOT NULL REFERENCES checkouts (id),
  line_id      uuid NOT NULL REFERENCES checkout_lines (id),
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  quantity     integer NOT NULL CHECK (quantity > 0),
  -- HELD counts in stock_levels.reserved; LOST was revoked because a stock count was below the reserved quantity
  status       text NOT NULL CHECK (status IN ('HELD', 'CONSUMED', 'RELEASED', 'LOST')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  ended_at     timestamptz,
  FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels (offer_id, warehouse_id)
);
COMMENT ON TABLE reservations IS 'Stock of one warehouse held for a line of a checkout until it is confirmed or ends.';
CREATE INDEX reservations_checkout ON reservations (checkout_id);
CREATE INDEX reservations_held ON reservations (offer_id, warehouse_id, id DESC) WHERE status = 'HELD';

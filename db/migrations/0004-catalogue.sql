CREATE TABLE categories (
  id         uuid PRIMARY KEY,
  parent_id  uuid REFERENCES categories (id),
  import_key text UNIQUE,
  slug       text NOT NULL UNIQUE,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  position   integer NOT NULL DEFAULT 0,
  version    integer NOT NULL DEFAULT 1
);

CREATE TABLE products (
  id                   uuid PRIMARY KEY,
  import_key           text UNIQUE,
  category_id          uuid NOT NULL REFERENCES categories (id),
  -- who may edit its texts; null: the platform (imported)
  created_by_seller_id uuid REFERENCES sellers (id),
  title_en             text NOT NULL,
  title_ar             text NOT NULL,
  description_en       text NOT NULL DEFAULT '',
  description_ar       text NOT NULL DEFAULT '',
  digital              boolean NOT NULL DEFAULT false,
  active               boolean NOT NULL DEFAULT true,
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX products_category ON products (category_id, id);
CREATE INDEX products_seller ON products (created_by_seller_id, id) WHERE created_by_seller_id IS NOT NULL;

CREATE TABLE variants (
  id         uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id),
  import_key text UNIQUE,
  sku        text NOT NULL UNIQUE,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  options    jsonb NOT NULL DEFAULT '{}',
  position   integer NOT NULL DEFAULT 0
);
CREATE INDEX variants_product ON variants (product_id, position);

CREATE TABLE offers (
  id         uuid PRIMARY KEY,
  variant_id uuid NOT NULL REFERENCES variants (id),
  seller_id  uuid NOT NULL REFERENCES sellers (id),
  price      numeric(12,2) NOT NULL CHECK (price > 0),
  active     boolean NOT NULL DEFAULT true,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (variant_id, seller_id)
);
CREATE INDEX offers_seller ON offers (seller_id, id);

CREATE TABLE stock_levels (
  offer_id     uuid NOT NULL REFERENCES offers (id),
  warehouse_id uuid NOT NULL REFERENCES warehouses (id),
  on_hand      integer NOT NULL CHECK (on_hand >= 0),
  reserved     integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- grows with every change of on_hand, not with reservations: an ETag stays good while shoppers check out
  version      integer NOT NULL DEFAULT 1,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (offer_id, warehouse_id),
  -- available = on_hand - reserved is never below zero: overselling is impossible by this line
  CONSTRAINT stock_never_oversold CHECK (reserved <= on_hand)
);

-- Every change of stock has a cause; a cause moves a row once. Sums equal the levels.
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
  UNIQUE (offer_id, warehouse_id, cause, cause_id)
);
CREATE INDEX stock_movements_time ON stock_movements (offer_id, warehouse_id, id DESC);
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What shoppers see: switched-on offers of active sellers for active products. `available` counts the pieces that
-- can be bought now: in active warehouses, not reserved, and none while the seller is on vacation.
CREATE VIEW shopper_offers AS
SELECT o.id,
       o.variant_id,
       v.product_id,
       o.seller_id,
       s.display_name_en AS seller_name_en,
       s.display_name_ar AS seller_name_ar,
       o.price,
       CASE WHEN s.on_vacation THEN 0
            ELSE coalesce((SELECT sum(l.on_hand - l.reserved)
                             FROM stock_levels l
                             JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                            WHERE l.offer_id = o.id), 0)::integer
       END AS available
  FROM offers o
  JOIN sellers s ON s.id = o.seller_id AND s.status = 'ACTIVE'
  JOIN variants v ON v.id = o.variant_id
  JOIN products p ON p.id = v.product_id AND p.active
 WHERE o.active;

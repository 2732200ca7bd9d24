-- What is sold: categories, products with their variants and pictures, and sellers' offers.

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
COMMENT ON TABLE categories IS 'A category of the shop; categories form trees.';
CREATE INDEX categories_parent ON categories (parent_id, position, id);

CREATE TABLE products (
  id                   uuid PRIMARY KEY,
  import_key           text UNIQUE,
  category_id          uuid NOT NULL REFERENCES categories (id),
  -- the seller who may edit its texts; null: the platform (imported)
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
COMMENT ON TABLE products IS 'A product, whichever sellers offer it.';
CREATE INDEX products_category ON products (category_id, id);
CREATE INDEX products_seller ON products (created_by_seller_id, id) WHERE created_by_seller_id IS NOT NULL;
CREATE INDEX products_name_en ON products (left(lower(title_en), 40), id) WHERE active;
CREATE INDEX products_name_ar ON products (left(lower(title_ar), 40), id) WHERE active;

CREATE TABLE variants (
  id           uuid PRIMARY KEY,
  product_id   uuid NOT NULL REFERENCES products (id),
  import_key   text UNIQUE,
  sku          text NOT NULL UNIQUE,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  options      jsonb NOT NULL DEFAULT '{}',
  position     integer NOT NULL DEFAULT 0,
  -- localised names of the options, by the same keys
  option_texts jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE variants IS 'What can be bought of a product: one choice of its options.';
CREATE INDEX variants_product ON variants (product_id, position);
-- The variants of a product must differ in their options; a jsonb's text has its keys in a fixed order.
CREATE UNIQUE INDEX variants_options ON variants (product_id, md5(options::text));

CREATE TABLE product_images (
  id           uuid PRIMARY KEY,
  product_id   uuid NOT NULL REFERENCES products (id),
  file         text NOT NULL UNIQUE REFERENCES stored_files (name),
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  bytes        integer NOT NULL CHECK (bytes > 0),
  -- as displayed
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  -- alternative text; empty if it adds nothing to the title
  alt_en       text NOT NULL DEFAULT '',
  alt_ar       text NOT NULL DEFAULT '',
  position     integer NOT NULL CHECK (position >= 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- deferred, since a new order is written row by row
  UNIQUE (product_id, position) DEFERRABLE INITIALLY DEFERRED
);
COMMENT ON TABLE product_images IS 'A picture of a product, in the order the seller chose; lists show the first.';
CREATE TRIGGER product_images_file AFTER INSERT OR DELETE ON product_images
  FOR EACH ROW EXECUTE FUNCTION mark_stored_file();

CREATE TABLE offers (
  id                  uuid PRIMARY KEY,
  variant_id          uuid NOT NULL REFERENCES variants (id),
  seller_id           uuid NOT NULL REFERENCES sellers (id),
  price               numeric(12,2) NOT NULL CHECK (price > 0),
  active              boolean NOT NULL DEFAULT true,
  version             integer NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  -- the seller is notified when fewer units than this are available in active warehouses; null: never
  low_stock_threshold integer CHECK (low_stock_threshold BETWEEN 1 AND 1000000),
  -- bounded so that a cart of 50 lines of 99 units, and every total of it, fits numeric(12,2)
  CONSTRAINT offers_price_bounded CHECK (price < 1000000),
  UNIQUE (variant_id, seller_id)
);
COMMENT ON TABLE offers IS 'The price at which a seller sells a variant, and whether it does at present.';
CREATE INDEX offers_seller ON offers (seller_id, id);
CREATE INDEX offers_watched ON offers (id) WHERE low_stock_threshold IS NOT NULL;

CREATE TABLE seller_standings (
  seller_id   uuid PRIMARY KEY REFERENCES sellers (id),
  standing    numeric(4,3) NOT NULL CHECK (standing BETWEEN 0 AND 1),
  computed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE seller_standings IS
  'The share of a seller''s orders accepted in time, by which offers are ranked; computed by the worker, 1 for a new seller.';

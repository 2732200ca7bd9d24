-- A seller's files of products, offers and stock: the changes they would make, and their results.

CREATE TABLE seller_imports (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  account_id  uuid NOT NULL REFERENCES accounts (id),
  kind        text NOT NULL CHECK (kind IN ('PRODUCTS', 'OFFERS', 'STOCK')),
  status      text NOT NULL DEFAULT 'CHECKING'
              CHECK (status IN ('CHECKING', 'CHECKED', 'APPLYING', 'DONE', 'STOPPED', 'FAILED')),
  -- the file's recognised columns; a row's cells are in this order
  columns     text[] NOT NULL,
  -- the file's other columns, which are ignored
  ignored     text[] NOT NULL,
  rows        integer NOT NULL CHECK (rows > 0),
  -- rows by state: to be checked, with changes, unchanged, applied, not possible
  pending     integer NOT NULL CHECK (pending >= 0),
  to_apply    integer NOT NULL DEFAULT 0 CHECK (to_apply >= 0),
  unchanged   integer NOT NULL DEFAULT 0 CHECK (unchanged >= 0),
  applied     integer NOT NULL DEFAULT 0 CHECK (applied >= 0),
  faulty      integer NOT NULL DEFAULT 0 CHECK (faulty >= 0),
  -- the next unit of the present pass; a chunk is done when this has moved past it
  next_unit   integer NOT NULL DEFAULT 0,
  -- consecutive errors of the next chunk
  failures    integer NOT NULL DEFAULT 0,
  -- why it ended early, unless a person stopped it
  reason      text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  changed_at  timestamptz NOT NULL DEFAULT now(),
  CHECK (pending + to_apply + unchanged + applied + faulty = rows)
);
COMMENT ON TABLE seller_imports IS
  'A file of a seller: checked row by row, applied on request, both in chunks of which each happens once. Deleted after 30 days.';
-- One at a time, since two could overtake one another.
CREATE UNIQUE INDEX seller_imports_running ON seller_imports (seller_id, kind) WHERE status IN ('CHECKING', 'APPLYING');
CREATE INDEX seller_imports_due ON seller_imports (changed_at) WHERE status IN ('CHECKING', 'APPLYING');
CREATE INDEX seller_imports_seller ON seller_imports (seller_id, id DESC);
CREATE INDEX seller_imports_age ON seller_imports (changed_at);

CREATE TABLE seller_import_rows (
  import_id uuid NOT NULL REFERENCES seller_imports (id) ON DELETE CASCADE,
  -- as numbered in a spreadsheet: the column names are row 1
  row       integer NOT NULL CHECK (row > 1),
  -- rows of one unit, such as the variants of one product, are checked and applied together
  unit      integer NOT NULL CHECK (unit >= 0),
  cells     text[] NOT NULL,
  status    text NOT NULL DEFAULT 'PENDING'
            CHECK (status IN ('PENDING', 'TO_APPLY', 'UNCHANGED', 'APPLIED', 'FAULTY')),
  faults    jsonb NOT NULL DEFAULT '[]',
  notes     jsonb NOT NULL DEFAULT '[]',
  -- before and after, by column
  changes   jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (import_id, row)
);
COMMENT ON TABLE seller_import_rows IS 'A row of a seller''s file, with what is wrong with it and what it changes.';
CREATE INDEX seller_import_rows_unit ON seller_import_rows (import_id, unit);
CREATE INDEX seller_import_rows_status ON seller_import_rows (import_id, status, unit);

-- Views of the list of products that a shop keeps under a name.

CREATE TABLE shelf_views (
  id         uuid PRIMARY KEY,
  seller_id  uuid NOT NULL REFERENCES sellers (id),
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  filter     jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (seller_id, name)
);
COMMENT ON TABLE shelf_views IS 'Filters of a shop''s list of products under a name, for all of its people.';
COMMENT ON COLUMN shelf_views.filter IS 'ShelfViewFilter of the contract.';

-- The stock that webhooks were told of: from catalogue_changes, in which every change of available units is noted.

CREATE TABLE webhook_stock (
  offer_id  uuid PRIMARY KEY,
  available integer NOT NULL,
  -- increases with every telling, over all offers
  version   bigint GENERATED ALWAYS AS IDENTITY
);
COMMENT ON TABLE webhook_stock IS 'The available units of an offer of which its seller''s webhooks were told last.';

CREATE TABLE webhook_stock_place (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  next_xmin xid8 NOT NULL DEFAULT '0',
  looked_at timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE webhook_stock_place IS
  'Up to where catalogue_changes was read for webhooks: what transactions before next_xmin changed is told. The row is locked while it is read on.';
INSERT INTO webhook_stock_place DEFAULT VALUES;

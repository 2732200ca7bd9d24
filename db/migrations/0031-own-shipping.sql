-- Methods of sellers: how soon drivers are due is the platform's matter, by code, so theirs say nothing about it.
ALTER TABLE shipping_methods
  ALTER COLUMN due_within_hours DROP NOT NULL,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- a removed method stays for the checkouts that chose it
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT shipping_methods_platform_due CHECK (seller_id IS NOT NULL OR due_within_hours IS NOT NULL),
  ADD CONSTRAINT shipping_methods_deleted_off CHECK (deleted_at IS NULL OR NOT active),
  ADD CONSTRAINT shipping_methods_zones_named CHECK (zone_numbers IS NULL OR cardinality(zone_numbers) > 0);

DROP INDEX shipping_methods_seller;
CREATE INDEX shipping_methods_seller ON shipping_methods (seller_id, id DESC) WHERE seller_id IS NOT NULL;

-- Fewer rows, indexes and checks for what follows an order's commit.

-- The same id as actors/runtime/deterministic-id.ts computes from these parts.
CREATE FUNCTION deterministic_id(VARIADIC parts text[])
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN (
  SELECT encode(set_byte(set_byte(substring(h FROM 1 FOR 16), 6, get_byte(h, 6) & 15 | 128), 8, get_byte(h, 8) & 63 | 128), 'hex')::uuid
    FROM (SELECT sha256(string_agg(convert_to(part, 'UTF8'), '\x00'::bytea ORDER BY n)) AS h
            FROM unnest(parts) WITH ORDINALITY AS p (part, n)) hashed
);

-- In-app notifications need no delivery row.
DELETE FROM notification_deliveries WHERE channel = 'IN_APP';
ALTER TABLE notification_deliveries
  DROP CONSTRAINT notification_deliveries_check,
  DROP CONSTRAINT notification_deliveries_channel_check,
  DROP CONSTRAINT notification_deliveries_status_check,
  DROP CONSTRAINT notification_deliveries_notification_id_fkey,
  DROP CONSTRAINT notification_deliveries_notification_id_channel_key,
  DROP COLUMN id,
  ADD PRIMARY KEY (notification_id, channel),
  ADD CHECK (channel IN ('EMAIL', 'SMS', 'PUSH')),
  ADD CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'HELD', 'SUPPRESSED'));
CREATE INDEX notification_deliveries_queue ON notification_deliveries (channel, updated_at) WHERE status = 'QUEUED';
COMMENT ON TABLE notification_deliveries IS 'The delivery of a notification on one channel that needs a sender.';

-- A notification's id is derived from its event and account, so the id alone makes it unique.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_event_key_account_id_key,
  DROP CONSTRAINT notifications_account_id_fkey;

-- A change of stock names its offer. The product is looked up by readers, for many changes at once, and not by each
-- statement that sells.
ALTER TABLE catalogue_changes
  ADD COLUMN offer_id uuid,
  DROP CONSTRAINT catalogue_changes_check,
  ADD CHECK (num_nonnulls(product_id, seller_id, offer_id) <= 1);

CREATE OR REPLACE FUNCTION note_stock_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (offer_id, shelf)
  SELECT n.offer_id, (n.on_hand > n.reserved) <> (o.on_hand > o.reserved)
    FROM new_rows n
    JOIN old_rows o ON o.offer_id = n.offer_id AND o.warehouse_id = n.warehouse_id
     AND n.on_hand - n.reserved <> o.on_hand - o.reserved;
  RETURN NULL;
END $$;

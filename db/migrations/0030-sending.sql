-- Columns for the senders of messages: order of sending, next attempt, and result.

ALTER TABLE notification_deliveries
  -- 0: codes and security, 1: normal, 2: can wait; lower is sent first
  ADD COLUMN urgency smallint NOT NULL DEFAULT 1,
  -- real time: since when it waits, or after a failed attempt, when the next one is due
  ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- real time: while SENDING, when its sender is considered dead
  ADD COLUMN claimed_until timestamptz,
  -- why it is not sent, or not yet, as reported by the provider
  ADD COLUMN last_error text,
  DROP CONSTRAINT notification_deliveries_status_check,
  ADD CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'HELD', 'SUPPRESSED', 'EXPIRED')),
  ADD CHECK (urgency BETWEEN 0 AND 2);

-- Messages that already waited keep their place by the time they were written.
UPDATE notification_deliveries SET next_attempt_at = updated_at;
UPDATE notification_deliveries d SET urgency = 0
  FROM notifications n WHERE n.id = d.notification_id AND n.kind = 'DELIVERY_CODE';

DROP INDEX notification_deliveries_queue;
CREATE INDEX notification_deliveries_queue
  ON notification_deliveries (channel, urgency, next_attempt_at, notification_id) WHERE status = 'QUEUED';
CREATE INDEX notification_deliveries_held ON notification_deliveries (release_at) WHERE status = 'HELD';

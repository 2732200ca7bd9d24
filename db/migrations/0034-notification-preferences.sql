-- Notification preferences and quiet hours; waiting times and failures of messages.

-- When the quiet hours that include this moment end; null if none do. If they span midnight, `starts` is later than
-- `ends`.
CREATE FUNCTION quiet_hours_end(at timestamptz, starts time, ends time, zone text)
 RETURNS timestamptz
 LANGUAGE sql
 IMMUTABLE
RETURN CASE
  WHEN starts < ends THEN
    CASE WHEN (at AT TIME ZONE zone)::time >= starts AND (at AT TIME ZONE zone)::time < ends
         THEN ((at AT TIME ZONE zone)::date + ends) AT TIME ZONE zone END
  WHEN (at AT TIME ZONE zone)::time < ends THEN ((at AT TIME ZONE zone)::date + ends) AT TIME ZONE zone
  WHEN (at AT TIME ZONE zone)::time >= starts THEN ((at AT TIME ZONE zone)::date + 1 + ends) AT TIME ZONE zone
END;

CREATE TABLE notification_preferences (
  account_id   uuid PRIMARY KEY REFERENCES accounts (id),
  -- 'KIND:CHANNEL' for each combination that is switched off
  switched_off text[] NOT NULL DEFAULT '{}',
  -- in the recipient's time zone; all three are set, or none
  quiet_from   time,
  quiet_until  time,
  quiet_zone   text,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(quiet_from, quiet_until, quiet_zone) IN (0, 3)),
  CHECK (quiet_from <> quiet_until),
  -- Rejects an unknown time zone here, so that it cannot fail the statements that write notifications.
  CHECK (quiet_zone IS NULL OR ('2000-01-01 00:00:00+00'::timestamptz AT TIME ZONE quiet_zone) IS NOT NULL)
);
COMMENT ON TABLE notification_preferences IS 'What an account does not want to be sent, and its quiet hours. No row: it wants everything, at any hour.';

-- Real time: since when a message waits, however often it was attempted.
ALTER TABLE notification_deliveries ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
UPDATE notification_deliveries SET created_at = updated_at;
CREATE INDEX notification_deliveries_failed ON notification_deliveries (notification_id) WHERE status = 'FAILED';

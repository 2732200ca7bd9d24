-- What people want to be sent, and when; since when a message waits; what failed.

-- When the quiet hours end that hold at a moment; null when none do. Where they pass midnight, `starts` is the later.
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
  -- 'KIND:CHANNEL' of each that is not wanted
  switched_off text[] NOT NULL DEFAULT '{}',
  -- in the recipient's zone; none of the three, or all
  quiet_from   time,
  quiet_until  time,
  quiet_zone   text,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(quiet_from, quiet_until, quiet_zone) IN (0, 3)),
  CHECK (quiet_from <> quiet_until),
  -- Refused here, a zone that does not exist fails none of the statements that write notifications.
  CHECK (quiet_zone IS NULL OR ('2000-01-01 00:00:00+00'::timestamptz AT TIME ZONE quiet_zone) IS NOT NULL)
);
COMMENT ON TABLE notification_preferences IS 'What an account does not want to be sent, and its quiet hours. No row: it wants everything, at any hour.';

-- Real time: since when a message waits, however often it was tried.
ALTER TABLE notification_deliveries ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
UPDATE notification_deliveries SET created_at = updated_at;
CREATE INDEX notification_deliveries_failed ON notification_deliveries (notification_id) WHERE status = 'FAILED';

-- A token whose answer never reached its device, as far as can be told: its predecessor came again first.
ALTER TABLE refresh_tokens ADD COLUMN lost_at timestamptz;

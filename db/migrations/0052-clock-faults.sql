-- Processes whose clocks differ from the database's, for the alert that names them.

CREATE TABLE clock_faults (
  process text PRIMARY KEY,
  skew_ms bigint NOT NULL,
  seen_at timestamptz NOT NULL
);
COMMENT ON TABLE clock_faults IS 'A process that has taken itself out of service because its clock is wrong; deleted when it agrees again.';
COMMENT ON COLUMN clock_faults.skew_ms IS 'How far the process is ahead of the database.';
COMMENT ON COLUMN clock_faults.seen_at IS 'When it was last compared, by the database''s clock.';

-- Parts of the history that are not in actors' events.

CREATE TABLE breadcrumbs (
  driver_id uuid NOT NULL,
  -- when the device measured it
  at        timestamptz NOT NULL,
  sequence  bigint NOT NULL,
  latitude  double precision NOT NULL,
  longitude double precision NOT NULL,
  -- metres, metres per second, degrees from north
  accuracy  real NOT NULL,
  speed     real,
  heading   real,
  -- arrived after newer points, so it was never the driver's live position
  late      boolean NOT NULL,
  -- a batch sent twice makes one track
  PRIMARY KEY (driver_id, at, sequence)
) PARTITION BY RANGE (at);
COMMENT ON TABLE breadcrumbs IS
  'A sampled position of a driver, for replay; a partition per UTC day of measurement, dropped after 30 days.';

CREATE TABLE breadcrumbs_default PARTITION OF breadcrumbs DEFAULT;
COMMENT ON TABLE breadcrumbs_default IS
  'Positions of a day whose partition was not made in time; empty in normal operation.';

-- Creates the partition of a day, and moves that day's rows from the default partition into it.
CREATE FUNCTION ensure_breadcrumb_partition(day date) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  name text := 'breadcrumbs_' || to_char(day, 'YYYY_MM_DD');
  first timestamptz := day::timestamp AT TIME ZONE 'UTC';
  past timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE breadcrumbs INCLUDING ALL)', name);
    EXECUTE format('WITH caught AS (DELETE FROM breadcrumbs_default WHERE at >= %L AND at < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM caught', first, past, name);
    EXECUTE format('ALTER TABLE breadcrumbs ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, past);
  END IF;
  RETURN name;
END $$;

-- Drops the partitions of days before `day`, and the default partition's rows of those days. Returns how many were
-- dropped.
CREATE FUNCTION drop_breadcrumbs_before(day date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  old text;
  dropped integer := 0;
BEGIN
  FOR old IN
    SELECT child.relname FROM pg_inherits
      JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'breadcrumbs'::regclass
       AND child.relname ~ '^breadcrumbs_\d{4}_\d{2}_\d{2}$'
       AND child.relname < 'breadcrumbs_' || to_char(day, 'YYYY_MM_DD')
     ORDER BY child.relname
  LOOP
    EXECUTE format('DROP TABLE %I', old);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM breadcrumbs_default WHERE at < day::timestamp AT TIME ZONE 'UTC';
  RETURN dropped;
END $$;

SELECT ensure_breadcrumb_partition((now() AT TIME ZONE 'UTC')::date + offset_days) FROM generate_series(-1, 2) AS offset_days;

CREATE TABLE presence_changes (
  driver_id uuid NOT NULL,
  -- real time, since devices know no other
  since     timestamptz NOT NULL,
  presence  text NOT NULL CHECK (presence IN ('ONLINE', 'STALE', 'OFFLINE')),
  -- a change noticed by two processes is stored once
  PRIMARY KEY (driver_id, since, presence)
);
COMMENT ON TABLE presence_changes IS 'From when a driver had this presence.';
CREATE INDEX presence_changes_time ON presence_changes (since);

CREATE TABLE recorded_since (
  what  text PRIMARY KEY,
  -- real time
  since timestamptz NOT NULL
);
COMMENT ON TABLE recorded_since IS 'Since when something has been recorded: before, it is unknown, and not absent.';
INSERT INTO recorded_since (what, since) VALUES ('presence', now());

-- Sampled tracks of drivers, for replay; a partition per day of measuring (UTC), dropped after 30 days.
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
  -- came after newer points: never was the driver's live position
  late      boolean NOT NULL,
  -- a batch that is sent twice leaves one track
  PRIMARY KEY (driver_id, at, sequence)
) PARTITION BY RANGE (at);
-- Catches what a late partition would otherwise refuse; empty in normal life.
CREATE TABLE breadcrumbs_default PARTITION OF breadcrumbs DEFAULT;

-- Makes the partition of a day, with what the default partition has caught of it.
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

-- Drops the partitions of days before `day`, and what the default partition holds of them. Returns how many.
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

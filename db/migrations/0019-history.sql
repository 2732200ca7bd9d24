-- States of actors at rest, so that the past is folded from the newest one before it instead of from birth. Made by
-- the worker; each is only a shortcut, and the past is the same without it.
CREATE TABLE actor_snapshots (
  kind    text NOT NULL,
  key     uuid NOT NULL,
  version bigint NOT NULL,
  -- domain time of the last event in it, or of one before should that be later
  at      timestamptz NOT NULL,
  schema  integer NOT NULL,
  state   jsonb NOT NULL,
  -- what the state doesn't hold because it is rows changed by delta: a zone's tickets, the arrivals an order has told
  delta_rows jsonb,
  PRIMARY KEY (kind, key, version)
);
CREATE INDEX actor_snapshots_at ON actor_snapshots (kind, key, at);

-- Which orders had a task under way at a moment. A range that would run backwards must not fail the commit.
CREATE INDEX order_groups_under_way ON order_groups USING gist (
  tstzrange(ready_at, CASE WHEN ended_at IS NULL THEN 'infinity' ELSE greatest(ready_at, ended_at) END, '[]')
) WHERE ready_at IS NOT NULL;

-- The moments a dispatcher looks for, without the ordinary ones.
CREATE INDEX transitions_moments ON transitions (at, id)
  WHERE from_state IS DISTINCT FROM to_state
    AND (subject_type = 'SHIFT'
         OR to_state IN ('FAILED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF', 'CANCELLED', 'SUSPENDED', 'PENDING_APPROVAL'));
CREATE INDEX alerts_resolved ON alerts (resolved_at, id) WHERE resolved_at IS NOT NULL;

-- Every version of every zone, from when (domain time) it held.
CREATE TABLE delivery_zone_versions (
  id         uuid NOT NULL,
  version    integer NOT NULL,
  valid_from timestamptz NOT NULL,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  priority   integer NOT NULL,
  active     boolean NOT NULL,
  geometry   jsonb NOT NULL,
  area_m2    double precision NOT NULL,
  min_lng    double precision NOT NULL,
  min_lat    double precision NOT NULL,
  max_lng    double precision NOT NULL,
  max_lat    double precision NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (id, version)
);
CREATE INDEX delivery_zone_versions_time ON delivery_zone_versions (valid_from, id, version);

INSERT INTO delivery_zone_versions
SELECT id, version, CASE version WHEN 1 THEN created_at ELSE updated_at END, name_en, name_ar, priority, active, geometry,
       area_m2, min_lng, min_lat, max_lng, max_lat, created_at, updated_at, deleted_at
  FROM delivery_zones;

-- In the transaction that writes the zone, whoever does.
CREATE FUNCTION keep_zone_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO delivery_zone_versions
  VALUES (NEW.id, NEW.version, NEW.updated_at, NEW.name_en, NEW.name_ar, NEW.priority, NEW.active, NEW.geometry,
          NEW.area_m2, NEW.min_lng, NEW.min_lat, NEW.max_lng, NEW.max_lat, NEW.created_at, NEW.updated_at, NEW.deleted_at)
  ON CONFLICT (id, version) DO UPDATE
    SET name_en = excluded.name_en, name_ar = excluded.name_ar, priority = excluded.priority, active = excluded.active,
        geometry = excluded.geometry, area_m2 = excluded.area_m2, min_lng = excluded.min_lng,
        min_lat = excluded.min_lat, max_lng = excluded.max_lng, max_lat = excluded.max_lat,
        updated_at = excluded.updated_at, deleted_at = excluded.deleted_at;
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_zones_versions AFTER INSERT OR UPDATE ON delivery_zones
  FOR EACH ROW EXECUTE FUNCTION keep_zone_version();

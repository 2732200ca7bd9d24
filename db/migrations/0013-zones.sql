-- Delivery zones and their versions.

CREATE TABLE delivery_zones (
  id         uuid PRIMARY KEY,
  seed_key   text UNIQUE,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  priority   integer NOT NULL DEFAULT 0,
  active     boolean NOT NULL DEFAULT true,
  -- GeoJSON Polygon or MultiPolygon, WGS 84
  geometry   jsonb NOT NULL,
  area_m2    double precision NOT NULL CHECK (area_m2 > 0),
  min_lng    double precision NOT NULL,
  min_lat    double precision NOT NULL,
  max_lng    double precision NOT NULL,
  max_lat    double precision NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- a deleted zone stays, because tasks, choices and the history refer to it
  deleted_at timestamptz,
  CONSTRAINT deleted_zones_inactive CHECK (deleted_at IS NULL OR NOT active)
);
COMMENT ON TABLE delivery_zones IS 'An area that decides which drivers may take a task.';

CREATE TABLE zone_revision (
  id       boolean PRIMARY KEY DEFAULT true CHECK (id),
  -- an edit of zones locks this row until the end of its transaction, so that edits run one after another
  revision bigint NOT NULL
);
COMMENT ON TABLE zone_revision IS
  'Its only row counts changes of zones: a process whose copy has this number is up to date.';
INSERT INTO zone_revision (revision) VALUES (1);

CREATE FUNCTION count_zone_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE zone_revision SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_zones_revision AFTER INSERT OR UPDATE OR DELETE ON delivery_zones
  FOR EACH STATEMENT EXECUTE FUNCTION count_zone_revision();

CREATE TABLE delivery_zone_versions (
  id         uuid NOT NULL,
  version    integer NOT NULL,
  -- domain time
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
COMMENT ON TABLE delivery_zone_versions IS 'A version of a zone, and from when it held.';
CREATE INDEX delivery_zone_versions_time ON delivery_zone_versions (valid_from, id, version);

-- In the transaction that writes the zone, whatever the application does.
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

-- What the past is told of that is in no event, from now on.

-- From when a driver's presence held, in real time: devices know no other. Written by whoever is told of the change.
CREATE TABLE presence_changes (
  driver_id uuid NOT NULL,
  since     timestamptz NOT NULL,
  presence  text NOT NULL CHECK (presence IN ('ONLINE', 'STALE', 'OFFLINE')),
  -- a change that two have noticed is one
  PRIMARY KEY (driver_id, since, presence)
);
CREATE INDEX presence_changes_time ON presence_changes (since);

-- Since when something has been recorded (real time): before, it is unknown, and not absent.
CREATE TABLE recorded_since (
  what  text PRIMARY KEY,
  since timestamptz NOT NULL
);
INSERT INTO recorded_since (what, since) VALUES ('presence', now());

CREATE FUNCTION domain_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('milliseconds', coalesce(
    (SELECT domain_at + (now() - real_at) * rate FROM domain_clock ORDER BY id DESC LIMIT 1), now()))
$$;

-- A driver's name, telephone and vehicle, and from when (domain time) they were so. No operation changes them yet.
CREATE TABLE driver_versions (
  driver_id     uuid NOT NULL,
  valid_from    timestamptz NOT NULL,
  full_name     text NOT NULL,
  phone         text NOT NULL,
  vehicle_type  text NOT NULL,
  vehicle_plate text,
  PRIMARY KEY (driver_id, valid_from)
);
INSERT INTO driver_versions
SELECT id, created_at, full_name, phone, vehicle_type, vehicle_plate FROM drivers;

CREATE FUNCTION keep_driver_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO driver_versions
  VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE domain_now() END,
          NEW.full_name, NEW.phone, NEW.vehicle_type, NEW.vehicle_plate)
  ON CONFLICT (driver_id, valid_from) DO UPDATE
    SET full_name = excluded.full_name, phone = excluded.phone, vehicle_type = excluded.vehicle_type,
        vehicle_plate = excluded.vehicle_plate;
  RETURN NULL;
END $$;
-- The driver actor's commits name none of these columns, and so don't call it.
CREATE TRIGGER drivers_versions AFTER INSERT OR UPDATE OF full_name, phone, vehicle_type, vehicle_plate ON drivers
  FOR EACH ROW EXECUTE FUNCTION keep_driver_version();

-- Planned shifts as they stood, and from when (domain time); what one edit changes in several steps is one version.
CREATE TABLE shift_plan_versions (
  id            uuid NOT NULL,
  valid_from    timestamptz NOT NULL,
  version       integer NOT NULL,
  driver_id     uuid NOT NULL,
  planned_start timestamptz NOT NULL,
  planned_end   timestamptz NOT NULL,
  breaks        jsonb NOT NULL,
  status        text NOT NULL,
  reason        text,
  series_id     uuid,
  created_by    uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (id, valid_from)
);
CREATE INDEX shift_plan_versions_start ON shift_plan_versions (planned_start);
-- Of a plan edited before, the former times are lost.
INSERT INTO shift_plan_versions
SELECT id, CASE version WHEN 1 THEN created_at ELSE updated_at END, version, driver_id, planned_start, planned_end, breaks,
       status, reason, series_id, created_by, created_at
  FROM shift_plans;

CREATE FUNCTION keep_shift_plan_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shift_plan_versions
  VALUES (NEW.id, NEW.updated_at, NEW.version, NEW.driver_id, NEW.planned_start, NEW.planned_end, NEW.breaks, NEW.status,
          NEW.reason, NEW.series_id, NEW.created_by, NEW.created_at)
  ON CONFLICT (id, valid_from) DO UPDATE
    SET version = excluded.version, driver_id = excluded.driver_id, planned_start = excluded.planned_start,
        planned_end = excluded.planned_end, breaks = excluded.breaks, status = excluded.status,
        reason = excluded.reason, series_id = excluded.series_id;
  RETURN NULL;
END $$;
-- A reminder that was sent is nothing the past shows.
CREATE TRIGGER shift_plans_versions
  AFTER INSERT OR UPDATE OF version, driver_id, planned_start, planned_end, breaks, status, reason, series_id ON shift_plans
  FOR EACH ROW EXECUTE FUNCTION keep_shift_plan_version();

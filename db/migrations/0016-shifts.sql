-- Shifts as planned by dispatchers, and as worked by drivers.

-- For equality of a uuid beside a range in one exclusion constraint.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE shift_series (
  id          uuid PRIMARY KEY,
  driver_id   uuid NOT NULL REFERENCES drivers (id),
  weekdays    text[] NOT NULL CHECK (cardinality(weekdays) BETWEEN 1 AND 7),
  -- times of day in Asia/Qatar; an end that is not after the start is on the next day
  local_start time NOT NULL,
  local_end   time NOT NULL,
  -- [{from, to}], times of day
  breaks      jsonb NOT NULL DEFAULT '[]',
  -- days in Asia/Qatar; a series that was ended early has no shifts after `until_day`
  from_day    date NOT NULL,
  until_day   date,
  version     integer NOT NULL DEFAULT 1,
  created_by  uuid NOT NULL REFERENCES accounts (id),
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
COMMENT ON TABLE shift_series IS
  'A shift that recurs on the same weekdays; its occurrences are created some days ahead, each a plan of its own.';
CREATE INDEX shift_series_driver ON shift_series (driver_id, id DESC);

-- Whether a plan's shift has started or ended is not in its status, but in the driver's run of it.
CREATE TABLE shift_plans (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  planned_start timestamptz NOT NULL,
  planned_end   timestamptz NOT NULL,
  -- [{from, to}]
  breaks        jsonb NOT NULL DEFAULT '[]',
  status        text NOT NULL CHECK (status IN ('PLANNED', 'MISSED', 'CANCELLED')),
  reason        text,
  series_id     uuid REFERENCES shift_series (id),
  series_day    date,
  reminded_at   timestamptz,
  version       integer NOT NULL DEFAULT 1,
  created_by    uuid NOT NULL REFERENCES accounts (id),
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK (planned_end > planned_start AND planned_end <= planned_start + interval '16 hours'),
  CHECK ((series_id IS NULL) = (series_day IS NULL)),
  -- an occurrence is created only once, whatever happened to it
  UNIQUE (series_id, series_day),
  CONSTRAINT shift_plans_no_overlap EXCLUDE USING gist
    (driver_id WITH =, tstzrange(planned_start, planned_end) WITH &&) WHERE (status <> 'CANCELLED')
);
COMMENT ON TABLE shift_plans IS 'A shift that a dispatcher planned for a driver.';
CREATE INDEX shift_plans_driver ON shift_plans (driver_id, planned_start);
CREATE INDEX shift_plans_open ON shift_plans (planned_start) WHERE status = 'PLANNED';

CREATE TABLE shift_plan_versions (
  id            uuid NOT NULL,
  -- domain time; one edit makes one version, even if it takes several statements
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
COMMENT ON TABLE shift_plan_versions IS 'A planned shift as it stood from some moment on.';
CREATE INDEX shift_plan_versions_start ON shift_plan_versions (planned_start);

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
-- Sending a reminder does not make a version, since the history does not show it.
CREATE TRIGGER shift_plans_versions
  AFTER INSERT OR UPDATE OF version, driver_id, planned_start, planned_end, breaks, status, reason, series_id ON shift_plans
  FOR EACH ROW EXECUTE FUNCTION keep_shift_plan_version();

CREATE TABLE shift_runs (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  status        text NOT NULL CHECK (status IN ('ON_DUTY', 'ON_BREAK', 'ENDED')),
  started_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  breaks        jsonb NOT NULL DEFAULT '[]',
  actor_version bigint NOT NULL,
  -- The followed plan, and its end as last reported to the driver. No foreign key: a commit of the driver actor must
  -- not wait for an edit of the plan.
  plan_id       uuid,
  planned_end   timestamptz
);
COMMENT ON TABLE shift_runs IS 'A shift that a driver works or has worked, planned or not; mirror of the driver actor.';
CREATE UNIQUE INDEX shift_runs_one_open ON shift_runs (driver_id) WHERE status <> 'ENDED';
CREATE INDEX shift_runs_plan ON shift_runs (plan_id, started_at DESC) WHERE plan_id IS NOT NULL;
CREATE INDEX shift_runs_unplanned ON shift_runs (started_at, id) WHERE plan_id IS NULL;
CREATE INDEX shift_runs_ended ON shift_runs (ended_at);

-- The run takes precedence over its plan's status: the driver may have started while the plan was being cancelled.
CREATE VIEW shift_board AS
SELECT p.id, p.driver_id, true AS planned, p.planned_start AS starts_at,
       CASE WHEN r.id IS NULL THEN p.status WHEN r.status = 'ENDED' THEN 'ENDED' ELSE 'STARTED' END AS status,
       p.planned_start, p.planned_end, p.breaks AS planned_breaks, p.reason, p.series_id, p.version, p.created_by,
       p.created_at, r.id AS run_id, r.status AS run_status, r.started_at, r.ended_at, r.breaks AS run_breaks
  FROM shift_plans p
  LEFT JOIN LATERAL (SELECT * FROM shift_runs WHERE plan_id = p.id ORDER BY started_at DESC LIMIT 1) r ON true
UNION ALL
SELECT r.id, r.driver_id, false, r.started_at, CASE r.status WHEN 'ENDED' THEN 'ENDED' ELSE 'STARTED' END,
       NULL, NULL, '[]'::jsonb, NULL, NULL, NULL, NULL, r.started_at,
       r.id, r.status, r.started_at, r.ended_at, r.breaks
  FROM shift_runs r
 WHERE r.plan_id IS NULL;
COMMENT ON VIEW shift_board IS 'A shift, planned or not: a plan with its newest run, or a run without a plan.';

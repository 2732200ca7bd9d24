-- Equality of a uuid beside a range in one exclusion constraint.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- A shift that comes again on the same weekdays. Its occurrences are made some days ahead, each a plan of its own.
CREATE TABLE shift_series (
  id          uuid PRIMARY KEY,
  driver_id   uuid NOT NULL REFERENCES drivers (id),
  weekdays    text[] NOT NULL CHECK (cardinality(weekdays) BETWEEN 1 AND 7),
  -- Clock times in Asia/Qatar; an end not after the start is on the next day.
  local_start time NOT NULL,
  local_end   time NOT NULL,
  -- [{from, to}] as clock times
  breaks      jsonb NOT NULL DEFAULT '[]',
  -- Days in Asia/Qatar. A series that was ended early has none left after `until_day`.
  from_day    date NOT NULL,
  until_day   date,
  version     integer NOT NULL DEFAULT 1,
  created_by  uuid NOT NULL REFERENCES accounts (id),
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX shift_series_driver ON shift_series (driver_id, id DESC);

-- What dispatchers plan. That a plan has started or ended is no status here: the driver's run of it says so.
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
  -- an occurrence is made once, whatever became of it
  UNIQUE (series_id, series_day),
  CONSTRAINT shift_plans_no_overlap EXCLUDE USING gist
    (driver_id WITH =, tstzrange(planned_start, planned_end) WITH &&) WHERE (status <> 'CANCELLED')
);
CREATE INDEX shift_plans_driver ON shift_plans (driver_id, planned_start);
CREATE INDEX shift_plans_open ON shift_plans (planned_start) WHERE status = 'PLANNED';

-- The plan a run follows, and its end as the driver was last told. No foreign key: a commit of the driver actor must
-- not wait for somebody who edits the plan.
ALTER TABLE shift_runs ADD COLUMN plan_id uuid;
ALTER TABLE shift_runs ADD COLUMN planned_end timestamptz;
CREATE INDEX shift_runs_plan ON shift_runs (plan_id, started_at DESC) WHERE plan_id IS NOT NULL;
CREATE INDEX shift_runs_unplanned ON shift_runs (started_at, id) WHERE plan_id IS NULL;

ALTER TABLE drivers ADD COLUMN shift_planned_end timestamptz;
-- A dispatcher consents to the cash on hand staying with the driver after this shift.
ALTER TABLE drivers ADD COLUMN cash_carry_over boolean NOT NULL DEFAULT false;

-- Every shift, planned or not, as one: plans with their newest run, and runs without a plan. A run tells more than
-- its plan's status: who began at the very moment when the plan was cancelled has begun.
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

-- How the cash was counted: [{value, count}].
ALTER TABLE settlements ADD COLUMN denominations jsonb;
CREATE INDEX settlements_created ON settlements (created_at DESC, id DESC);
-- A day's report reads the day.
CREATE INDEX ledger_journals_at ON ledger_journals (at, id);

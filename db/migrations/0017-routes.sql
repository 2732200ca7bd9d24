-- Routes of drivers, and plans to change them.

CREATE TABLE routes (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  shift_id      uuid NOT NULL REFERENCES shift_runs (id),
  version       integer NOT NULL,
  stops         jsonb NOT NULL,
  actor_version bigint NOT NULL
);
COMMENT ON TABLE routes IS 'The ordered stops of a driver in one shift; mirror of the driver actor.';
CREATE INDEX routes_driver ON routes (driver_id, id DESC);
-- Finds the route of a running shift, however many shifts there have been.
CREATE INDEX routes_shift ON routes (shift_id);

CREATE TABLE route_plans (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('ROUTE', 'ZONE')),
  -- the route or the zone
  subject_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  -- what applying it changes, and the versions it applies to
  steps      jsonb NOT NULL,
  preview    jsonb NOT NULL,
  -- the response to its application; null before that
  applied    jsonb
);
COMMENT ON TABLE route_plans IS
  'A previewed plan, kept for a day: it is applied exactly as it was seen, and once.';
CREATE INDEX route_plans_created ON route_plans (created_at);

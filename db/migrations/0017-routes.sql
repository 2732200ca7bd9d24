-- When the driver will be at the doors, as the order was last told; null: not known, or behind.
ALTER TABLE delivery_tasks ADD COLUMN pickup_eta timestamptz;
ALTER TABLE delivery_tasks ADD COLUMN dropoff_eta timestamptz;

-- Ways from stop to stop as they were driven, written by the driver actor's commits: what travel times are learned from.
CREATE TABLE route_legs (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  task_id       uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('PICKUP', 'DROPOFF', 'RETURN')),
  from_lat      double precision NOT NULL,
  from_lng      double precision NOT NULL,
  to_lat        double precision NOT NULL,
  to_lng        double precision NOT NULL,
  -- home zones of both ends, as they were then
  from_zone_id  uuid,
  to_zone_id    uuid,
  started_at    timestamptz NOT NULL,
  arrived_at    timestamptz NOT NULL,
  -- false: the arrival is when the stop was done, less the time planned for that
  arrival_seen  boolean NOT NULL,
  straight_m    integer NOT NULL,
  travel_s      integer NOT NULL CHECK (travel_s > 0),
  -- what the plan said when the driver set off
  planned_s     integer NOT NULL,
  actor_version bigint NOT NULL
);
CREATE INDEX route_legs_arrived ON route_legs (arrived_at DESC);
CREATE INDEX route_legs_driver ON route_legs (driver_id, arrived_at DESC);

-- Each estimation of the factors from finished legs, with its error on later legs than those it was made from.
CREATE TABLE travel_calibrations (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at             timestamptz NOT NULL,
  legs           integer NOT NULL,
  later_legs     integer NOT NULL,
  -- mean absolute error in per cent; null without later legs
  error          double precision,
  default_error  double precision,
  planned_error  double precision,
  -- {all, pairs: {"from>to": factor}, cells: {"from>to@hour": factor}}
  factors        jsonb NOT NULL
);

-- Plans that were previewed, kept a day: one is applied exactly as it was seen, and once.
CREATE TABLE route_plans (
  id         uuid PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('ROUTE', 'ZONE')),
  subject_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  steps      jsonb NOT NULL,
  preview    jsonb NOT NULL,
  applied    jsonb
);
CREATE INDEX route_plans_created ON route_plans (created_at);

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
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Facts of the application are immutable here; the rest mirrors the driver actor.
CREATE TABLE drivers (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL UNIQUE REFERENCES accounts (id),
  full_name      text NOT NULL,
  phone          text NOT NULL,
  vehicle_type   text NOT NULL CHECK (vehicle_type IN ('BICYCLE', 'MOTORCYCLE', 'CAR', 'VAN')),
  vehicle_plate  text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  status         text NOT NULL CHECK (status IN ('APPLIED', 'APPROVED', 'REJECTED', 'SUSPENDED')),
  zone_ids       uuid[] NOT NULL DEFAULT '{}',
  cash_limit     numeric(12,2),
  capacity       integer NOT NULL DEFAULT 0,
  cash_on_hand   numeric(12,2) NOT NULL DEFAULT 0 CHECK (cash_on_hand >= 0),
  cod_assigned   numeric(12,2) NOT NULL DEFAULT 0,
  items_assigned integer NOT NULL DEFAULT 0,
  active_tasks   integer NOT NULL DEFAULT 0,
  duty           text NOT NULL DEFAULT 'OFF' CHECK (duty IN ('OFF', 'ON_DUTY', 'ON_BREAK')),
  shift_id       uuid,
  idle_since     timestamptz,
  actor_version  bigint NOT NULL
);
CREATE INDEX drivers_duty ON drivers (duty) WHERE status = 'APPROVED';

CREATE TABLE shift_runs (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  status        text NOT NULL CHECK (status IN ('ON_DUTY', 'ON_BREAK', 'ENDED')),
  started_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  breaks        jsonb NOT NULL DEFAULT '[]',
  actor_version bigint NOT NULL
);
CREATE UNIQUE INDEX shift_runs_one_open ON shift_runs (driver_id) WHERE status <> 'ENDED';

CREATE TABLE routes (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  shift_id      uuid NOT NULL REFERENCES shift_runs (id),
  version       integer NOT NULL,
  stops         jsonb NOT NULL,
  actor_version bigint NOT NULL
);
CREATE INDEX routes_driver ON routes (driver_id, id DESC);

-- One group's journey, mirror of the order actor.
CREATE TABLE delivery_tasks (
  id               uuid PRIMARY KEY,
  order_id         uuid NOT NULL REFERENCES orders (id),
  group_id         uuid NOT NULL UNIQUE REFERENCES order_groups (id),
  seller_id        uuid NOT NULL REFERENCES sellers (id),
  status           text NOT NULL,
  round            integer NOT NULL,
  driver_id        uuid REFERENCES drivers (id),
  offer_id         uuid,
  offer_expires_at timestamptz,
  offer_manual     boolean NOT NULL DEFAULT false,
  -- an assignment by hand under way, and how the last one was refused
  manual_offer_id  uuid,
  manual_driver_id uuid,
  manual_refusal   jsonb,
  zone_id          uuid REFERENCES delivery_zones (id),
  due_by           timestamptz NOT NULL,
  cash_due         numeric(12,2) NOT NULL,
  cash_recorded    numeric(12,2),
  items            integer NOT NULL,
  code_expires_at  timestamptz,
  pickup_lat       double precision NOT NULL,
  pickup_lng       double precision NOT NULL,
  dropoff_lat      double precision NOT NULL,
  dropoff_lng      double precision NOT NULL,
  created_at       timestamptz NOT NULL,
  completed_at     timestamptz,
  actor_version    bigint NOT NULL,
  -- a completed cash task has its cash: the database agrees or the commit fails
  CONSTRAINT completed_means_paid CHECK (status <> 'COMPLETED' OR cash_recorded = cash_due)
);
CREATE INDEX delivery_tasks_status ON delivery_tasks (status, id);
CREATE INDEX delivery_tasks_driver ON delivery_tasks (driver_id, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_order ON delivery_tasks (order_id);
CREATE INDEX delivery_tasks_zone ON delivery_tasks (zone_id, id DESC);
CREATE INDEX delivery_tasks_completed ON delivery_tasks (completed_at) WHERE completed_at IS NOT NULL;

-- The zones' queues: one ticket per waiting task, in exactly one zone.
CREATE TABLE zone_tickets (
  task_id     uuid PRIMARY KEY,
  zone_id     uuid NOT NULL REFERENCES delivery_zones (id),
  order_id    uuid NOT NULL,
  group_id    uuid NOT NULL,
  round       integer NOT NULL,
  status      text NOT NULL CHECK (status IN ('WAITING', 'OFFERING')),
  attempt     integer NOT NULL,
  offer_id    uuid,
  driver_id   uuid,
  pickup_lat  double precision NOT NULL,
  pickup_lng  double precision NOT NULL,
  dropoff_lat double precision NOT NULL,
  dropoff_lng double precision NOT NULL,
  cod         numeric(12,2) NOT NULL,
  items       integer NOT NULL,
  due_by      timestamptz NOT NULL,
  -- [{driverId, until|null}] from the order; driver ids that refused within this round
  excluded    jsonb NOT NULL DEFAULT '[]',
  refused     jsonb NOT NULL DEFAULT '[]',
  enqueued_at timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  actor_version bigint NOT NULL
);
CREATE INDEX zone_tickets_waiting ON zone_tickets (zone_id, enqueued_at) WHERE status = 'WAITING';

-- Why a driver was chosen, and why the others were not.
CREATE TABLE assignment_choices (
  id               uuid PRIMARY KEY,
  task_id          uuid NOT NULL,
  round            integer NOT NULL,
  attempt          integer NOT NULL,
  zone_id          uuid,
  policy           text NOT NULL,
  chosen_driver_id uuid,
  manual           boolean NOT NULL,
  candidates       jsonb NOT NULL,
  at               timestamptz NOT NULL,
  actor_version    bigint NOT NULL
);
CREATE INDEX assignment_choices_task ON assignment_choices (task_id, round, attempt);

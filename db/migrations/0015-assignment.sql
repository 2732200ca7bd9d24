-- Assignment of tasks to drivers: the zones' queues and the choices made.

CREATE TABLE zone_tickets (
  task_id       uuid PRIMARY KEY,
  zone_id       uuid NOT NULL REFERENCES delivery_zones (id),
  order_id      uuid NOT NULL,
  group_id      uuid NOT NULL,
  round         integer NOT NULL,
  status        text NOT NULL CHECK (status IN ('WAITING', 'OFFERING')),
  attempt       integer NOT NULL,
  offer_id      uuid,
  driver_id     uuid,
  pickup_lat    double precision NOT NULL,
  pickup_lng    double precision NOT NULL,
  dropoff_lat   double precision NOT NULL,
  dropoff_lng   double precision NOT NULL,
  cod           numeric(12,2) NOT NULL,
  items         integer NOT NULL,
  due_by        timestamptz NOT NULL,
  -- [{driverId, until|null}] from the order
  excluded      jsonb NOT NULL DEFAULT '[]',
  -- ids of drivers who refused within this round
  refused       jsonb NOT NULL DEFAULT '[]',
  enqueued_at   timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  actor_version bigint NOT NULL
);
COMMENT ON TABLE zone_tickets IS
  'A task in the queue of a zone, waiting for a driver or being offered to one; mirror of the zone actor.';
CREATE INDEX zone_tickets_waiting ON zone_tickets (zone_id, enqueued_at) WHERE status = 'WAITING';
-- Waiting tickets are retried by urgency.
CREATE INDEX zone_tickets_urgent ON zone_tickets (due_by, task_id) WHERE status = 'WAITING';

CREATE TABLE assignment_choices (
  id               uuid PRIMARY KEY,
  task_id          uuid NOT NULL,
  round            integer NOT NULL,
  attempt          integer NOT NULL,
  zone_id          uuid,
  policy           text NOT NULL,
  chosen_driver_id uuid,
  manual           boolean NOT NULL,
  -- at most fifty
  candidates       jsonb NOT NULL,
  at               timestamptz NOT NULL,
  actor_version    bigint NOT NULL,
  -- the number of drivers that each rule excluded
  excluded_by      jsonb NOT NULL DEFAULT '{}',
  -- why this driver among those who fit: {reason, …}
  why              jsonb
);
COMMENT ON TABLE assignment_choices IS 'Why a driver was chosen for a task, and why the others were not.';
CREATE INDEX assignment_choices_task ON assignment_choices (task_id, round, attempt);

-- Driving times, learned from completed legs.

CREATE TABLE route_legs (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  task_id       uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('PICKUP', 'DROPOFF', 'RETURN')),
  from_lat      double precision NOT NULL,
  from_lng      double precision NOT NULL,
  to_lat        double precision NOT NULL,
  to_lng        double precision NOT NULL,
  -- home zones of both ends at that time
  from_zone_id  uuid,
  to_zone_id    uuid,
  started_at    timestamptz NOT NULL,
  arrived_at    timestamptz NOT NULL,
  -- false: the arrival is the time the stop was done, less the planned service time
  arrival_seen  boolean NOT NULL,
  straight_m    integer NOT NULL,
  travel_s      integer NOT NULL CHECK (travel_s > 0),
  -- planned when the driver departed
  planned_s     integer NOT NULL,
  actor_version bigint NOT NULL
);
COMMENT ON TABLE route_legs IS 'A leg from stop to stop as it was driven; written by the driver actor''s commits.';
CREATE INDEX route_legs_arrived ON route_legs (arrived_at DESC);
CREATE INDEX route_legs_driver ON route_legs (driver_id, arrived_at DESC);

CREATE TABLE travel_calibrations (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at            timestamptz NOT NULL,
  legs          integer NOT NULL,
  -- later legs than those the factors were estimated from; the error is measured on these
  later_legs    integer NOT NULL,
  -- mean absolute error in per cent; null without later legs
  error         double precision,
  default_error double precision,
  planned_error double precision,
  -- {all, pairs: {"from>to": factor}, cells: {"from>to@hour": factor}}
  factors       jsonb NOT NULL
);
COMMENT ON TABLE travel_calibrations IS 'One estimate of the travel time factors from driven legs, and how wrong it is.';

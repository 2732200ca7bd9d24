-- Drivers, and earlier versions of their rows.

CREATE TABLE drivers (
  id                uuid PRIMARY KEY,
  account_id        uuid NOT NULL UNIQUE REFERENCES accounts (id),
  -- from the application
  full_name         text NOT NULL,
  phone             text NOT NULL,
  vehicle_type      text NOT NULL CHECK (vehicle_type IN ('BICYCLE', 'MOTORCYCLE', 'CAR', 'VAN')),
  vehicle_plate     text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  -- from here on: projection of the driver actor
  status            text NOT NULL CHECK (status IN ('APPLIED', 'APPROVED', 'REJECTED', 'SUSPENDED')),
  zone_ids          uuid[] NOT NULL DEFAULT '{}',
  cash_limit        numeric(12,2),
  capacity          integer NOT NULL DEFAULT 0,
  cash_on_hand      numeric(12,2) NOT NULL DEFAULT 0 CHECK (cash_on_hand >= 0),
  cod_assigned      numeric(12,2) NOT NULL DEFAULT 0,
  items_assigned    integer NOT NULL DEFAULT 0,
  active_tasks      integer NOT NULL DEFAULT 0,
  duty              text NOT NULL DEFAULT 'OFF' CHECK (duty IN ('OFF', 'ON_DUTY', 'ON_BREAK')),
  shift_id          uuid,
  idle_since        timestamptz,
  actor_version     bigint NOT NULL,
  shift_planned_end timestamptz,
  -- a dispatcher has agreed that the driver keeps the cash on hand after this shift
  cash_carry_over   boolean NOT NULL DEFAULT false,
  -- The transaction that last wrote the row. A process that has read the drivers in one snapshot then reads only rows
  -- of transactions that had not ended by then, so it misses none and does not read all again.
  changed_by        xid8 NOT NULL DEFAULT pg_current_xact_id()
);
COMMENT ON TABLE drivers IS 'A driver, from the application on.';
CREATE INDEX drivers_duty ON drivers (duty) WHERE status = 'APPROVED';
-- The drivers of a zone.
CREATE INDEX drivers_zones ON drivers USING gin (zone_ids);

CREATE FUNCTION note_driver_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER drivers_changed BEFORE INSERT OR UPDATE ON drivers
  FOR EACH ROW EXECUTE FUNCTION note_driver_change();

CREATE TABLE driver_versions (
  driver_id     uuid NOT NULL,
  -- domain time
  valid_from    timestamptz NOT NULL,
  full_name     text NOT NULL,
  phone         text NOT NULL,
  vehicle_type  text NOT NULL,
  vehicle_plate text,
  PRIMARY KEY (driver_id, valid_from)
);
COMMENT ON TABLE driver_versions IS
  'A driver''s name, telephone and vehicle, and from when they were so; no operation changes them yet.';

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
-- The driver actor's commits do not name these columns, so they do not fire it.
CREATE TRIGGER drivers_versions AFTER INSERT OR UPDATE OF full_name, phone, vehicle_type, vehicle_plate ON drivers
  FOR EACH ROW EXECUTE FUNCTION keep_driver_version();

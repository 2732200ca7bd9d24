-- Which transaction wrote a driver's row last. Whoever knows the drivers as a snapshot showed them reads on with
-- those written by a transaction that was not over by then: neither a row less nor all of them anew.
ALTER TABLE drivers ADD COLUMN changed_by xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE FUNCTION note_driver_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER drivers_changed BEFORE INSERT OR UPDATE ON drivers
  FOR EACH ROW EXECUTE FUNCTION note_driver_change();

-- The route of a running shift, however many shifts there have been.
CREATE INDEX routes_shift ON routes (shift_id);

-- Waiting tickets are tried again most urgent first.
CREATE INDEX zone_tickets_urgent ON zone_tickets (due_by, task_id) WHERE status = 'WAITING';

-- Why this one of those who fit: {reason, …}.
ALTER TABLE assignment_choices ADD COLUMN why jsonb;

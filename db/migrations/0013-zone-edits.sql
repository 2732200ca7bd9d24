-- A deleted zone stays: tasks, choices and the past name it.
ALTER TABLE delivery_zones ADD COLUMN deleted_at timestamptz;
ALTER TABLE delivery_zones ADD CONSTRAINT deleted_zones_inactive CHECK (deleted_at IS NULL OR NOT active);

-- Counts changes of zones, whoever makes them: a process whose copy has this number has all of them. Whoever writes
-- zones holds its row to the end of the transaction, so zone edits come one after the other.
CREATE TABLE zone_revision (
  id       boolean PRIMARY KEY DEFAULT true CHECK (id),
  revision bigint NOT NULL
);
INSERT INTO zone_revision (revision) VALUES (1);

CREATE FUNCTION count_zone_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE zone_revision SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER delivery_zones_revision AFTER INSERT OR UPDATE OR DELETE ON delivery_zones
  FOR EACH STATEMENT EXECUTE FUNCTION count_zone_revision();

-- Whose drivers a zone has.
CREATE INDEX drivers_zones ON drivers USING gin (zone_ids);

-- Whether somebody has resolved an alert of this key before.
CREATE INDEX alerts_key ON alerts (dedupe_key);

-- Counts changes of settings and shipping methods, as zone_revision counts those of zones: a process whose copy has
-- this number has all of them.
CREATE TABLE settings_revision (
  id       boolean PRIMARY KEY DEFAULT true CHECK (id),
  revision bigint NOT NULL
);
INSERT INTO settings_revision (revision) VALUES (1);

CREATE FUNCTION count_settings_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settings_revision SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_revision AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();
CREATE TRIGGER shipping_methods_revision AFTER INSERT OR UPDATE OR DELETE ON shipping_methods
  FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();

-- A hand-in asks for the driver's newest reversal, and finds out whether the list of collections is too old.
CREATE INDEX driver_collections_reversed ON driver_collections (driver_id, actor_version DESC)
  WHERE reversed_at IS NOT NULL;

-- Alerts that ended by themselves and whose cause is back soon are the same alerts once more.
ALTER TABLE alert_changes
  DROP CONSTRAINT alert_changes_change_check,
  ADD CONSTRAINT alert_changes_change_check
    CHECK (change IN ('RAISED', 'UPDATED', 'ESCALATED', 'ACKNOWLEDGED', 'RESOLVED', 'REOPENED'));
CREATE INDEX alerts_recently_ended ON alerts (dedupe_key, resolved_at DESC) WHERE status = 'RESOLVED';

-- What an alert went through goes with the alert, when that is purged, and not before.
ALTER TABLE alert_changes
  DROP CONSTRAINT alert_changes_alert_id_fkey,
  ADD CONSTRAINT alert_changes_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts (id) ON DELETE CASCADE;
CREATE FUNCTION guard_alert_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM alerts WHERE id = OLD.alert_id) THEN
    RAISE EXCEPTION 'the history of alert % is append-only', OLD.alert_id USING ERRCODE = '23001';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER alert_changes_append_only ON alert_changes;
CREATE TRIGGER alert_changes_append_only BEFORE UPDATE OR DELETE ON alert_changes
  FOR EACH ROW EXECUTE FUNCTION guard_alert_change();
CREATE FUNCTION guard_unresolved_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'alert % is not resolved', OLD.id USING ERRCODE = '23001';
END $$;
CREATE TRIGGER alerts_end_before_they_go BEFORE DELETE ON alerts
  FOR EACH ROW WHEN (OLD.status <> 'RESOLVED') EXECUTE FUNCTION guard_unresolved_alert();

-- What the worker looks for once an hour.
CREATE INDEX sessions_ended ON sessions ((least(expires_at, coalesce(revoked_at, expires_at))));
CREATE INDEX sign_in_guards_idle ON sign_in_guards (updated_at);

-- The alert board.

CREATE TABLE alerts (
  id               uuid PRIMARY KEY,
  kind             text NOT NULL,
  severity         text NOT NULL CHECK (severity IN ('INFO', 'WARNING', 'CRITICAL')),
  dedupe_key       text NOT NULL,
  subject_type     text NOT NULL,
  subject_id       text NOT NULL,
  message_en       text NOT NULL,
  message_ar       text NOT NULL,
  data             jsonb NOT NULL DEFAULT '{}',
  status           text NOT NULL CHECK (status IN ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  raised_at        timestamptz NOT NULL,
  acknowledged_at  timestamptz,
  acknowledged_by  uuid,
  resolved_at      timestamptz,
  resolved_by      uuid,
  note             text,
  version          integer NOT NULL DEFAULT 1,
  -- how often it was reported: when it was raised, and with every change of its content
  count            integer NOT NULL DEFAULT 1,
  -- when its cause was last known to exist
  last_seen_at     timestamptz NOT NULL,
  -- id of the last event taken into account, so that repeating it does not count again
  last_word        uuid,
  -- when it was escalated because no one had acknowledged it in time
  escalated_at     timestamptz,
  acknowledge_note text,
  -- for an alert that a person resolved: when its cause ended after that. Until then the quiet time suppresses it.
  cause_ended_at   timestamptz
);
COMMENT ON TABLE alerts IS 'Something that dispatchers should look at; raised once and then kept up to date in place.';
-- An open alert is not raised twice; a resolved one may be raised again.
CREATE UNIQUE INDEX alerts_one_open ON alerts (dedupe_key) WHERE status <> 'RESOLVED';
-- Whether a person has resolved an alert of this key before.
CREATE INDEX alerts_key ON alerts (dedupe_key);
-- An alert that closed automatically and whose cause returns soon is reopened instead of raised again.
CREATE INDEX alerts_recently_ended ON alerts (dedupe_key, resolved_at DESC) WHERE status = 'RESOLVED';
CREATE INDEX alerts_time ON alerts (raised_at DESC, id DESC);
CREATE INDEX alerts_status ON alerts (status, raised_at DESC, id DESC);
CREATE INDEX alerts_kind ON alerts (kind, raised_at DESC, id DESC);
CREATE INDEX alerts_subject ON alerts (subject_type, subject_id, raised_at DESC, id DESC);
CREATE INDEX alerts_unresolved ON alerts (kind, status) WHERE status <> 'RESOLVED';
CREATE INDEX alerts_resolved ON alerts (resolved_at, id) WHERE resolved_at IS NOT NULL;
CREATE INDEX alerts_held_down ON alerts (kind, resolved_at)
  WHERE resolved_by IS NOT NULL AND cause_ended_at IS NULL;

-- An alert is purged only once it is resolved.
CREATE FUNCTION guard_unresolved_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'alert % is not resolved', OLD.id USING ERRCODE = '23001';
END $$;
CREATE TRIGGER alerts_end_before_they_go BEFORE DELETE ON alerts
  FOR EACH ROW WHEN (OLD.status <> 'RESOLVED') EXECUTE FUNCTION guard_unresolved_alert();

CREATE TABLE alert_changes (
  alert_id   uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  version    integer NOT NULL,
  change     text NOT NULL
    CHECK (change IN ('RAISED', 'UPDATED', 'ESCALATED', 'ACKNOWLEDGED', 'RESOLVED', 'REOPENED')),
  status     text NOT NULL,
  severity   text NOT NULL,
  message_en text NOT NULL,
  message_ar text NOT NULL,
  -- domain time
  at         timestamptz NOT NULL,
  -- null: the service itself
  account_id uuid,
  note       text,
  request_id text,
  PRIMARY KEY (alert_id, version)
);
COMMENT ON TABLE alert_changes IS 'What happened to an alert, one row per version. Append-only, until the alert is purged.';

-- The history of an alert is deleted with the alert, and not before.
CREATE FUNCTION guard_alert_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM alerts WHERE id = OLD.alert_id) THEN
    RAISE EXCEPTION 'the history of alert % is append-only', OLD.alert_id USING ERRCODE = '23001';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER alert_changes_append_only BEFORE UPDATE OR DELETE ON alert_changes
  FOR EACH ROW EXECUTE FUNCTION guard_alert_change();

-- Alerts with the same cause are one alert, with a row here per task or driver concerned. Kinds in which every case is
-- separate have no rows: the alert names its subject itself.
CREATE TABLE alert_subjects (
  alert_id     uuid NOT NULL REFERENCES alerts(id) ON DELETE CASCADE,
  key          text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  data         jsonb NOT NULL DEFAULT '{}'::jsonb,
  since        timestamptz NOT NULL,
  word         uuid,
  ended_at     timestamptz,
  PRIMARY KEY (alert_id, key)
);
COMMENT ON TABLE alert_subjects IS 'What an alert that gathers many is about; what it no longer concerns has ended.';
CREATE UNIQUE INDEX alert_subjects_one_alert ON alert_subjects (key) WHERE ended_at IS NULL;
CREATE INDEX alert_subjects_subject ON alert_subjects (subject_type, subject_id);

ALTER TABLE alerts ADD COLUMN subject_count integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN alerts.subject_count IS 'How many tasks, drivers or other things it is about.';

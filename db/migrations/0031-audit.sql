-- The audit log records the state before and after, and the address. It is append-only.

ALTER TABLE audit_log
  ADD COLUMN ip text,
  ADD COLUMN before jsonb,
  ADD COLUMN after jsonb,
  -- Truncated to milliseconds, the resolution of JavaScript dates, in which pages of the log end.
  ALTER COLUMN at SET DEFAULT date_trunc('milliseconds', now());
UPDATE audit_log SET at = date_trunc('milliseconds', at);
COMMENT ON COLUMN audit_log.before IS
  'What of the subject was changed, as it was; like after and data without a secret, and without a person''s name, e-mail, phone, address or pin.';
COMMENT ON TABLE audit_log IS
  'One act that must be accounted for: who did what to what, when, from where and why. Append-only; what is older than two years may be deleted.';

DROP INDEX audit_log_subject;
CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_who ON audit_log (account_id, at DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_what ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log (subject_id, at DESC, id DESC);
CREATE INDEX audit_log_subject_type ON audit_log (subject_type, at DESC, id DESC);

CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

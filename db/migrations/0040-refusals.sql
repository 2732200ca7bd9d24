-- What signed-in accounts were refused is in the audit log, without letting them fill it.

-- A refusal is recorded once per account, operation and hour, by however many processes.
CREATE UNIQUE INDEX audit_log_refused_once
  ON audit_log (account_id, subject_id, date_trunc('hour', at AT TIME ZONE 'UTC'))
  WHERE action = 'accessRefused';

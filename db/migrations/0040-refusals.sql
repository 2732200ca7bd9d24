-- Refusals of signed-in accounts are audited, but must not be able to fill the audit log.

-- A refusal is recorded once per account, operation and hour, over all processes.
CREATE UNIQUE INDEX audit_log_refused_once
  ON audit_log (account_id, subject_id, date_trunc('hour', at AT TIME ZONE 'UTC'))
  WHERE action = 'accessRefused';

-- Backups as the live database remembers them, and accounts that a restore has brought back.

CREATE TABLE backup_runs (
  name       text PRIMARY KEY CHECK (name IN ('base', 'copies', 'proof')),
  done_at    timestamptz,
  details    jsonb NOT NULL DEFAULT '{}',
  failed_at  timestamptz,
  last_error text
);
COMMENT ON TABLE backup_runs IS 'When a backup, the copying in between and the proof of a restore were last done; written by the commands of docs/backup.md.';
COMMENT ON COLUMN backup_runs.failed_at IS 'When it last failed, if that was after it was last done.';

CREATE TABLE owed_closures (
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  -- real time
  closed_at  timestamptz NOT NULL,
  obstacles  text[] NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE owed_closures IS 'An account that its owner had closed before the database was restored to an earlier time; the worker closes it again and deletes the row.';
COMMENT ON COLUMN owed_closures.obstacles IS 'What had to be settled first when it was last tried, as in the refusal of closing.';

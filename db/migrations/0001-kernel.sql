-- Tables that every slice uses: settings, domain time, the audit trail, idempotency keys, stored files, scheduled jobs.

-- For append-only tables.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE settings (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  -- false: a development default that no administrator has confirmed yet
  confirmed  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid
);
COMMENT ON TABLE settings IS
  'One setting that an administrator has changed or confirmed; the others have their defaults from the code.';

CREATE TABLE settings_revision (
  id       boolean PRIMARY KEY DEFAULT true CHECK (id),
  revision bigint NOT NULL
);
COMMENT ON TABLE settings_revision IS
  'Its only row counts changes of settings and shipping methods: a process whose copy has this number is up to date.';
INSERT INTO settings_revision (revision) VALUES (1);

CREATE FUNCTION count_settings_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settings_revision SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER settings_revision AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();

-- Domain time = domain_at + (real time - real_at) * rate of the newest row. The table is append-only, so a run with
-- another CLOCK_RATE never makes domain time jump back.
CREATE TABLE domain_clock (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  real_at   timestamptz NOT NULL,
  domain_at timestamptz NOT NULL,
  rate      double precision NOT NULL CHECK (rate > 0)
);
COMMENT ON TABLE domain_clock IS
  'From which moment on domain time has run at which rate; the newest row maps real time to domain time.';

CREATE FUNCTION domain_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT date_trunc('milliseconds', coalesce(
    (SELECT domain_at + (now() - real_at) * rate FROM domain_clock ORDER BY id DESC LIMIT 1), now()))
$$;

CREATE TABLE audit_log (
  id           uuid PRIMARY KEY,
  at           timestamptz NOT NULL DEFAULT now(),
  account_id   uuid,
  role         text,
  action       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  reason       text,
  request_id   text,
  data         jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE audit_log IS
  'One action of an administrator, dispatcher or seller that must be accounted for: who did what to what, and why.';
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);
-- An administrator's views of complete account numbers are counted before another one is shown.
CREATE INDEX audit_log_bank_accounts_shown ON audit_log (account_id, at) WHERE action = 'showBankAccount';

CREATE TABLE idempotency_keys (
  principal    text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  status       integer,
  -- ids only: a repeated request renders the body again
  reference    jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal, key)
);
COMMENT ON TABLE idempotency_keys IS
  'One request with an Idempotency-Key that is not an actor command, written in the transaction of the work it asks for.';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- A file has a row before its bytes are written, so that every stored file has an owner or a date of removal.
CREATE TABLE stored_files (
  name         text PRIMARY KEY,
  -- null while a row refers to the file; maintained by triggers, and foreign keys prevent removal of a file in use
  unused_since timestamptz DEFAULT now()
);
COMMENT ON TABLE stored_files IS
  'One uploaded picture in the folder for uploads, and since when no row refers to it.';
CREATE INDEX stored_files_unused ON stored_files (unused_since) WHERE unused_since IS NOT NULL;

-- For tables whose column `file` refers to stored_files.
CREATE FUNCTION mark_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE stored_files SET unused_since = NULL WHERE name = NEW.file;
  ELSE
    UPDATE stored_files SET unused_since = now() WHERE name = OLD.file;
  END IF;
  RETURN NULL;
END $$;

CREATE TABLE duty_runs (
  name       text PRIMARY KEY,
  every_ms   bigint NOT NULL,
  -- by PostgreSQL's clock
  done_at    timestamptz NOT NULL,
  -- since the last successful run
  failed_at  timestamptz,
  last_error text
);
COMMENT ON TABLE duty_runs IS
  'When a scheduled job last ran to its end, from which the API notices that the workers are dead.';

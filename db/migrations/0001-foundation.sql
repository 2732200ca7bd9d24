-- Settings, domain clock, audit trail, idempotency rows: what every area stands on.

CREATE TABLE settings (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  -- false = "development default, not confirmed" until an administrator confirms it
  confirmed  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid
);

-- Maps real time to domain time: domain = domain_at + (real - real_at) * rate of the newest row.
-- Rows are only added, so a run at another CLOCK_RATE never makes domain time jump back.
CREATE TABLE domain_clock (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  real_at   timestamptz NOT NULL,
  domain_at timestamptz NOT NULL,
  rate      double precision NOT NULL CHECK (rate > 0)
);

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
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id DESC);

-- POSTs that are no actor commands. Inserted and completed inside the work's own transaction.
CREATE TABLE idempotency_keys (
  principal    text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  status       integer,
  -- ids only: a replay renders the body afresh
  reference    jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

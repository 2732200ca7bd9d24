-- Double entry, append-only. Debits are positive, credits negative; a journal sums to zero.
CREATE TABLE ledger_journals (
  id         uuid PRIMARY KEY,
  -- a cause is posted once, for ever
  cause      text NOT NULL UNIQUE,
  kind       text NOT NULL CHECK (kind IN ('COLLECTION', 'COMPLETION', 'HAND_IN', 'REVERSAL', 'PAYOUT')),
  actor_kind text NOT NULL,
  actor_key  uuid NOT NULL,
  actor_version bigint NOT NULL,
  at         timestamptz NOT NULL
);
CREATE TABLE ledger_entries (
  journal_id uuid NOT NULL REFERENCES ledger_journals (id),
  line       integer NOT NULL,
  -- clearing | till | commission | shipping | driver:<id> | driver-difference:<id> | seller:<id>
  account    text NOT NULL,
  amount     numeric(12,2) NOT NULL CHECK (amount <> 0),
  task_id    uuid,
  PRIMARY KEY (journal_id, line)
);
CREATE INDEX ledger_entries_account ON ledger_entries (account);
CREATE INDEX ledger_entries_task ON ledger_entries (task_id) WHERE task_id IS NOT NULL;

CREATE FUNCTION guard_journal_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total numeric;
BEGIN
  SELECT sum(amount) INTO total FROM ledger_entries WHERE journal_id = NEW.journal_id;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'journal % sums to %, not zero', NEW.journal_id, total USING ERRCODE = 'WA005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_journal_balance();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_journals_append_only BEFORE UPDATE OR DELETE ON ledger_journals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE SEQUENCE settlement_receipt_number;

CREATE TABLE settlements (
  id             uuid PRIMARY KEY,
  driver_id      uuid NOT NULL REFERENCES drivers (id),
  status         text NOT NULL CHECK (status IN ('OPEN', 'PENDING_APPROVAL', 'CLOSED')),
  expected       numeric(12,2) NOT NULL,
  counted        numeric(12,2) NOT NULL CHECK (counted >= 0),
  difference     numeric(12,2) NOT NULL,
  receipt_number text UNIQUE,
  note           text,
  created_by     uuid NOT NULL,
  approved_by    uuid,
  created_at     timestamptz NOT NULL,
  closed_at      timestamptz,
  actor_version  bigint NOT NULL,
  CHECK (difference = counted - expected)
);
CREATE UNIQUE INDEX settlements_one_open ON settlements (driver_id) WHERE status <> 'CLOSED';
CREATE INDEX settlements_driver ON settlements (driver_id, id DESC);

-- Cash a driver took at a door, until (and after) it is handed in.
CREATE TABLE driver_collections (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  task_id       uuid NOT NULL UNIQUE REFERENCES delivery_tasks (id),
  order_id      uuid NOT NULL,
  group_id      uuid NOT NULL,
  amount        numeric(12,2) NOT NULL CHECK (amount > 0),
  recorded_at   timestamptz NOT NULL,
  settlement_id uuid REFERENCES settlements (id),
  actor_version bigint NOT NULL
);
CREATE INDEX driver_collections_open ON driver_collections (driver_id) WHERE settlement_id IS NULL;

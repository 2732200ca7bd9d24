-- Cash: the ledger, collections by drivers, and hand-ins.

-- Double entry: debits are positive, credits negative, and a journal sums to zero.
CREATE TABLE ledger_journals (
  id            uuid PRIMARY KEY,
  -- a cause is posted only once
  cause         text NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('COLLECTION', 'COMPLETION', 'HAND_IN', 'REVERSAL', 'PAYOUT')),
  actor_kind    text NOT NULL,
  actor_key     uuid NOT NULL,
  actor_version bigint NOT NULL,
  at            timestamptz NOT NULL
);
COMMENT ON TABLE ledger_journals IS 'One event in the cash ledger, whose entries sum to zero. Append-only.';
-- For a day's report.
CREATE INDEX ledger_journals_at ON ledger_journals (at, id);
CREATE INDEX ledger_journals_cash ON ledger_journals (at) WHERE kind IN ('HAND_IN', 'REVERSAL');
CREATE TRIGGER ledger_journals_append_only BEFORE UPDATE OR DELETE ON ledger_journals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_entries (
  journal_id uuid NOT NULL REFERENCES ledger_journals (id),
  line       integer NOT NULL,
  -- clearing | till | bank | commission | shipping | driver:<id> | driver-difference:<id> | seller:<id>
  account    text NOT NULL,
  amount     numeric(12,2) NOT NULL CHECK (amount <> 0),
  task_id    uuid,
  PRIMARY KEY (journal_id, line)
);
COMMENT ON TABLE ledger_entries IS 'A line of a journal: an amount on one account. Append-only.';
CREATE INDEX ledger_entries_account ON ledger_entries (account);
CREATE INDEX ledger_entries_task ON ledger_entries (task_id) WHERE task_id IS NOT NULL;
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

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
  -- how the cash was counted: [{value, count}]
  denominations  jsonb,
  CHECK (difference = counted - expected)
);
COMMENT ON TABLE settlements IS 'A driver''s handing in of cash to a dispatcher; mirror of the driver actor.';
CREATE UNIQUE INDEX settlements_one_open ON settlements (driver_id) WHERE status <> 'CLOSED';
CREATE INDEX settlements_driver ON settlements (driver_id, id DESC);
CREATE INDEX settlements_created ON settlements (created_at DESC, id DESC);

-- A task's cash may be collected, returned by a reversal, and collected again; only one of these collections counts.
CREATE TABLE driver_collections (
  id            uuid PRIMARY KEY,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  task_id       uuid NOT NULL REFERENCES delivery_tasks (id),
  order_id      uuid NOT NULL,
  group_id      uuid NOT NULL,
  amount        numeric(12,2) NOT NULL CHECK (amount > 0),
  recorded_at   timestamptz NOT NULL,
  settlement_id uuid REFERENCES settlements (id),
  actor_version bigint NOT NULL,
  number        integer NOT NULL DEFAULT 1 CHECK (number >= 1),
  reversed_at   timestamptz,
  CONSTRAINT settled_cash_is_not_reversed CHECK (settlement_id IS NULL OR reversed_at IS NULL),
  CONSTRAINT driver_collections_numbered UNIQUE (task_id, number)
);
COMMENT ON TABLE driver_collections IS
  'Cash that a driver took at a door, and the settlement with which it was handed in; mirror of the driver actor.';
CREATE UNIQUE INDEX driver_collections_one_counts ON driver_collections (task_id) WHERE reversed_at IS NULL;
CREATE INDEX driver_collections_open ON driver_collections (driver_id)
  WHERE settlement_id IS NULL AND reversed_at IS NULL;
CREATE INDEX driver_collections_recorded ON driver_collections (recorded_at);
-- A settlement reads the driver's newest reversal, to detect whether its list of collections is outdated.
CREATE INDEX driver_collections_reversed ON driver_collections (driver_id, actor_version DESC)
  WHERE reversed_at IS NOT NULL;

-- Cash is settled once: a collection of one settlement cannot be added to another.
CREATE FUNCTION guard_settled_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settlement_id IS NOT NULL AND NEW.settlement_id IS DISTINCT FROM OLD.settlement_id THEN
    RAISE EXCEPTION 'collection % is settled by %', OLD.id, OLD.settlement_id USING ERRCODE = '23001';
  END IF;
  IF NEW.amount <> OLD.amount OR NEW.driver_id <> OLD.driver_id OR NEW.task_id <> OLD.task_id THEN
    RAISE EXCEPTION 'collection % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER driver_collections_settled_once BEFORE UPDATE ON driver_collections
  FOR EACH ROW EXECUTE FUNCTION guard_settled_collection();

CREATE FUNCTION guard_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at THEN
    RAISE EXCEPTION 'collection % is reversed for good', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER driver_collections_reversed_once BEFORE UPDATE ON driver_collections
  FOR EACH ROW EXECUTE FUNCTION guard_reversed_collection();

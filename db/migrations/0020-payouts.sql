-- Payouts to sellers from settled cash.

CREATE SEQUENCE payout_number;

CREATE TABLE payouts (
  id              uuid PRIMARY KEY,
  number          text NOT NULL UNIQUE,
  seller_id       uuid NOT NULL REFERENCES sellers (id),
  bank_account_id uuid NOT NULL REFERENCES seller_bank_accounts (id),
  amount          numeric(12,2) NOT NULL CHECK (amount > 0),
  group_count     integer NOT NULL CHECK (group_count > 0),
  created_by      uuid NOT NULL REFERENCES accounts (id),
  created_at      timestamptz NOT NULL,
  UNIQUE (seller_id, id)
);
COMMENT ON TABLE payouts IS 'Money that went to a seller''s bank, for the groups that name it. Append-only.';
CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- order_groups is written only by the order actor's commits. This table follows it by the triggers below, so that what
-- is payable is found without reading what was paid, and a payout neither locks nor writes a group (decision 0040).
CREATE TABLE payout_groups (
  group_id     uuid PRIMARY KEY REFERENCES order_groups (id),
  -- as in the group; no foreign key to sellers, so that commits of settled groups never wait for a seller's row
  seller_id    uuid NOT NULL,
  -- the goods less commission
  amount       numeric(12,2) NOT NULL,
  delivered_at timestamptz NOT NULL,
  -- null: payable
  payout_id    uuid,
  -- a payout only pays groups of its own seller
  FOREIGN KEY (seller_id, payout_id) REFERENCES payouts (seller_id, id)
);
COMMENT ON TABLE payout_groups IS
  'A delivered group whose cash is settled: payable to its seller until a payout pays it, once.';
CREATE INDEX payout_groups_payable ON payout_groups (seller_id, group_id) WHERE payout_id IS NULL;
CREATE INDEX payout_groups_payout ON payout_groups (payout_id) WHERE payout_id IS NOT NULL;

-- Statements may only set the payout of a row, once; all else follows from the group, by the trigger below.
CREATE FUNCTION guard_payout_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.payout_id IS NULL
     AND (NEW.group_id, NEW.seller_id, NEW.amount, NEW.delivered_at)
         = (OLD.group_id, OLD.seller_id, OLD.amount, OLD.delivered_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'group % is listed by its settlement and paid out once',
    CASE TG_OP WHEN 'INSERT' THEN NEW.group_id ELSE OLD.group_id END USING ERRCODE = '23001';
END $$;
CREATE TRIGGER payout_groups_paid_once BEFORE INSERT OR UPDATE OR DELETE ON payout_groups
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION guard_payout_group();

-- Lists a group once it is delivered and its cash settled, and rejects a change of one that is paid out. Waits for a
-- payout that is including the group at this moment.
CREATE FUNCTION follow_settled_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'DELIVERED' AND NEW.payment_status = 'SETTLED' THEN
    INSERT INTO payout_groups AS listed (group_id, seller_id, amount, delivered_at)
    VALUES (NEW.id, NEW.seller_id, NEW.goods_total - NEW.commission, NEW.ended_at)
    ON CONFLICT (group_id) DO UPDATE SET amount = excluded.amount, delivered_at = excluded.delivered_at
      WHERE listed.payout_id IS NULL;
    IF FOUND THEN RETURN NULL; END IF;
  ELSE
    DELETE FROM payout_groups WHERE group_id = NEW.id AND payout_id IS NULL;
    IF NOT EXISTS (SELECT FROM payout_groups WHERE group_id = NEW.id) THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION 'group % is paid out', NEW.id USING ERRCODE = '23001';
END $$;
CREATE TRIGGER order_groups_settled_new AFTER INSERT ON order_groups
  FOR EACH ROW WHEN (NEW.payment_status = 'SETTLED') EXECUTE FUNCTION follow_settled_group();
CREATE TRIGGER order_groups_settled AFTER UPDATE ON order_groups
  FOR EACH ROW WHEN (
    'SETTLED' IN (OLD.payment_status, NEW.payment_status)
    AND (OLD.status, OLD.payment_status, OLD.goods_total, OLD.commission)
        IS DISTINCT FROM (NEW.status, NEW.payment_status, NEW.goods_total, NEW.commission)
  ) EXECUTE FUNCTION follow_settled_group();

-- At the commit, a payout equals the sum of its groups, it is posted, and its seller is not paid more than it earned.
CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid record;
  posted numeric;
  balance numeric;
BEGIN
  SELECT count(*) AS groups, coalesce(sum(g.amount), 0) AS amount INTO paid
    FROM payout_groups g WHERE g.payout_id = NEW.id;
  SELECT sum(e.amount) INTO posted
    FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
   WHERE j.cause = 'payout:' || NEW.id AND e.account = 'seller:' || NEW.seller_id;
  SELECT sum(amount) INTO balance FROM ledger_entries WHERE account = 'seller:' || NEW.seller_id;
  IF paid.groups <> NEW.group_count OR paid.amount <> NEW.amount OR posted IS DISTINCT FROM NEW.amount OR balance > 0 THEN
    RAISE EXCEPTION 'payout % does not add up', NEW.id USING ERRCODE = 'WA005';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payouts_add_up AFTER INSERT ON payouts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_payout();

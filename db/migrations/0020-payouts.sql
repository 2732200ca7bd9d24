-- Payouts: what sellers are paid of the cash that was settled.

CREATE SEQUENCE payout_number;

CREATE TABLE payouts (
  id              uuid PRIMARY KEY,
  number          text NOT NULL UNIQUE,
  seller_id       uuid NOT NULL REFERENCES sellers (id),
  bank_account_id uuid NOT NULL REFERENCES seller_bank_accounts (id),
  amount          numeric(12,2) NOT NULL CHECK (amount > 0),
  group_count     integer NOT NULL CHECK (group_count > 0),
  created_by      uuid NOT NULL REFERENCES accounts (id),
  created_at      timestamptz NOT NULL
);
COMMENT ON TABLE payouts IS 'Money that went to a seller''s bank for the groups that name it. Append-only.';
CREATE INDEX payouts_seller ON payouts (seller_id, id DESC);
CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE order_groups ADD COLUMN payout_id uuid REFERENCES payouts (id);
CREATE INDEX order_groups_payable ON order_groups (seller_id, id) WHERE payment_status = 'SETTLED' AND payout_id IS NULL;
CREATE INDEX order_groups_payout ON order_groups (payout_id) WHERE payout_id IS NOT NULL;

-- A group is paid out once, of settled cash, to its own seller, and stays as it was paid.
CREATE FUNCTION guard_paid_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.payout_id IS NOT NULL AND NEW.payout_id IS DISTINCT FROM OLD.payout_id THEN
    RAISE EXCEPTION 'group % is paid out by %', OLD.id, OLD.payout_id USING ERRCODE = '23001';
  END IF;
  IF NEW.status <> 'DELIVERED' OR NEW.payment_status <> 'SETTLED'
     OR NEW.goods_total <> OLD.goods_total OR NEW.commission <> OLD.commission THEN
    RAISE EXCEPTION 'group % is not what is paid out', OLD.id USING ERRCODE = '23001';
  END IF;
  IF OLD.payout_id IS NULL AND NOT EXISTS (SELECT FROM payouts WHERE id = NEW.payout_id AND seller_id = NEW.seller_id) THEN
    RAISE EXCEPTION 'group % belongs to another seller', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_groups_paid_once BEFORE UPDATE ON order_groups
  FOR EACH ROW WHEN (OLD.payout_id IS NOT NULL OR NEW.payout_id IS NOT NULL) EXECUTE FUNCTION guard_paid_group();

-- At the commit a payout is the sum of its groups, it is posted, and its seller is not paid more than it earned.
CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid record;
  posted numeric;
  balance numeric;
BEGIN
  SELECT count(*) AS groups, coalesce(sum(goods_total - commission), 0) AS amount INTO paid
    FROM order_groups WHERE payout_id = NEW.id;
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

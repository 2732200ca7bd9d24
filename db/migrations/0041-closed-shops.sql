-- A shop can be closed for good, so that its owner can close their account. Decision 0062.

ALTER TABLE sellers
  DROP CONSTRAINT sellers_status_check,
  ADD CONSTRAINT sellers_status_check CHECK (status IN ('APPLIED', 'ACTIVE', 'REJECTED', 'SUSPENDED', 'CLOSED'));

CREATE OR REPLACE FUNCTION guard_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legal_name IS DISTINCT FROM OLD.legal_name
     AND NOT (current_setting('wasl.erasing', true) = 'on' AND OLD.status IN ('REJECTED', 'CLOSED')) THEN
    RAISE EXCEPTION 'a legal name cannot be edited' USING ERRCODE = 'WA003';
  END IF;
  IF NEW.owner_account_id IS DISTINCT FROM OLD.owner_account_id THEN
    RAISE EXCEPTION 'a seller keeps the owner it was created with' USING ERRCODE = 'WA004';
  END IF;
  IF OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED' THEN
    RAISE EXCEPTION 'seller % is closed for good', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;

-- The row of a bank account with payouts is kept, but its holder's data is erased with the owner of a closed shop.
CREATE OR REPLACE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  theirs CONSTANT text[] := '{account_holder,last_four,iban_sealed,iban_hash}';
BEGIN
  IF current_setting('wasl.erasing', true) = 'on'
     AND EXISTS (SELECT FROM sellers WHERE id = OLD.seller_id AND status IN ('REJECTED', 'CLOSED')) THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    IF to_jsonb(NEW) - theirs = to_jsonb(OLD) - theirs THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;

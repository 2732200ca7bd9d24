-- Replacing the application secret (docs/keys.md): sealed values are sealed again, stored hashes keep their key.

CREATE TABLE sealed_keys (
  name      text PRIMARY KEY,
  sealed    bytea,
  sealed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sealed_keys IS 'A key that belongs to the installation, sealed with the application secret.';
COMMENT ON COLUMN sealed_keys.sealed IS 'Null until the first start after an upgrade: the key is then the application secret itself, with which everything was hashed before.';
COMMENT ON COLUMN sealed_keys.sealed_at IS 'When the present application secret sealed it.';

INSERT INTO sealed_keys (name) SELECT 'hashing' WHERE EXISTS (SELECT FROM accounts);

-- A bank account still never changes; only the seal of its number may be renewed, by who says so.
CREATE OR REPLACE FUNCTION guard_bank_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  theirs CONSTANT text[] := '{account_holder,last_four,iban_sealed,iban_hash}';
BEGIN
  IF current_setting('wasl.erasing', true) = 'on'
     AND EXISTS (SELECT FROM sellers WHERE id = OLD.seller_id AND status IN ('REJECTED', 'CLOSED')) THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    IF to_jsonb(NEW) - theirs = to_jsonb(OLD) - theirs THEN RETURN NEW; END IF;
  END IF;
  IF current_setting('wasl.resealing', true) = 'on' AND TG_OP = 'UPDATE'
     AND to_jsonb(NEW) - 'iban_sealed' = to_jsonb(OLD) - 'iban_sealed' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

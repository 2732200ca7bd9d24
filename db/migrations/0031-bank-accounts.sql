-- Where a seller is paid. A row never changes: another account is another row, in use once it has cooled off.
CREATE TABLE seller_bank_accounts (
  id             uuid PRIMARY KEY,
  seller_id      uuid NOT NULL REFERENCES sellers (id),
  account_holder text NOT NULL,
  bank_code      text NOT NULL CHECK (bank_code ~ '^[A-Z]{4}$'),
  last_four      text NOT NULL CHECK (last_four ~ '^[A-Z0-9]{4}$'),
  -- AES-256-GCM under the application secret; a keyed hash tells whether it is the same number again
  iban_sealed    bytea NOT NULL,
  iban_hash      bytea NOT NULL,
  created_by     uuid NOT NULL REFERENCES accounts (id),
  created_at     timestamptz NOT NULL,
  usable_from    timestamptz NOT NULL CHECK (usable_from >= created_at),
  -- another one was given before this one came into use
  superseded_at  timestamptz CHECK (superseded_at < usable_from)
);
CREATE INDEX seller_bank_accounts_seller ON seller_bank_accounts (seller_id, usable_from DESC, id DESC) WHERE superseded_at IS NULL;

CREATE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seller_bank_accounts_stay BEFORE UPDATE OR DELETE ON seller_bank_accounts
  FOR EACH ROW EXECUTE FUNCTION guard_bank_account();

-- The hashing secret can be replaced (docs/keys.md).

-- The numbers of bank accounts are compared by opening their seals. A keyed hash of a number is no longer stored: who has
-- the database and the hashing secret could find out the number from it.
ALTER TABLE seller_bank_accounts ALTER COLUMN iban_hash SET DEFAULT '';
COMMENT ON COLUMN seller_bank_accounts.iban_hash IS 'Empty. An earlier release compared numbers by it; the column goes when none of its processes may run any more.';

-- The guard of bank accounts allows no change; this one takes away what was derived.
ALTER TABLE seller_bank_accounts DISABLE TRIGGER USER;
UPDATE seller_bank_accounts SET iban_hash = '' WHERE iban_hash <> '';
ALTER TABLE seller_bank_accounts ENABLE TRIGGER USER;

-- Which recovery codes need a former hashing secret.
ALTER TABLE recovery_codes ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();

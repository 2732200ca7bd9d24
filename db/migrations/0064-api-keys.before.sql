-- Keys with which machines call the API for a seller or for the platform.
-- Locks accounts, sellers: a key is of both, and nobody waits longer than for one of them, as the new table is empty.

CREATE TABLE api_keys (
  id             uuid PRIMARY KEY,
  seller_id      uuid REFERENCES sellers (id),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  hint           text NOT NULL CHECK (length(hint) BETWEEN 1 AND 20),
  key_hash       bytea NOT NULL UNIQUE,
  -- real time, as all times of a key
  hashed_at      timestamptz NOT NULL DEFAULT now(),
  scopes         text[] NOT NULL CHECK (cardinality(scopes) > 0),
  address_ranges text[] NOT NULL DEFAULT '{}',
  created_by     uuid NOT NULL REFERENCES accounts (id),
  created_at     timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz CHECK (expires_at > created_at),
  revoked_at     timestamptz,
  revoked_by     uuid REFERENCES accounts (id),
  used_at        timestamptz,
  used_from      text,
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
COMMENT ON TABLE api_keys IS 'What a machine shows to call the API for a seller, or for the platform if it has none.';
COMMENT ON COLUMN api_keys.hint IS 'The key''s first characters, by which its owner recognises it.';
COMMENT ON COLUMN api_keys.hashed_at IS 'When the hash was made: whether it needs a former hashing secret.';
COMMENT ON COLUMN api_keys.address_ranges IS 'CIDRs from which it is accepted; empty: from everywhere.';
COMMENT ON COLUMN api_keys.created_by IS 'Who was shown the key; it ends when this person may no longer make one.';
COMMENT ON COLUMN api_keys.used_at IS 'To ten minutes.';
CREATE INDEX api_keys_seller ON api_keys (seller_id, id DESC);
CREATE INDEX api_keys_ended ON api_keys (least(expires_at, revoked_at)) WHERE least(expires_at, revoked_at) IS NOT NULL;

-- What a key may do is agreed when it is made. Afterwards it can only be used, hashed anew and revoked for good.
CREATE FUNCTION guard_api_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing CONSTANT text[] := '{key_hash,hashed_at,used_at,used_from,revoked_at,revoked_by}';
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
     OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'an API key does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER api_keys_guard BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION guard_api_key();

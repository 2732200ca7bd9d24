-- One-time codes by e-mail and SMS, password resets, and locks whose count restarts after they end.

-- A phone is stored once its code has been entered, so it belongs to at most one account.
CREATE UNIQUE INDEX accounts_phone ON accounts (phone);

-- When the owner was last notified of a lock, so that repeated locks do not flood them with messages.
ALTER TABLE sign_in_guards ADD COLUMN told_at timestamptz;

CREATE TABLE one_time_codes (
  id          uuid PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('SIGN_IN', 'EMAIL', 'PHONE', 'PASSWORD_RESET')),
  -- keyed hash of purpose and address: no plain e-mail or phone is stored here
  address_key bytea NOT NULL,
  -- the account; null if only the address identifies it
  account_id  uuid REFERENCES accounts (id),
  -- keyed hash
  code_hash   bytea NOT NULL,
  -- wrong codes entered while this was the newest
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- real time, because sign-in does not use domain time
  expires_at  timestamptz NOT NULL,
  -- used, or void after too many wrong entries
  ended_at    timestamptz,
  CHECK (purpose = 'SIGN_IN' OR account_id IS NOT NULL)
);
COMMENT ON TABLE one_time_codes IS 'A code that was sent to an e-mail address or a phone, or the token of a link that sets a new password.';
CREATE INDEX one_time_codes_live ON one_time_codes (address_key) WHERE ended_at IS NULL;
CREATE INDEX one_time_codes_hash ON one_time_codes (code_hash) WHERE purpose = 'PASSWORD_RESET' AND ended_at IS NULL;
CREATE INDEX one_time_codes_account ON one_time_codes (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at);

CREATE TABLE code_guards (
  address_key bytea PRIMARY KEY,
  -- end of the period used up by requested codes: each adds one code's lifetime
  paid_until  timestamptz NOT NULL DEFAULT now(),
  -- wrong codes since `wrong_since`, over all codes; a right one resets it
  wrong       integer NOT NULL DEFAULT 0,
  wrong_since timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE code_guards IS 'How often codes were asked for and guessed at one address, whether or not it has an account.';
CREATE INDEX code_guards_idle ON code_guards (updated_at);

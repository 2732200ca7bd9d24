-- One-time codes by e-mail and SMS, forgotten passwords, and locks that count from zero after their end.

-- A phone is kept once a code sent to it has come back, so it belongs to one account at a time.
CREATE UNIQUE INDEX accounts_phone ON accounts (phone);

-- When the owner was last told of a lock: who keeps locking an account must not make it a flood of messages.
ALTER TABLE sign_in_guards ADD COLUMN told_at timestamptz;

CREATE TABLE one_time_codes (
  id          uuid PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('SIGN_IN', 'EMAIL', 'PHONE', 'PASSWORD_RESET')),
  -- keyed hash of purpose and address: no e-mail and no phone stands here in the clear
  address_key bytea NOT NULL,
  -- whose it is; null where the address alone says so
  account_id  uuid REFERENCES accounts (id),
  -- keyed hash
  code_hash   bytea NOT NULL,
  -- wrong codes that were tried while this was the newest
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- real time: signing in knows no faster clock
  expires_at  timestamptz NOT NULL,
  -- used, or void after too many wrong tries
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
  -- up to when the codes that were asked for are paid for: each takes one life of a code
  paid_until  timestamptz NOT NULL DEFAULT now(),
  -- wrong codes since `wrong_since`, over all codes; a right one forgets them
  wrong       integer NOT NULL DEFAULT 0,
  wrong_since timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE code_guards IS 'How often codes were asked for and guessed at one address, whether or not it has an account.';
CREATE INDEX code_guards_idle ON code_guards (updated_at);

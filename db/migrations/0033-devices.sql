-- Devices: what messages are pushed to, and what acts for an account while none of its pages is open.

CREATE TABLE push_subscriptions (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- the sign-in on that device: when it ends, nothing is pushed there any more
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- the push service's address for this device: who knows it and the keys may be sent to
  endpoint   text NOT NULL UNIQUE CHECK (length(endpoint) <= 1024),
  -- its public key, and the secret that it shares with us (RFC 8291)
  p256dh     bytea NOT NULL CHECK (length(p256dh) = 65),
  auth       bytea NOT NULL CHECK (length(auth) = 16),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- when the device last said that it is still there
  renewed_at timestamptz NOT NULL DEFAULT now(),
  -- when its push service last took a message, to the hour
  reached_at timestamptz
);
COMMENT ON TABLE push_subscriptions IS 'A device that takes push messages.';
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, id DESC);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

CREATE TABLE device_tokens (
  id         uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('POSITIONS', 'NOTIFICATIONS')),
  token_hash bytea NOT NULL UNIQUE,
  -- as its owner knows the device
  name       text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- to the hour
  used_at    timestamptz,
  -- a session has one of each purpose: a new one replaces it
  UNIQUE (session_id, purpose)
);
COMMENT ON TABLE device_tokens IS
  'What an app that runs without a page may do in its session: one purpose. It ends with the session.';

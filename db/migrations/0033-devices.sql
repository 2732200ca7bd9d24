-- Devices that receive push messages, and tokens that act for an account while none of its pages is open.

CREATE TABLE push_subscriptions (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- the session on that device: when it ends, nothing is pushed to it any more
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- the push service's URL for this device: anyone who knows it and the keys can send to it
  endpoint   text NOT NULL UNIQUE CHECK (length(endpoint) <= 1024),
  -- its public key, and the secret it shares with this service (RFC 8291)
  p256dh     bytea NOT NULL CHECK (length(p256dh) = 65),
  auth       bytea NOT NULL CHECK (length(auth) = 16),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- when the device last renewed it
  renewed_at timestamptz NOT NULL DEFAULT now(),
  -- when its push service last accepted a message, rounded to the hour
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
  -- the device's name for its owner
  name       text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- rounded to the hour
  used_at    timestamptz,
  -- a session has one of each purpose: a new one replaces it
  UNIQUE (session_id, purpose)
);
COMMENT ON TABLE device_tokens IS
  'What an app that runs without a page may do in its session: one purpose. It ends with the session.';

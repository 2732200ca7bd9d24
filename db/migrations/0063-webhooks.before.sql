-- Webhooks: the endpoints that integrators register, what is told to them, and every attempt.

CREATE TABLE webhook_endpoints (
  id               uuid PRIMARY KEY,
  -- null: the platform's
  seller_id        uuid REFERENCES sellers (id),
  url              text NOT NULL CHECK (length(url) <= 1024),
  description      text NOT NULL DEFAULT '' CHECK (length(description) <= 200),
  kinds            text[] NOT NULL CHECK (cardinality(kinds) BETWEEN 1 AND 40),
  status           text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  disabled_because text CHECK (disabled_because IN ('GONE', 'FAILING')),
  -- failed attempts since the last success
  failures         integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- domain time
  failing_since    timestamptz,
  rest_until       timestamptz,
  version          integer NOT NULL DEFAULT 1,
  created_by       uuid NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  removed_at       timestamptz,
  CHECK ((status = 'DISABLED') = (disabled_because IS NOT NULL))
);
COMMENT ON TABLE webhook_endpoints IS 'An address at which a seller, or the platform, is told of events; kept after its removal until what was sent to it is deleted.';
COMMENT ON COLUMN webhook_endpoints.rest_until IS 'Nothing is sent before: several attempts in a row have failed.';
CREATE INDEX webhook_endpoints_seller ON webhook_endpoints (seller_id, id DESC) WHERE removed_at IS NULL;

CREATE TABLE webhook_secrets (
  id          uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  sealed      bytea NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT now(),
  -- real time; null: the current one
  ends_at     timestamptz
);
COMMENT ON TABLE webhook_secrets IS 'A secret with which what is sent to an endpoint is signed; while a former one has not ended, both sign.';
CREATE INDEX webhook_secrets_endpoint ON webhook_secrets (endpoint_id);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (endpoint_id) WHERE ends_at IS NULL;

CREATE TABLE webhook_messages (
  id              uuid PRIMARY KEY,
  -- null: the platform's
  seller_id       uuid,
  kind            text NOT NULL,
  subject_id      uuid NOT NULL,
  subject_version bigint NOT NULL,
  body            text NOT NULL CHECK (length(body) <= 8192),
  -- domain time
  happened_at     timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE webhook_messages IS 'An event as it is told to endpoints, once for all of a seller''s, or of the platform''s. Only stored while there is an endpoint.';
COMMENT ON COLUMN webhook_messages.subject_id IS 'The order, driver or other record in whose sequence it is delivered, by subject_version.';
CREATE INDEX webhook_messages_owner ON webhook_messages (seller_id, happened_at, id);
CREATE INDEX webhook_messages_subject ON webhook_messages (subject_id, subject_version);
CREATE INDEX webhook_messages_age ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
  endpoint_id     uuid NOT NULL REFERENCES webhook_endpoints (id),
  message_id      uuid NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
  seq             bigint GENERATED ALWAYS AS IDENTITY,
  kind            text NOT NULL,
  subject_id      uuid NOT NULL,
  subject_version bigint NOT NULL,
  status          text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- since it was queued or replayed
  attempts        integer NOT NULL DEFAULT 0,
  -- domain time
  next_attempt_at timestamptz NOT NULL,
  claim           uuid,
  -- real time
  claimed_until   timestamptz,
  settled_at      timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (endpoint_id, message_id)
) WITH (fillfactor = 85);
COMMENT ON TABLE webhook_deliveries IS 'A message that an endpoint is to receive, or has received.';
COMMENT ON COLUMN webhook_deliveries.claim IS 'The sender that has it until claimed_until; a sender that has not settled it by then has died.';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, seq) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (endpoint_id, subject_id, subject_version, seq)
  WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_tests ON webhook_deliveries (endpoint_id)
  WHERE status = 'PENDING' AND kind = 'webhook.test';
CREATE INDEX webhook_deliveries_shown ON webhook_deliveries (endpoint_id, seq DESC);
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id);

CREATE TABLE webhook_attempts (
  id          uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL,
  message_id  uuid NOT NULL,
  -- real time
  at          timestamptz NOT NULL DEFAULT now(),
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  -- null: there was no answer
  http_status integer,
  -- why it failed without an answer
  error       text CHECK (length(error) <= 300),
  -- the beginning of the answer
  answer      text NOT NULL DEFAULT '' CHECK (length(answer) <= 1000),
  FOREIGN KEY (endpoint_id, message_id) REFERENCES webhook_deliveries ON DELETE CASCADE
);
COMMENT ON TABLE webhook_attempts IS 'One request to an endpoint, with what it answered.';
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (endpoint_id, message_id, id DESC);

CREATE TABLE notifications (
  id         uuid PRIMARY KEY,
  -- one row per event and recipient, however often the event is delivered to the consumer
  event_key  text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id),
  kind       text NOT NULL,
  title_en   text NOT NULL,
  title_ar   text NOT NULL,
  body_en    text NOT NULL,
  body_ar    text NOT NULL,
  data       jsonb NOT NULL DEFAULT '{}',
  -- a delivery code, sealed with AES-256-GCM; erased once used or void
  sealed     bytea,
  -- the task that the sealed text belongs to, and when it stops being valid (domain time): so that it can be erased
  sealed_for uuid,
  sealed_until timestamptz,
  -- version of the actor whose event this tells of: of two deliveries out of order, the later event wins
  source_version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  UNIQUE (event_key, account_id),
  CHECK (sealed IS NULL OR (sealed_for IS NOT NULL AND sealed_until IS NOT NULL))
);
CREATE INDEX notifications_account ON notifications (account_id, id DESC);
CREATE INDEX notifications_unread ON notifications (account_id) WHERE read_at IS NULL;
CREATE INDEX notifications_sealed ON notifications (sealed_for) WHERE sealed IS NOT NULL;

CREATE TABLE notification_deliveries (
  id              uuid PRIMARY KEY,
  notification_id uuid NOT NULL REFERENCES notifications (id),
  channel         text NOT NULL CHECK (channel IN ('IN_APP', 'EMAIL', 'SMS', 'PUSH')),
  -- nothing is SENT that no provider took: while a channel's driver is `none` its rows stay QUEUED
  status          text NOT NULL CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'HELD', 'SUPPRESSED', 'DELIVERED')),
  attempts        integer NOT NULL DEFAULT 0,
  release_at      timestamptz,
  provider_ref    text,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (notification_id, channel),
  CHECK (status <> 'DELIVERED' OR channel = 'IN_APP'),
  CHECK (status <> 'SENT' OR provider_ref IS NOT NULL)
);
CREATE INDEX notification_deliveries_queue ON notification_deliveries (channel, id) WHERE status = 'QUEUED';

CREATE TABLE alerts (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL,
  severity        text NOT NULL CHECK (severity IN ('INFO', 'WARNING', 'CRITICAL')),
  dedupe_key      text NOT NULL,
  subject_type    text NOT NULL,
  subject_id      text NOT NULL,
  message_en      text NOT NULL,
  message_ar      text NOT NULL,
  data            jsonb NOT NULL DEFAULT '{}',
  status          text NOT NULL CHECK (status IN ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  raised_at       timestamptz NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  resolved_at     timestamptz,
  resolved_by     uuid,
  note            text,
  version         integer NOT NULL DEFAULT 1
);
-- What is open is not raised twice; what was resolved may come again.
CREATE UNIQUE INDEX alerts_one_open ON alerts (dedupe_key) WHERE status <> 'RESOLVED';
CREATE INDEX alerts_time ON alerts (raised_at DESC, id DESC);
CREATE INDEX alerts_status ON alerts (status, raised_at DESC, id DESC);

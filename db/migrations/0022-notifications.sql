-- Notifications, and their delivery on each channel.

CREATE TABLE notifications (
  id              uuid PRIMARY KEY,
  -- one row per event and recipient, however often the event is delivered to the consumer
  event_key       text NOT NULL,
  -- null: addressed to an e-mail address, which may have no account
  account_id      uuid REFERENCES accounts (id),
  kind            text NOT NULL,
  title_en        text NOT NULL,
  title_ar        text NOT NULL,
  body_en         text NOT NULL,
  body_ar         text NOT NULL,
  data            jsonb NOT NULL DEFAULT '{}',
  -- a delivery code, encrypted with AES-256-GCM; erased once used or void
  sealed          bytea,
  -- the task of the sealed text, and when it expires (domain time), so that it can be erased
  sealed_for      uuid,
  sealed_until    timestamptz,
  -- version of the actor whose event it is about, to recognise the later of two events delivered out of order
  source_version  bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  read_at         timestamptz,
  recipient_email text,
  UNIQUE (event_key, account_id),
  CHECK (sealed IS NULL OR (sealed_for IS NOT NULL AND sealed_until IS NOT NULL)),
  CONSTRAINT notifications_one_recipient CHECK ((account_id IS NULL) <> (recipient_email IS NULL))
);
COMMENT ON TABLE notifications IS 'A message about one event to one recipient.';
-- By time and not by id: a notification rewritten after a crash keeps its former id.
CREATE INDEX notifications_account ON notifications (account_id, created_at DESC, id DESC);
CREATE INDEX notifications_time ON notifications (created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (account_id) WHERE read_at IS NULL;
CREATE INDEX notifications_sealed ON notifications (sealed_for) WHERE sealed IS NOT NULL;

CREATE TABLE notification_deliveries (
  id              uuid PRIMARY KEY,
  notification_id uuid NOT NULL REFERENCES notifications (id),
  channel         text NOT NULL CHECK (channel IN ('IN_APP', 'EMAIL', 'SMS', 'PUSH')),
  -- SENT only if a provider accepted it: while a channel's driver is `none`, its rows stay QUEUED
  status          text NOT NULL CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'HELD', 'SUPPRESSED', 'DELIVERED')),
  attempts        integer NOT NULL DEFAULT 0,
  release_at      timestamptz,
  provider_ref    text,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (notification_id, channel),
  CHECK (status <> 'DELIVERED' OR channel = 'IN_APP'),
  CHECK (status <> 'SENT' OR provider_ref IS NOT NULL)
);
COMMENT ON TABLE notification_deliveries IS 'The delivery of a notification on one channel.';
CREATE INDEX notification_deliveries_queue ON notification_deliveries (channel, id) WHERE status = 'QUEUED';
-- For alert conditions, which are evaluated every few seconds.
CREATE INDEX notification_deliveries_sending ON notification_deliveries (channel, updated_at) WHERE status = 'SENDING';

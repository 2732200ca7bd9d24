-- Delivery tasks, their exceptions, and notes about them.

CREATE TABLE delivery_tasks (
  id                   uuid PRIMARY KEY,
  order_id             uuid NOT NULL REFERENCES orders (id),
  group_id             uuid NOT NULL UNIQUE REFERENCES order_groups (id),
  seller_id            uuid NOT NULL REFERENCES sellers (id),
  status               text NOT NULL,
  round                integer NOT NULL,
  driver_id            uuid REFERENCES drivers (id),
  -- the offer of the task to that driver
  offer_id             uuid,
  offer_expires_at     timestamptz,
  offer_manual         boolean NOT NULL DEFAULT false,
  -- a pending manual assignment, and how the last one was refused
  manual_offer_id      uuid,
  manual_driver_id     uuid,
  manual_refusal       jsonb,
  zone_id              uuid REFERENCES delivery_zones (id),
  due_by               timestamptz NOT NULL,
  cash_due             numeric(12,2) NOT NULL,
  cash_recorded        numeric(12,2),
  items                integer NOT NULL,
  code_expires_at      timestamptz,
  pickup_lat           double precision NOT NULL,
  pickup_lng           double precision NOT NULL,
  dropoff_lat          double precision NOT NULL,
  dropoff_lng          double precision NOT NULL,
  created_at           timestamptz NOT NULL,
  completed_at         timestamptz,
  actor_version        bigint NOT NULL,
  attempt              integer NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 3),
  -- of the latest failed attempt; the possible reasons are defined in actors/order/failure.ts
  failure_reason       text,
  failed_at            timestamptz,
  -- the time slot promised for the present attempt
  window_from          timestamptz,
  window_to            timestamptz,
  code_overridden      boolean NOT NULL DEFAULT false,
  -- a pending reversal or hand-over to another driver
  reversal_id          uuid,
  hand_over_id         uuid,
  hand_over_driver_id  uuid REFERENCES drivers (id),
  hand_over_reserved   boolean NOT NULL DEFAULT false,
  hand_over_gave       boolean NOT NULL DEFAULT false,
  hand_over_took       boolean NOT NULL DEFAULT false,
  hand_over_expires_at timestamptz,
  -- when the driver is expected at each stop; null: unknown, or done
  pickup_eta           timestamptz,
  dropoff_eta          timestamptz,
  -- a completed cash task must have its cash, or the commit fails
  CONSTRAINT completed_means_paid CHECK (status <> 'COMPLETED' OR cash_recorded = cash_due),
  CONSTRAINT failures_say_why CHECK ((failure_reason IS NULL) = (failed_at IS NULL)
                                     AND (status NOT IN ('FAILED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF')
                                          OR failure_reason IS NOT NULL)),
  CONSTRAINT windows_end_after_they_begin CHECK ((window_from IS NULL) = (window_to IS NULL)
                                                 AND (window_from IS NULL OR window_from < window_to)),
  CONSTRAINT hand_overs_are_whole CHECK ((hand_over_id IS NULL) = (hand_over_driver_id IS NULL)
                                         AND (hand_over_id IS NULL) = (hand_over_expires_at IS NULL)
                                         AND (hand_over_driver_id IS NULL OR hand_over_driver_id <> driver_id)),
  CONSTRAINT only_completions_are_reversed CHECK (reversal_id IS NULL OR status = 'COMPLETED')
);
COMMENT ON TABLE delivery_tasks IS
  'The journey of one order group from the seller''s warehouse to the buyer; mirror of the order actor.';
CREATE INDEX delivery_tasks_status ON delivery_tasks (status, id);
CREATE INDEX delivery_tasks_driver ON delivery_tasks (driver_id, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_order ON delivery_tasks (order_id);
CREATE INDEX delivery_tasks_zone ON delivery_tasks (zone_id, id DESC);
-- Includes the id, so that a day's completions are read from the index alone.
CREATE INDEX delivery_tasks_completed ON delivery_tasks (completed_at, id) WHERE completed_at IS NOT NULL;
CREATE INDEX delivery_tasks_hand_over ON delivery_tasks (hand_over_driver_id, id DESC)
  WHERE hand_over_driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_reversal ON delivery_tasks (id) WHERE reversal_id IS NOT NULL;

-- The mark of an overridden code cannot be removed.
CREATE FUNCTION guard_override_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.code_overridden AND NOT NEW.code_overridden THEN
    RAISE EXCEPTION 'task % keeps the mark of its override', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER delivery_tasks_override_stays BEFORE UPDATE OF code_overridden ON delivery_tasks
  FOR EACH ROW EXECUTE FUNCTION guard_override_mark();

CREATE TABLE task_exceptions (
  id            uuid PRIMARY KEY,
  task_id       uuid NOT NULL REFERENCES delivery_tasks (id),
  kind          text NOT NULL,
  attempt       integer NOT NULL,
  driver_id     uuid NOT NULL REFERENCES drivers (id),
  -- the reason, of a failure
  failure       text,
  note          text,
  data          jsonb NOT NULL DEFAULT '{}',
  account_id    uuid,
  role          text NOT NULL,
  at            timestamptz NOT NULL,
  actor_version bigint NOT NULL
);
COMMENT ON TABLE task_exceptions IS
  'One exception of a task: who reported it, when and why. Written by the order actor''s commits, append-only.';
CREATE INDEX task_exceptions_task ON task_exceptions (task_id, at, id);
CREATE INDEX task_exceptions_at ON task_exceptions (at, kind);
CREATE TRIGGER task_exceptions_append_only BEFORE UPDATE OR DELETE ON task_exceptions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE task_contacts (
  id         uuid PRIMARY KEY,
  task_id    uuid NOT NULL REFERENCES delivery_tasks (id),
  party      text NOT NULL CHECK (party IN ('BUYER', 'SELLER', 'DRIVER')),
  channel    text NOT NULL CHECK (channel IN ('CALL', 'SMS', 'WHATSAPP', 'OTHER')),
  outcome    text NOT NULL CHECK (outcome IN ('REACHED', 'NO_ANSWER', 'WRONG_NUMBER', 'LEFT_MESSAGE')),
  note       text,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- domain time
  at         timestamptz NOT NULL
);
COMMENT ON TABLE task_contacts IS 'A dispatcher''s attempt to reach somebody about a task. Append-only.';
CREATE INDEX task_contacts_task ON task_contacts (task_id, id DESC);
CREATE TRIGGER task_contacts_append_only BEFORE UPDATE OR DELETE ON task_contacts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE task_photos (
  id           uuid PRIMARY KEY,
  task_id      uuid NOT NULL REFERENCES delivery_tasks (id),
  driver_id    uuid NOT NULL REFERENCES drivers (id),
  -- in the uploads folder, with a random name
  file         text NOT NULL UNIQUE REFERENCES stored_files (name),
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  bytes        integer NOT NULL CHECK (bytes > 0),
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  -- by the driver's phone, if it sent a plausible time
  occurred_at  timestamptz,
  -- domain time
  at           timestamptz NOT NULL
);
COMMENT ON TABLE task_photos IS
  'A picture that a driver took of a delivery, such as a closed door or damaged goods. Append-only.';
CREATE INDEX task_photos_task ON task_photos (task_id, id);
CREATE TRIGGER task_photos_append_only BEFORE UPDATE OR DELETE ON task_photos
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER task_photos_file AFTER INSERT ON task_photos
  FOR EACH ROW EXECUTE FUNCTION mark_stored_file();

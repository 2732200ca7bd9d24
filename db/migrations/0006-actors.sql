-- The actors' truth. One row per order, driver and zone; `epoch` is the fencing token, `version` grows by
-- one with every commit that changes the state.
CREATE TABLE actor (
  kind       text NOT NULL CHECK (kind IN ('order', 'driver', 'zone')),
  key        uuid NOT NULL,
  version    bigint NOT NULL,
  epoch      bigint NOT NULL DEFAULT 0,
  schema     integer NOT NULL,
  state      jsonb NOT NULL,
  PRIMARY KEY (kind, key)
) WITH (fillfactor = 70);

-- One row per command that changed something, or was refused with an event. `at` is PostgreSQL's clock.
CREATE TABLE actor_command (
  at             timestamptz NOT NULL DEFAULT now(),
  kind           text NOT NULL,
  key            uuid NOT NULL,
  version        bigint NOT NULL,
  epoch          bigint NOT NULL,
  command_id     text NOT NULL,
  type           text NOT NULL,
  -- keyed hash of type and payload: a payload itself (a door code, say) is never kept
  request_hash   bytea NOT NULL,
  -- the events, each with its v
  events         jsonb NOT NULL,
  -- {"ok": true, "reply": {…}} or {"ok": false, "refusal": {…}}
  outcome        jsonb NOT NULL,
  account_id     uuid,
  role           text NOT NULL,
  reason         text,
  request_id     text,
  correlation_id text NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX actor_command_id ON actor_command (kind, key, command_id);
CREATE INDEX actor_command_version ON actor_command (kind, key, version);
-- Catches what a late partition would otherwise refuse; empty in normal life.
CREATE TABLE actor_command_default PARTITION OF actor_command DEFAULT;

-- Makes the partition of a month. Called by migrations and daily by the worker, ahead of time.
CREATE FUNCTION ensure_actor_command_partition(month date) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  name text := 'actor_command_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF actor_command FOR VALUES FROM (%L) TO (%L)',
                   name, first, (first + interval '1 month')::date);
  END IF;
  RETURN name;
END $$;
SELECT ensure_actor_command_partition(now()::date);
SELECT ensure_actor_command_partition((now() + interval '1 month')::date);

-- Deadlines in domain time, written in the commit that causes them. An actor has one timer per name.
CREATE TABLE actor_timer (
  kind           text NOT NULL,
  key            uuid NOT NULL,
  name           text NOT NULL,
  due_at         timestamptz NOT NULL,
  type           text NOT NULL,
  payload        jsonb NOT NULL,
  -- new with every setting: the id of the command it fires, and the guard of its deletion
  timer_id       uuid NOT NULL,
  correlation_id text NOT NULL,
  attempts       integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  parked_at      timestamptz,
  last_error     text,
  PRIMARY KEY (kind, key, name)
);
CREATE INDEX actor_timer_due ON actor_timer (due_at) WHERE parked_at IS NULL;

-- One row per commit with something left to do outside it: chain commands, pushes, consumers.
-- Deleted when all is done; what remains is swept.
CREATE TABLE outbox (
  id              uuid PRIMARY KEY,
  at              timestamptz NOT NULL DEFAULT now(),
  kind            text NOT NULL,
  key             uuid NOT NULL,
  version         bigint NOT NULL,
  correlation_id  text NOT NULL,
  request_id      text,
  effects         jsonb NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now() + interval '1 second',
  parked_at       timestamptz,
  last_error      text
);
CREATE INDEX outbox_next ON outbox (next_attempt_at) WHERE parked_at IS NULL;

-- History of every state machine, one row per transition.
CREATE TABLE transitions (
  id            uuid PRIMARY KEY,
  actor_kind    text NOT NULL,
  actor_key     uuid NOT NULL,
  actor_version bigint NOT NULL,
  subject_type  text NOT NULL CHECK (subject_type IN ('ORDER', 'GROUP', 'TASK', 'DRIVER', 'SHIFT', 'SETTLEMENT')),
  subject_id    uuid NOT NULL,
  from_state    text,
  to_state      text NOT NULL,
  command       text NOT NULL,
  account_id    uuid,
  role          text NOT NULL,
  reason        text,
  at            timestamptz NOT NULL,
  data          jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX transitions_subject ON transitions (subject_type, subject_id, actor_version, id);
CREATE TRIGGER transitions_append_only BEFORE UPDATE OR DELETE ON transitions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

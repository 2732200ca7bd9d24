-- The actors' state, commands, timers and effects, and the history of their state machines. Written by their commits.

CREATE TABLE actor (
  kind       text NOT NULL CHECK (kind IN ('order', 'driver', 'zone')),
  key        uuid NOT NULL,
  -- increases with every commit that changes the state
  version    bigint NOT NULL,
  -- the fencing token
  epoch      bigint NOT NULL DEFAULT 0,
  schema     integer NOT NULL,
  state      jsonb NOT NULL,
  PRIMARY KEY (kind, key)
) WITH (fillfactor = 70);
COMMENT ON TABLE actor IS 'The state of one order, driver or zone: the truth that projections mirror.';

CREATE TABLE actor_command (
  -- by PostgreSQL's clock
  at             timestamptz NOT NULL DEFAULT now(),
  kind           text NOT NULL,
  key            uuid NOT NULL,
  version        bigint NOT NULL,
  epoch          bigint NOT NULL,
  command_id     text NOT NULL,
  type           text NOT NULL,
  -- keyed hash of type and payload: a payload itself (e.g. a delivery code) is never stored
  request_hash   bytea NOT NULL,
  -- each event includes its version `v`
  events         jsonb NOT NULL,
  -- {"ok": true, "reply": {…}} or {"ok": false, "refusal": {…}}
  outcome        jsonb NOT NULL,
  account_id     uuid,
  role           text NOT NULL,
  reason         text,
  request_id     text,
  correlation_id text NOT NULL
) PARTITION BY RANGE (at);
COMMENT ON TABLE actor_command IS
  'One command that changed an actor, or was refused with an event; a partition per month.';
CREATE INDEX actor_command_id ON actor_command (kind, key, command_id);
CREATE INDEX actor_command_version ON actor_command (kind, key, version);

CREATE TABLE actor_command_default PARTITION OF actor_command DEFAULT;
COMMENT ON TABLE actor_command_default IS
  'Commands of a month whose partition was not made in time; empty in normal operation.';

-- Creates the partition of a month. Called here, and daily by the worker, in advance.
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

CREATE TABLE actor_timer (
  kind            text NOT NULL,
  key             uuid NOT NULL,
  name            text NOT NULL,
  -- domain time
  due_at          timestamptz NOT NULL,
  type            text NOT NULL,
  payload         jsonb NOT NULL,
  -- new each time the timer is set: the id of the command it gives, and the guard of its deletion
  timer_id        uuid NOT NULL,
  correlation_id  text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  parked_at       timestamptz,
  last_error      text,
  PRIMARY KEY (kind, key, name)
);
COMMENT ON TABLE actor_timer IS
  'A deadline of an actor, written in the commit that causes it; an actor has one timer per name.';
CREATE INDEX actor_timer_due ON actor_timer (due_at) WHERE parked_at IS NULL;

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
COMMENT ON TABLE outbox IS
  'What one commit leaves to do outside it: commands to other actors, pushes, consumers. Deleted once all is done.';
CREATE INDEX outbox_next ON outbox (next_attempt_at) WHERE parked_at IS NULL;

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
COMMENT ON TABLE transitions IS
  'One transition of a state machine: who made it with which command, when and why. Append-only.';
CREATE INDEX transitions_subject ON transitions (subject_type, subject_id, actor_version, id);
-- Exceptional transitions: few of a day's rows.
CREATE INDEX transitions_exceptions ON transitions (at)
  WHERE (subject_type = 'TASK' AND command NOT IN ('ready', 'assign', 'accept', 'pick-up', 'in-transit', 'arrive',
                                                   'request-code', 'verify-code', 'record-cash', 'complete', 'requeue',
                                                   'eta-changed'))
     OR (subject_type = 'GROUP' AND to_state IN ('CANCELLED', 'REJECTED'));
-- The transitions that dispatchers look for in the history, without the ordinary ones.
CREATE INDEX transitions_moments ON transitions (at, id)
  WHERE from_state IS DISTINCT FROM to_state
    AND (subject_type = 'SHIFT'
         OR to_state IN ('FAILED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF', 'CANCELLED', 'SUSPENDED', 'PENDING_APPROVAL'));
CREATE TRIGGER transitions_append_only BEFORE UPDATE OR DELETE ON transitions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE actor_snapshots (
  kind       text NOT NULL,
  key        uuid NOT NULL,
  version    bigint NOT NULL,
  -- domain time of the last event in it, or of an earlier event if that is later
  at         timestamptz NOT NULL,
  schema     integer NOT NULL,
  state      jsonb NOT NULL,
  -- rows that the state does not contain, because they change one by one: a zone's tickets, an order's reported
  -- arrivals
  delta_rows jsonb,
  PRIMARY KEY (kind, key, version)
);
COMMENT ON TABLE actor_snapshots IS
  'The state of an actor at one version, from which its past is folded; made by the worker, only ever a shortcut.';
CREATE INDEX actor_snapshots_at ON actor_snapshots (kind, key, at);

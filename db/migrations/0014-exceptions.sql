-- What goes wrong on the way to the door: mirror of the order actor, as the columns before.
ALTER TABLE delivery_tasks
  ADD COLUMN attempt         integer NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 3),
  -- of the latest attempt that failed
  ADD COLUMN failure_reason  text CHECK (failure_reason IN ('NOBODY_HOME', 'REFUSED', 'WRONG_ADDRESS', 'DAMAGED',
                                                            'CANNOT_PAY', 'CANCELLED', 'LOST', 'OTHER')),
  ADD COLUMN failed_at       timestamptz,
  -- the slot promised for the present attempt
  ADD COLUMN window_from     timestamptz,
  ADD COLUMN window_to       timestamptz,
  ADD COLUMN code_overridden boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT failures_say_why CHECK ((failure_reason IS NULL) = (failed_at IS NULL)
                                         AND (status NOT IN ('FAILED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF')
                                              OR failure_reason IS NOT NULL)),
  ADD CONSTRAINT windows_end_after_they_begin CHECK ((window_from IS NULL) = (window_to IS NULL)
                                                     AND (window_from IS NULL OR window_from < window_to));

-- The mark of an override is never taken back.
CREATE FUNCTION guard_override_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.code_overridden AND NOT NEW.code_overridden THEN
    RAISE EXCEPTION 'task % keeps the mark of its override', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER delivery_tasks_override_stays BEFORE UPDATE OF code_overridden ON delivery_tasks
  FOR EACH ROW EXECUTE FUNCTION guard_override_mark();

ALTER TABLE order_groups
  ADD COLUMN return_confirmed_at timestamptz,
  ADD CONSTRAINT what_never_arrived_is_not_owed CHECK (status NOT IN ('RETURNED', 'WRITTEN_OFF') OR payment_status = 'VOID'),
  ADD CONSTRAINT only_returns_are_confirmed CHECK (return_confirmed_at IS NULL OR status = 'RETURNED');

-- Every exception of every task, for ever: who said it, when and why. Written by the order actor's commits.
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
CREATE INDEX task_exceptions_task ON task_exceptions (task_id, at, id);
CREATE INDEX task_exceptions_at ON task_exceptions (at, kind);
CREATE TRIGGER task_exceptions_append_only BEFORE UPDATE OR DELETE ON task_exceptions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Whom dispatchers reached about a task, and whom not.
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
CREATE INDEX task_contacts_task ON task_contacts (task_id, id DESC);
CREATE TRIGGER task_contacts_append_only BEFORE UPDATE OR DELETE ON task_contacts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A hand-over or a reversal that isn't done: mirror of the order actor.
ALTER TABLE delivery_tasks
  ADD COLUMN reversal_id          uuid,
  ADD COLUMN hand_over_id         uuid,
  ADD COLUMN hand_over_driver_id  uuid REFERENCES drivers (id),
  ADD COLUMN hand_over_reserved   boolean NOT NULL DEFAULT false,
  ADD COLUMN hand_over_gave       boolean NOT NULL DEFAULT false,
  ADD COLUMN hand_over_took       boolean NOT NULL DEFAULT false,
  ADD COLUMN hand_over_expires_at timestamptz,
  ADD CONSTRAINT hand_overs_are_whole CHECK ((hand_over_id IS NULL) = (hand_over_driver_id IS NULL)
                                             AND (hand_over_id IS NULL) = (hand_over_expires_at IS NULL)
                                             AND (hand_over_driver_id IS NULL OR hand_over_driver_id <> driver_id)),
  ADD CONSTRAINT only_completions_are_reversed CHECK (reversal_id IS NULL OR status = 'COMPLETED');
CREATE INDEX delivery_tasks_hand_over ON delivery_tasks (hand_over_driver_id, id DESC)
  WHERE hand_over_driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_reversal ON delivery_tasks (id) WHERE reversal_id IS NOT NULL;

-- A task's cash may be taken, given back by a reversal, and taken again; of the times only one counts.
ALTER TABLE driver_collections
  DROP CONSTRAINT driver_collections_task_id_key,
  ADD COLUMN number      integer NOT NULL DEFAULT 1 CHECK (number >= 1),
  ADD COLUMN reversed_at timestamptz,
  ADD CONSTRAINT settled_cash_is_not_reversed CHECK (settlement_id IS NULL OR reversed_at IS NULL),
  ADD CONSTRAINT driver_collections_numbered UNIQUE (task_id, number);
CREATE UNIQUE INDEX driver_collections_one_counts ON driver_collections (task_id) WHERE reversed_at IS NULL;
DROP INDEX driver_collections_open;
CREATE INDEX driver_collections_open ON driver_collections (driver_id)
  WHERE settlement_id IS NULL AND reversed_at IS NULL;

CREATE FUNCTION guard_reversed_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at THEN
    RAISE EXCEPTION 'collection % is reversed for good', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER driver_collections_reversed_once BEFORE UPDATE ON driver_collections
  FOR EACH ROW EXECUTE FUNCTION guard_reversed_collection();

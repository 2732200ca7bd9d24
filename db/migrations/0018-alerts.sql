-- The alerts board: an alert is raised once and then kept true in place.
ALTER TABLE alerts
  -- how often it was told: when it was raised, and with every change of what it says
  ADD COLUMN count integer NOT NULL DEFAULT 1,
  -- when its cause was last known to hold
  ADD COLUMN last_seen_at timestamptz,
  -- id of the word that was taken last: its repetition counts no second time
  ADD COLUMN last_word uuid,
  -- nobody took it on in time
  ADD COLUMN escalated_at timestamptz,
  ADD COLUMN acknowledge_note text,
  -- of one that a person resolved: when its cause ended after that. Until then a quiet time holds it down.
  ADD COLUMN cause_ended_at timestamptz;
UPDATE alerts SET last_seen_at = coalesce(resolved_at, raised_at);
ALTER TABLE alerts ALTER COLUMN last_seen_at SET NOT NULL;

CREATE INDEX alerts_kind ON alerts (kind, raised_at DESC, id DESC);
CREATE INDEX alerts_subject ON alerts (subject_type, subject_id, raised_at DESC, id DESC);
CREATE INDEX alerts_unresolved ON alerts (kind, status) WHERE status <> 'RESOLVED';
CREATE INDEX alerts_held_down ON alerts (kind, resolved_at)
  WHERE resolved_by IS NOT NULL AND cause_ended_at IS NULL;

-- Everything that happened to an alert, one row per version.
CREATE TABLE alert_changes (
  alert_id   uuid NOT NULL REFERENCES alerts (id),
  version    integer NOT NULL,
  change     text NOT NULL CHECK (change IN ('RAISED', 'UPDATED', 'ESCALATED', 'ACKNOWLEDGED', 'RESOLVED')),
  status     text NOT NULL,
  severity   text NOT NULL,
  message_en text NOT NULL,
  message_ar text NOT NULL,
  -- domain time
  at         timestamptz NOT NULL,
  -- null: the service itself
  account_id uuid,
  note       text,
  request_id text,
  PRIMARY KEY (alert_id, version)
);
CREATE TRIGGER alert_changes_append_only BEFORE UPDATE OR DELETE ON alert_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What conditions look for, every few seconds.
CREATE INDEX notification_deliveries_sending ON notification_deliveries (channel, updated_at) WHERE status = 'SENDING';

-- When each duty of the workers last ran to its end, by PostgreSQL's clock: an API process notices a worker that is dead.
CREATE TABLE duty_runs (
  name       text PRIMARY KEY,
  every_ms   bigint NOT NULL,
  done_at    timestamptz NOT NULL,
  -- since the last run that went well
  failed_at  timestamptz,
  last_error text
);

-- The overview of a day. When and how a completed task went, one row per task, made from its transitions once it is
-- completed: twenty thousand of a day are summed up without reading their two hundred thousand transitions.
-- Derived: rows may be deleted, and are made again.
CREATE TABLE task_journeys (
  task_id        uuid PRIMARY KEY,
  -- as in delivery_tasks: another time means that the completion was reversed and made anew
  completed_at   timestamptz NOT NULL,
  driver_id      uuid,
  zone_id        uuid,
  on_time        boolean NOT NULL,
  on_promised_day boolean NOT NULL,
  -- when the driver took it on; idle time is what lies between such spans
  taken_at       timestamptz,
  -- seconds
  accept_s       real,
  pack_s         real,
  ready_s        real,
  assign_s       real,
  take_s         real,
  pick_up_s      real,
  deliver_s      real,
  total_s        real
);
CREATE INDEX task_journeys_completed ON task_journeys (completed_at, task_id);
-- With the id in it, what was completed on a day is read from the index alone.
DROP INDEX delivery_tasks_completed;
CREATE INDEX delivery_tasks_completed ON delivery_tasks (completed_at, id) WHERE completed_at IS NOT NULL;

-- What did not go by the book: few rows of a day's many.
CREATE INDEX transitions_exceptions ON transitions (at)
  WHERE (subject_type = 'TASK' AND command NOT IN ('ready', 'assign', 'accept', 'pick-up', 'in-transit', 'arrive',
                                                   'request-code', 'verify-code', 'record-cash', 'complete', 'requeue',
                                                   'eta-changed'))
     OR (subject_type = 'GROUP' AND to_state IN ('CANCELLED', 'REJECTED'));
CREATE INDEX driver_collections_recorded ON driver_collections (recorded_at);
CREATE INDEX ledger_journals_cash ON ledger_journals (at) WHERE kind IN ('HAND_IN', 'REVERSAL');
CREATE INDEX shift_runs_ended ON shift_runs (ended_at);
CREATE INDEX order_groups_ended ON order_groups (ended_at) WHERE status <> 'DELIVERED';

-- The overview of a day.

-- Derived from transitions once a task is completed, so that a day's twenty thousand tasks can be summed up without
-- reading their two hundred thousand transitions. Rows may be deleted and are then computed again.
CREATE TABLE task_journeys (
  task_id         uuid PRIMARY KEY,
  -- as in delivery_tasks; a different time means that the completion was reversed and the task completed again
  completed_at    timestamptz NOT NULL,
  driver_id       uuid,
  zone_id         uuid,
  on_time         boolean NOT NULL,
  on_promised_day boolean NOT NULL,
  -- when the driver accepted; a driver is idle between these spans
  taken_at        timestamptz,
  -- seconds
  accept_s        real,
  pack_s          real,
  ready_s         real,
  assign_s        real,
  take_s          real,
  pick_up_s       real,
  deliver_s       real,
  total_s         real
);
COMMENT ON TABLE task_journeys IS 'How long each step of a completed task took, and whether it was on time.';
CREATE INDEX task_journeys_completed ON task_journeys (completed_at, task_id);

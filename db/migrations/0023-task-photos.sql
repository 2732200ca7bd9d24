-- What a driver's camera saw of a delivery: a closed door, damaged goods. The picture itself lies in the folder for
-- uploads under a name that cannot be guessed.
CREATE TABLE task_photos (
  id           uuid PRIMARY KEY,
  task_id      uuid NOT NULL REFERENCES delivery_tasks (id),
  driver_id    uuid NOT NULL REFERENCES drivers (id),
  file         text NOT NULL UNIQUE,
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes        integer NOT NULL CHECK (bytes > 0),
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  -- by the driver's phone, where it told and can be believed
  occurred_at  timestamptz,
  -- domain time
  at           timestamptz NOT NULL
);
CREATE INDEX task_photos_task ON task_photos (task_id, id);
CREATE TRIGGER task_photos_append_only BEFORE UPDATE OR DELETE ON task_photos
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every stored picture is on record before its bytes are, so that none is ever without an owner or a date to go. Null
-- while a row refers to it; the triggers below keep it so, and the foreign keys keep a picture in use from going.
CREATE TABLE stored_files (
  name         text PRIMARY KEY,
  unused_since timestamptz DEFAULT now()
);
CREATE INDEX stored_files_unused ON stored_files (unused_since) WHERE unused_since IS NOT NULL;

CREATE FUNCTION mark_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE stored_files SET unused_since = NULL WHERE name = NEW.file;
  ELSE
    UPDATE stored_files SET unused_since = now() WHERE name = OLD.file;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO stored_files (name, unused_since) SELECT file, NULL FROM task_photos;
ALTER TABLE task_photos ADD FOREIGN KEY (file) REFERENCES stored_files (name);
CREATE TRIGGER task_photos_file AFTER INSERT ON task_photos
  FOR EACH ROW EXECUTE FUNCTION mark_stored_file();

-- In the seller's order; the first is shown in lists. Width and height are those it is seen with.
CREATE TABLE product_images (
  id           uuid PRIMARY KEY,
  product_id   uuid NOT NULL REFERENCES products (id),
  file         text NOT NULL UNIQUE REFERENCES stored_files (name),
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  bytes        integer NOT NULL CHECK (bytes > 0),
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  -- what somebody who cannot see it is told; empty when it adds nothing to the title
  alt_en       text NOT NULL DEFAULT '',
  alt_ar       text NOT NULL DEFAULT '',
  position     integer NOT NULL CHECK (position >= 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- a new order is written row by row
  UNIQUE (product_id, position) DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER product_images_file AFTER INSERT OR DELETE ON product_images
  FOR EACH ROW EXECUTE FUNCTION mark_stored_file();

-- AVIF is taken from drivers' cameras too.
ALTER TABLE task_photos DROP CONSTRAINT task_photos_content_type_check;
ALTER TABLE task_photos ADD CONSTRAINT task_photos_content_type_check
  CHECK (content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif'));

-- Two variants of a product differ in their options; the text of a jsonb has its keys in one order. What options are
-- called in the two languages stands beside them, by the same keys.
CREATE UNIQUE INDEX variants_options ON variants (product_id, md5(options::text));
ALTER TABLE variants ADD COLUMN option_texts jsonb NOT NULL DEFAULT '{}';

-- A category is found below its parent.
CREATE INDEX categories_parent ON categories (parent_id, position, id);

-- Closing accounts: the closure, the invoice data that must be kept by law, and the one exception from immutable rows.
-- Decision 0055.

ALTER TABLE accounts
  DROP CONSTRAINT accounts_status_check,
  ADD CONSTRAINT accounts_status_check CHECK (status IN ('ACTIVE', 'DISABLED', 'CLOSED')),
  ADD CONSTRAINT accounts_closed_for_good CHECK (status <> 'CLOSED' OR (password_hash IS NULL AND phone IS NULL));

CREATE TABLE account_closures (
  account_id   uuid PRIMARY KEY REFERENCES accounts (id),
  -- real time
  closed_at    timestamptz NOT NULL DEFAULT now(),
  -- real time: when the erasure is repeated for data written while the account was being closed; null once done
  next_pass_at timestamptz,
  passes       integer NOT NULL DEFAULT 1
);
COMMENT ON TABLE account_closures IS 'An account that its owner has closed, and when it is looked through again.';
CREATE INDEX account_closures_due ON account_closures (next_pass_at) WHERE next_pass_at IS NOT NULL;

CREATE TABLE invoice_buyers (
  order_id uuid PRIMARY KEY REFERENCES invoices (order_id),
  address  jsonb NOT NULL
);
COMMENT ON TABLE invoice_buyers IS 'The buyer named by an invoice whose account has been closed: the law keeps invoices. Append-only.';
CREATE TRIGGER invoice_buyers_append_only BEFORE UPDATE OR DELETE ON invoice_buyers
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Immutable rows may lose the personal data of a closed account, and nothing else: a trigger names the columns (or
-- DELETE), and the transaction sets wasl.erasing to declare that it closes an account.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS > 0 AND current_setting('wasl.erasing', true) = 'on' THEN
    IF TG_OP = 'DELETE' AND 'DELETE' = ANY (TG_ARGV) THEN RETURN OLD; END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DROP TRIGGER transitions_append_only ON transitions;
CREATE TRIGGER transitions_append_only BEFORE DELETE OR UPDATE ON transitions
  FOR EACH ROW EXECUTE FUNCTION refuse_change('reason', 'data');
DROP TRIGGER task_exceptions_append_only ON task_exceptions;
CREATE TRIGGER task_exceptions_append_only BEFORE DELETE OR UPDATE ON task_exceptions
  FOR EACH ROW EXECUTE FUNCTION refuse_change('note', 'data');
DROP TRIGGER task_contacts_append_only ON task_contacts;
CREATE TRIGGER task_contacts_append_only BEFORE DELETE OR UPDATE ON task_contacts
  FOR EACH ROW EXECUTE FUNCTION refuse_change('note');
DROP TRIGGER task_photos_append_only ON task_photos;
CREATE TRIGGER task_photos_append_only BEFORE DELETE OR UPDATE ON task_photos
  FOR EACH ROW EXECUTE FUNCTION refuse_change('DELETE');
DROP TRIGGER task_photos_file ON task_photos;
CREATE TRIGGER task_photos_file AFTER INSERT OR DELETE ON task_photos
  FOR EACH ROW EXECUTE FUNCTION mark_stored_file();
DROP TRIGGER stock_movements_append_only ON stock_movements;
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_change('reason');

CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said CONSTANT text[] := '{ip,reason,before,after,data}';
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('wasl.erasing', true) = 'on' AND to_jsonb(NEW) - said = to_jsonb(OLD) - said THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('wasl.erasing', true) = 'on'
     AND EXISTS (SELECT FROM sellers WHERE id = OLD.seller_id AND status = 'REJECTED') THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION guard_ended_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('wasl.erasing', true) = 'on'
     AND to_jsonb(NEW) - '{email,email_key}'::text[] = to_jsonb(OLD) - '{email,email_key}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invitation % has ended as %', OLD.id, OLD.status USING ERRCODE = '23001';
END $$;

CREATE OR REPLACE FUNCTION guard_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legal_name IS DISTINCT FROM OLD.legal_name
     AND NOT (current_setting('wasl.erasing', true) = 'on' AND OLD.status = 'REJECTED') THEN
    RAISE EXCEPTION 'a legal name cannot be edited' USING ERRCODE = 'WA003';
  END IF;
  IF NEW.owner_account_id IS DISTINCT FROM OLD.owner_account_id THEN
    RAISE EXCEPTION 'a seller keeps the owner it was created with' USING ERRCODE = 'WA004';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION guard_alert_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  words CONSTANT text[] := '{message_en,message_ar,note}';
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('wasl.erasing', true) = 'on'
     AND to_jsonb(NEW) - words = to_jsonb(OLD) - words THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM alerts WHERE id = OLD.alert_id) THEN
    RAISE EXCEPTION 'the history of alert % is append-only', OLD.alert_id USING ERRCODE = '23001';
  END IF;
  RETURN OLD;
END $$;

-- Rounded to about a kilometre: the neighbourhood, but not the door.
CREATE FUNCTION coarse(degrees double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN round(degrees::numeric, 2)::double precision;

-- Whether a point is within about twenty metres of a door. `doors`: latitude and longitude of each in turn.
CREATE FUNCTION at_door(latitude double precision, longitude double precision, doors double precision[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM generate_series(1, cardinality(doors), 2) AS n (at)
                  WHERE abs(latitude - doors[at]) < 0.0002 AND abs(longitude - doors[at + 1]) < 0.0002)
$$;

-- The text with the words that name the person replaced.
CREATE FUNCTION without_words(given text, words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE WHEN words IS NULL THEN given ELSE regexp_replace(given, words, '—', 'gi') END;

-- A JSON document without a person: words that name them are replaced in texts, texts under one of the keys `said` are
-- removed entirely, and points at one of their doors become coarse. Data of a task (`taskId`) that is not in `tasks` is
-- another person's delivery, perhaps to the same house, and keeps its points; but `origin` and `left` of a route are
-- where the driver came from, whichever task is next. Constants (UPPER_CASE) are not texts, unless the key is one that
-- contains names.
CREATE FUNCTION without_person(
  doc jsonb, words text, doors double precision[], tasks text[], said text[] DEFAULT '{}', theirs boolean DEFAULT true
) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  result jsonb := '{}';
  pair record;
  pins CONSTANT text[][] := '{{latitude,longitude},{lat,lng},{dropoffLat,dropoffLng},{dropoff_lat,dropoff_lng}}';
  names CONSTANT text[] := '{email,phone,displayName,fullName,contactName,name,recipientEmail,recipientPhone,vehiclePlate}';
  pin text[];
BEGIN
  CASE jsonb_typeof(doc)
    WHEN 'array' THEN
      RETURN coalesce((SELECT jsonb_agg(without_person(item, words, doors, tasks, said, theirs) ORDER BY place)
                         FROM jsonb_array_elements(doc) WITH ORDINALITY AS items (item, place)), '[]');
    WHEN 'string' THEN
      IF words IS NULL OR doc #>> '{}' ~ '^[A-Z][A-Z0-9_]*$' THEN RETURN doc; END IF;
      RETURN to_jsonb(without_words(doc #>> '{}', words));
    WHEN 'object' THEN
      IF doc ?| '{taskId,task_id}' THEN theirs := coalesce(doc ->> 'taskId', doc ->> 'task_id') = ANY (tasks); END IF;
      FOR pair IN SELECT * FROM jsonb_each(doc) LOOP
        result := result || jsonb_build_object(pair.key, CASE
          WHEN pair.key = ANY (said) AND jsonb_typeof(pair.value) = 'string'
               AND pair.value #>> '{}' !~ '^[A-Z][A-Z0-9_]*$' THEN to_jsonb('—'::text)
          WHEN pair.key = ANY (names) AND jsonb_typeof(pair.value) = 'string'
            THEN to_jsonb(without_words(pair.value #>> '{}', words))
          ELSE without_person(pair.value, words, doors, tasks, said, CASE
            WHEN pair.key IN ('origin', 'left') THEN true WHEN pair.key = 'pickup' THEN false ELSE theirs END)
        END);
      END LOOP;
      IF theirs AND coalesce(doc ->> 'kind', '') <> 'PICKUP' THEN
        FOREACH pin SLICE 1 IN ARRAY pins LOOP
          IF jsonb_typeof(doc -> pin[1]) = 'number' AND jsonb_typeof(doc -> pin[2]) = 'number'
             AND at_door((doc ->> pin[1])::double precision, (doc ->> pin[2])::double precision, doors) THEN
            result := result || jsonb_build_object(pin[1], coarse((doc ->> pin[1])::double precision),
                                                   pin[2], coarse((doc ->> pin[2])::double precision));
          END IF;
        END LOOP;
      END IF;
      RETURN result;
    ELSE RETURN doc;
  END CASE;
END $$;

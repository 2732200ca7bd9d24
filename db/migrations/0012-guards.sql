-- A cart of 50 lines of 99 units, and every sum made of it, must fit numeric(12,2).
ALTER TABLE offers ADD CONSTRAINT offers_price_bounded CHECK (price < 1000000);
ALTER TABLE shipping_methods ADD CONSTRAINT shipping_methods_price_bounded CHECK (price < 1000000);

-- How many drivers each rule excluded from a choice: its candidates are only the first fifty.
ALTER TABLE assignment_choices ADD COLUMN excluded_by jsonb NOT NULL DEFAULT '{}';

-- Cash is settled once: what a settlement has named, no other takes.
CREATE FUNCTION guard_settled_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settlement_id IS NOT NULL AND NEW.settlement_id IS DISTINCT FROM OLD.settlement_id THEN
    RAISE EXCEPTION 'collection % is settled by %', OLD.id, OLD.settlement_id USING ERRCODE = '23001';
  END IF;
  IF NEW.amount <> OLD.amount OR NEW.driver_id <> OLD.driver_id OR NEW.task_id <> OLD.task_id THEN
    RAISE EXCEPTION 'collection % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER driver_collections_settled_once BEFORE UPDATE ON driver_collections
  FOR EACH ROW EXECUTE FUNCTION guard_settled_collection();

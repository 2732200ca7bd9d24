-- Which recovery codes need a former hashing secret (docs/keys.md).

ALTER TABLE recovery_codes ADD COLUMN made_at timestamptz;
ALTER TABLE recovery_codes ALTER COLUMN made_at SET DEFAULT now();
COMMENT ON COLUMN recovery_codes.made_at IS 'Null: made before it was recorded.';

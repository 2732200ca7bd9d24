-- Upgrades: which phases of which releases the schema has gone through, and how far backfills are (docs/upgrades.md).

CREATE TABLE schema_phases (
  release  integer NOT NULL CHECK (release > 0),
  phase    text NOT NULL CHECK (phase IN ('before', 'after')),
  begun_at timestamptz NOT NULL DEFAULT now(),
  done_at  timestamptz,
  PRIMARY KEY (release, phase)
);
COMMENT ON TABLE schema_phases IS 'A phase of a release that the schema has begun or gone through: processes decide by it whether they may run.';

CREATE TABLE backfills (
  name        text PRIMARY KEY,
  -- the key of the last row that was dealt with, as text; null before the first batch
  last_key    text,
  done_rows   bigint NOT NULL DEFAULT 0,
  batches     bigint NOT NULL DEFAULT 0,
  begun_at    timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
COMMENT ON TABLE backfills IS 'How far a backfill of a release is; each batch is written with its rows, so that it goes on where it was stopped.';

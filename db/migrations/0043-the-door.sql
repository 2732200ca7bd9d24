-- Directions to the door, and which address is the default. Decision 0066.

ALTER TABLE addresses
  -- the buyer's directions for the driver
  ADD COLUMN instructions text,
  ADD COLUMN meet_at_gate boolean NOT NULL DEFAULT false,
  -- false: no one has set the pin, so it is the centre of the zone
  ADD COLUMN pinned boolean NOT NULL DEFAULT true,
  -- the account's address with the latest time is its default; null: never chosen as default
  ADD COLUMN preferred_at timestamptz;

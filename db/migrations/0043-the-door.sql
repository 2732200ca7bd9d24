-- How a driver finds the door, and which address of several is offered first. Decision 0066.

ALTER TABLE addresses
  -- what the buyer writes to the driver
  ADD COLUMN instructions text,
  ADD COLUMN meet_at_gate boolean NOT NULL DEFAULT false,
  -- false: nobody has set the pin, and it is the middle of the zone
  ADD COLUMN pinned boolean NOT NULL DEFAULT true,
  -- the latest one of an account is offered first; null: never chosen to be
  ADD COLUMN preferred_at timestamptz;

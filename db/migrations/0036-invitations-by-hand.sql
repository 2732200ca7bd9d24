-- An invitation whose e-mail cannot be sent is passed on by hand, once.

ALTER TABLE staff_invitations
  -- domain time: when its token was shown to the owner; null: never
  ADD COLUMN handed_over_at timestamptz;

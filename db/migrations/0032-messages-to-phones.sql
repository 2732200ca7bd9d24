-- A message may go to a phone that has no account, and says in which language it is sent.

ALTER TABLE notifications
  ADD COLUMN recipient_phone text,
  -- of a message to an address; null: its account's, or whichever the service sends by itself
  ADD COLUMN recipient_locale text CHECK (recipient_locale IN ('en', 'ar')),
  DROP CONSTRAINT notifications_one_recipient,
  ADD CONSTRAINT notifications_one_recipient CHECK (num_nonnulls(account_id, recipient_email, recipient_phone) = 1);

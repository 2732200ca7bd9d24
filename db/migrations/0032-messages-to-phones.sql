-- A message may be addressed to a phone without an account, and has a language.

ALTER TABLE notifications
  ADD COLUMN recipient_phone text,
  -- for a message to an address; null: the account's language, or the service's default
  ADD COLUMN recipient_locale text CHECK (recipient_locale IN ('en', 'ar')),
  DROP CONSTRAINT notifications_one_recipient,
  ADD CONSTRAINT notifications_one_recipient CHECK (num_nonnulls(account_id, recipient_email, recipient_phone) = 1);

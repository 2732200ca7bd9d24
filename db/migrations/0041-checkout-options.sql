-- What was chosen and what it is called in both languages, copied with name and price when the checkout opens, so that
-- the order says what its buyer was shown. Empty on lines of checkouts opened before.
ALTER TABLE checkout_lines
  ADD COLUMN options jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN option_texts jsonb NOT NULL DEFAULT '{}';

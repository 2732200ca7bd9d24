-- Whole account numbers that an administrator was shown: counted before another is.
CREATE INDEX audit_log_bank_accounts_shown ON audit_log (account_id, at) WHERE action = 'showBankAccount';

-- The vocabulary of typing errors loses the words that no product has any more. A writer that finds a word there leaves
-- it there: so nobody takes words away while somebody writes. Writers hold the lock together, to the end of their
-- transactions; the purge only takes it when nobody has it.
ALTER FUNCTION refresh_product_search(uuid[]) RENAME TO write_product_search;

CREATE FUNCTION refresh_product_search(ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) IS NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('search-words', 0));
  PERFORM write_product_search(ids);
END $$;

-- What was chosen, and what it was called when it was bought, in both languages (as of a variant); empty on lines from
-- before.
ALTER TABLE order_lines
  ADD COLUMN options jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN option_texts jsonb NOT NULL DEFAULT '{}';

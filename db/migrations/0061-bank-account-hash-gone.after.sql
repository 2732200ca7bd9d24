-- Who has the database and the hashing secret could find out the number of an account from its hash.

ALTER TABLE seller_bank_accounts DROP COLUMN iban_hash;

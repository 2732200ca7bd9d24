-- A confirmed authenticator can be replaced: the next one is pending until its first code is entered.

ALTER TABLE mfa_factors ADD COLUMN next_secret bytea;

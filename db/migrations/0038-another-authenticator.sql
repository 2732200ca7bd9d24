-- A confirmed authenticator can be replaced: the next one waits until a code of it comes.

ALTER TABLE mfa_factors ADD COLUMN next_secret bytea;

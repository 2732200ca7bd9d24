-- What each person on a seller's staff may do; the owner may do everything. Who was staff before could do these three.
ALTER TABLE seller_staff
  ADD COLUMN permissions text[] NOT NULL DEFAULT '{}'
    CHECK (permissions <@ ARRAY['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE']),
  ADD COLUMN version     integer NOT NULL DEFAULT 1,
  ADD COLUMN updated_at  timestamptz NOT NULL DEFAULT now();
UPDATE seller_staff SET permissions = '{ORDERS,CATALOGUE,STOCK}';
DROP INDEX seller_staff_seller;
CREATE INDEX seller_staff_seller ON seller_staff (seller_id, account_id DESC);

CREATE TABLE staff_invitations (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  email       text NOT NULL,
  -- e-mails are one when they differ in case only
  email_key   text NOT NULL CHECK (email_key = lower(email_key)),
  permissions text[] NOT NULL CHECK (permissions <@ ARRAY['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE']),
  status      text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'REVOKED', 'LAPSED')),
  -- the token itself stands nowhere but, sealed, in the message that brings it
  token_hash  bytea NOT NULL UNIQUE,
  expires_at  timestamptz NOT NULL,
  invited_by  uuid NOT NULL REFERENCES accounts (id),
  accepted_by uuid REFERENCES accounts (id),
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  CHECK ((status = 'PENDING') = (ended_at IS NULL)),
  CHECK ((status = 'ACCEPTED') = (accepted_by IS NOT NULL))
);
CREATE UNIQUE INDEX staff_invitations_one_pending ON staff_invitations (seller_id, email_key) WHERE status = 'PENDING';
CREATE INDEX staff_invitations_seller ON staff_invitations (seller_id, id DESC);
CREATE INDEX staff_invitations_expiry ON staff_invitations (expires_at) WHERE status = 'PENDING';

-- An invitation ends once.
CREATE FUNCTION guard_ended_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'invitation % has ended as %', OLD.id, OLD.status USING ERRCODE = '23001';
END $$;
CREATE TRIGGER staff_invitations_end_once BEFORE UPDATE ON staff_invitations
  FOR EACH ROW WHEN (OLD.status <> 'PENDING') EXECUTE FUNCTION guard_ended_invitation();

-- A message to somebody who may have no account goes to an e-mail address alone.
ALTER TABLE notifications
  ALTER COLUMN account_id DROP NOT NULL,
  ADD COLUMN recipient_email text,
  ADD CONSTRAINT notifications_one_recipient CHECK ((account_id IS NULL) <> (recipient_email IS NULL));

-- What the purges look for: they must be faster than anybody can make rows.

CREATE INDEX checkouts_ended ON checkouts (updated_at) WHERE status IN ('EXPIRED', 'CANCELLED');
CREATE INDEX addresses_deleted ON addresses (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX staff_invitations_ended ON staff_invitations (ended_at) WHERE ended_at IS NOT NULL;

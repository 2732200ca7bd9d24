-- Sessions have a maximum age, can be listed for their owner, and second-factor codes are counted separately from
-- passwords.

ALTER TABLE sessions
  -- maximum age, however often it is used: ninety days, or an administrator's twelve hours, as configured when it began
  ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  -- when its tokens were last renewed, and from which address
  ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_ip text;
UPDATE sessions s
   SET last_seen_at = created_at,
       ends_at = created_at + CASE WHEN EXISTS (SELECT 1 FROM account_roles r
                                                 WHERE r.account_id = s.account_id AND r.role = 'ADMIN')
                                   THEN interval '12 hours' ELSE interval '90 days' END;
UPDATE sessions SET expires_at = ends_at WHERE expires_at > ends_at;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_for_good CHECK (expires_at <= ends_at);

-- A sign-in also reads ended sessions of its account.
DROP INDEX sessions_account;
CREATE INDEX sessions_account ON sessions (account_id, id DESC);

-- Kept after its sessions are deleted, so that a later sign-in to an account that was used before is still reported to
-- its owner.
ALTER TABLE accounts ADD COLUMN first_session_at timestamptz;
UPDATE accounts a
   SET first_session_at = s.at
  FROM (SELECT account_id, min(created_at) AS at FROM sessions GROUP BY account_id) s
 WHERE s.account_id = a.id;

ALTER TABLE mfa_factors
  -- consecutive wrong codes: only a right one resets them
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- until then, no code of the authenticator is checked
  ADD COLUMN locked_until timestamptz;

-- Sessions end for good some time after they began, can be shown to their owner, and codes of the second factor are
-- counted apart from passwords.

ALTER TABLE sessions
  -- however often it is used: ninety days, an administrator's twelve hours, as configured when it began
  ADD COLUMN ends_at timestamptz NOT NULL DEFAULT now() + interval '90 days',
  -- when its tokens were last renewed, and from where
  ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_ip text;
UPDATE sessions s
   SET last_seen_at = created_at,
       ends_at = created_at + CASE WHEN EXISTS (SELECT 1 FROM account_roles r
                                                 WHERE r.account_id = s.account_id AND r.role = 'ADMIN')
                                   THEN interval '12 hours' ELSE interval '90 days' END;
UPDATE sessions SET expires_at = ends_at WHERE expires_at > ends_at;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_for_good CHECK (expires_at <= ends_at);

-- A sign-in looks at earlier sessions of its account too, ended ones among them.
DROP INDEX sessions_account;
CREATE INDEX sessions_account ON sessions (account_id, id DESC);

-- Kept when its sessions are long forgotten: a sign-in to an account that has been used is new to its owner.
ALTER TABLE accounts ADD COLUMN first_session_at timestamptz;
UPDATE accounts a
   SET first_session_at = s.at
  FROM (SELECT account_id, min(created_at) AS at FROM sessions GROUP BY account_id) s
 WHERE s.account_id = a.id;

ALTER TABLE mfa_factors
  -- wrong codes in a row: only a right one resets them
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- until then no code of the authenticator is looked at
  ADD COLUMN locked_until timestamptz;

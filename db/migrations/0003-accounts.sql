-- People who sign in: accounts, their roles, second factors and sessions.

CREATE TABLE accounts (
  id             uuid PRIMARY KEY,
  email          text NOT NULL,
  display_name   text NOT NULL,
  locale         text NOT NULL CHECK (locale IN ('en', 'ar')),
  phone          text,
  password_hash  text,
  verified_at    timestamptz,
  status         text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  is_super_admin boolean NOT NULL DEFAULT false,
  -- created by the demo installation; with such an account the service starts only as a demo
  is_demo        boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE accounts IS 'A person who signs in.';
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE UNIQUE INDEX accounts_one_super_admin ON accounts (is_super_admin) WHERE is_super_admin;

-- The super-administrator can be neither demoted, disabled nor deleted, whatever the application does.
CREATE FUNCTION guard_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_super_admin THEN
    IF TG_OP = 'DELETE' OR NOT NEW.is_super_admin OR NEW.status <> 'ACTIVE' THEN
      RAISE EXCEPTION 'the super-administrator is protected' USING ERRCODE = 'WA001';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER accounts_guard_super_admin BEFORE UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION guard_super_admin();

CREATE TABLE account_roles (
  account_id uuid NOT NULL REFERENCES accounts (id),
  role       text NOT NULL CHECK (role IN ('BUYER', 'SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'DISPATCHER', 'ADMIN')),
  granted_by uuid REFERENCES accounts (id),
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, role)
);
COMMENT ON TABLE account_roles IS 'One role of an account.';
CREATE INDEX account_roles_role ON account_roles (role, account_id DESC);

-- Only the super-administrator grants ADMIN, and its own ADMIN role cannot be revoked.
CREATE FUNCTION guard_admin_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP IN ('UPDATE', 'DELETE') AND OLD.role = 'ADMIN'
     AND EXISTS (SELECT 1 FROM accounts WHERE id = OLD.account_id AND is_super_admin) THEN
    RAISE EXCEPTION 'the super-administrator is protected' USING ERRCODE = 'WA001';
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') AND NEW.role = 'ADMIN' AND NOT EXISTS (
       SELECT 1 FROM accounts
        WHERE is_super_admin AND id IN (NEW.account_id, NEW.granted_by)) THEN
    RAISE EXCEPTION 'only the super-administrator grants ADMIN' USING ERRCODE = 'WA002';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER account_roles_guard_admin BEFORE INSERT OR UPDATE OR DELETE ON account_roles
  FOR EACH ROW EXECUTE FUNCTION guard_admin_role();

CREATE TABLE sign_in_guards (
  email_key    text PRIMARY KEY,
  failures     integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  updated_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sign_in_guards IS
  'Wrong passwords in a row for one e-mail address, whether or not it has an account: an unknown one locks the same way.';
CREATE INDEX sign_in_guards_idle ON sign_in_guards (updated_at);

CREATE TABLE mfa_factors (
  account_id   uuid PRIMARY KEY REFERENCES accounts (id),
  -- AES-256-GCM under the application secret
  secret       bytea NOT NULL,
  confirmed_at timestamptz,
  -- newest accepted TOTP time step: a code can be used once
  last_step    bigint NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE mfa_factors IS 'The authenticator app of an account, in use once it is confirmed.';

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts (id),
  code_hash  bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'A code that replaces the authenticator app once.';

CREATE TABLE sessions (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts (id),
  surface       text NOT NULL,
  mfa_at        timestamptz,
  user_agent    text,
  ip            text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  revoked_at    timestamptz,
  revoke_reason text
);
COMMENT ON TABLE sessions IS 'A device on which an account has signed in.';
CREATE INDEX sessions_account ON sessions (account_id) WHERE revoked_at IS NULL;
-- The worker removes sessions some time after they end.
CREATE INDEX sessions_ended ON sessions ((least(expires_at, coalesce(revoked_at, expires_at))));

CREATE TABLE refresh_tokens (
  id          uuid PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES sessions (id),
  token_hash  bytea NOT NULL UNIQUE,
  issued_at   timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  rotated_at  timestamptz,
  -- its predecessor was used again before it was, so the response with this one was probably lost
  lost_at     timestamptz
);
COMMENT ON TABLE refresh_tokens IS 'A refresh token of a session; it is used once and replaced by the next.';
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

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
  -- made by the demo installation; such an account keeps a non-demo start from coming up
  is_demo        boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE UNIQUE INDEX accounts_one_super_admin ON accounts (is_super_admin) WHERE is_super_admin;

CREATE TABLE account_roles (
  account_id uuid NOT NULL REFERENCES accounts (id),
  role       text NOT NULL CHECK (role IN ('BUYER', 'SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'DISPATCHER', 'ADMIN')),
  granted_by uuid REFERENCES accounts (id),
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, role)
);
CREATE INDEX account_roles_role ON account_roles (role, account_id DESC);

-- The super-administrator can be neither demoted, disabled nor deleted, whatever code asks for it.
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

-- ADMIN is granted by the super-administrator alone, and never taken from it.
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

-- Wrong passwords in a row, by e-mail, whether or not an account has it: an unknown one locks the same way.
CREATE TABLE sign_in_guards (
  email_key    text PRIMARY KEY,
  failures     integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  updated_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE mfa_factors (
  account_id   uuid PRIMARY KEY REFERENCES accounts (id),
  -- AES-256-GCM under the application secret
  secret       bytea NOT NULL,
  confirmed_at timestamptz,
  -- newest TOTP time step accepted: a code works once
  last_step    bigint NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL REFERENCES accounts (id),
  code_hash  bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

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
CREATE INDEX sessions_account ON sessions (account_id) WHERE revoked_at IS NULL;

CREATE TABLE refresh_tokens (
  id          uuid PRIMARY KEY,
  session_id  uuid NOT NULL REFERENCES sessions (id),
  token_hash  bytea NOT NULL UNIQUE,
  issued_at   timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  rotated_at  timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

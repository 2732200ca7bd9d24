-- Today's schema, written by `npm run schema` from the catalogue of a migrated database. Do not edit: change it with
-- a migration (docs/database.md). Tables stand in the order of the migrations, each with its constraints, indexes and
-- triggers; a trigger's function stands before the first table that uses it. Other functions and views follow.
-- Partitions of single days and months are left out.

-- Functions may name what comes later.
SET check_function_bodies = off;

CREATE EXTENSION btree_gist;
CREATE EXTENSION fuzzystrmatch;
CREATE EXTENSION pg_trgm;

CREATE SEQUENCE order_number;
CREATE SEQUENCE settlement_receipt_number;
CREATE SEQUENCE payout_number;

CREATE FUNCTION count_settings_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE settings_revision SET revision = revision + 1;
  RETURN NULL;
END $function$;

CREATE TABLE settings (
  key        text NOT NULL,
  value      jsonb NOT NULL,
  confirmed  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE settings IS 'One setting that an administrator has changed or confirmed; the others have their defaults from the code.';
CREATE TRIGGER settings_revision AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();

CREATE TABLE settings_revision (
  id       boolean NOT NULL DEFAULT true,
  revision bigint NOT NULL,
  CONSTRAINT settings_revision_pkey PRIMARY KEY (id),
  CONSTRAINT settings_revision_id_check CHECK (id)
);
COMMENT ON TABLE settings_revision IS 'Its only row counts changes of settings and shipping methods: a process whose copy has this number is up to date.';

CREATE TABLE domain_clock (
  id        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  real_at   timestamptz NOT NULL,
  domain_at timestamptz NOT NULL,
  rate      double precision NOT NULL,
  CONSTRAINT domain_clock_pkey PRIMARY KEY (id),
  CONSTRAINT domain_clock_rate_check CHECK (rate > 0::double precision)
);
COMMENT ON TABLE domain_clock IS 'From which moment on domain time has run at which rate; the newest row maps real time to domain time.';

CREATE FUNCTION keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  said CONSTANT text[] := '{ip,reason,before,after,data}';
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('wasl.erasing', true) = 'on' AND to_jsonb(NEW) - said = to_jsonb(OLD) - said THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $function$;

CREATE TABLE audit_log (
  id           uuid NOT NULL,
  at           timestamptz NOT NULL DEFAULT date_trunc('milliseconds'::text, now()),
  account_id   uuid,
  role         text,
  action       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  reason       text,
  request_id   text,
  data         jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip           text,
  before       jsonb,
  after        jsonb,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE audit_log IS 'One act that must be accounted for: who did what to what, when, from where and why. Append-only; what is older than two years may be deleted.';
COMMENT ON COLUMN audit_log.before IS 'What of the subject was changed, as it was; like after and data without a secret, and without a person''s name, e-mail, phone, address or pin.';
CREATE INDEX audit_log_bank_accounts_shown ON audit_log (account_id, at) WHERE action = 'showBankAccount'::text;
CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);
CREATE UNIQUE INDEX audit_log_refused_once ON audit_log (account_id, subject_id, date_trunc('hour'::text, (at AT TIME ZONE 'UTC'::text))) WHERE action = 'accessRefused'::text;
CREATE INDEX audit_log_subject ON audit_log (subject_id, at DESC, id DESC);
CREATE INDEX audit_log_subject_type ON audit_log (subject_type, at DESC, id DESC);
CREATE INDEX audit_log_what ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_who ON audit_log (account_id, at DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

CREATE TABLE idempotency_keys (
  principal    text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  status       integer,
  reference    jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (principal, key)
);
COMMENT ON TABLE idempotency_keys IS 'One request with an Idempotency-Key that is not an actor command, written in the transaction of the work it asks for.';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE stored_files (
  name         text NOT NULL,
  unused_since timestamptz DEFAULT now(),
  CONSTRAINT stored_files_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE stored_files IS 'One uploaded picture in the folder for uploads, and since when no row refers to it.';
CREATE INDEX stored_files_unused ON stored_files (unused_since) WHERE unused_since IS NOT NULL;

CREATE TABLE duty_runs (
  name       text NOT NULL,
  every_ms   bigint NOT NULL,
  done_at    timestamptz NOT NULL,
  failed_at  timestamptz,
  last_error text,
  CONSTRAINT duty_runs_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE duty_runs IS 'When a scheduled job last ran to its end, from which the API notices that the workers are dead.';

CREATE TABLE actor (
  kind    text NOT NULL,
  key     uuid NOT NULL,
  version bigint NOT NULL,
  epoch   bigint NOT NULL DEFAULT 0,
  schema  integer NOT NULL,
  state   jsonb NOT NULL,
  CONSTRAINT actor_pkey PRIMARY KEY (kind, key),
  CONSTRAINT actor_kind_check CHECK (kind = ANY (ARRAY['order'::text, 'driver'::text, 'zone'::text]))
) WITH (fillfactor=70);
COMMENT ON TABLE actor IS 'The state of one order, driver or zone: the truth that projections mirror.';

CREATE TABLE actor_command (
  at             timestamptz NOT NULL DEFAULT now(),
  kind           text NOT NULL,
  key            uuid NOT NULL,
  version        bigint NOT NULL,
  epoch          bigint NOT NULL,
  command_id     text NOT NULL,
  type           text NOT NULL,
  request_hash   bytea NOT NULL,
  events         jsonb NOT NULL,
  outcome        jsonb NOT NULL,
  account_id     uuid,
  role           text NOT NULL,
  reason         text,
  request_id     text,
  correlation_id text NOT NULL
) PARTITION BY RANGE (at);
COMMENT ON TABLE actor_command IS 'One command that changed an actor, or was refused with an event; a partition per month.';
CREATE INDEX actor_command_id ON actor_command (kind, key, command_id);
CREATE INDEX actor_command_version ON actor_command (kind, key, version);

CREATE TABLE actor_command_default PARTITION OF actor_command DEFAULT;
COMMENT ON TABLE actor_command_default IS 'Commands of a month whose partition was not made in time; empty in normal operation.';

CREATE TABLE actor_timer (
  kind            text NOT NULL,
  key             uuid NOT NULL,
  name            text NOT NULL,
  due_at          timestamptz NOT NULL,
  type            text NOT NULL,
  payload         jsonb NOT NULL,
  timer_id        uuid NOT NULL,
  correlation_id  text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  parked_at       timestamptz,
  last_error      text,
  CONSTRAINT actor_timer_pkey PRIMARY KEY (kind, key, name)
);
COMMENT ON TABLE actor_timer IS 'A deadline of an actor, written in the commit that causes it; an actor has one timer per name.';
CREATE INDEX actor_timer_due ON actor_timer (due_at) WHERE parked_at IS NULL;

CREATE TABLE outbox (
  id              uuid NOT NULL,
  at              timestamptz NOT NULL DEFAULT now(),
  kind            text NOT NULL,
  key             uuid NOT NULL,
  version         bigint NOT NULL,
  correlation_id  text NOT NULL,
  request_id      text,
  effects         jsonb NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now() + '00:00:01'::interval,
  parked_at       timestamptz,
  last_error      text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE outbox IS 'What one commit leaves to do outside it: commands to other actors, pushes, consumers. Deleted once all is done.';
CREATE INDEX outbox_next ON outbox (next_attempt_at) WHERE parked_at IS NULL;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_NARGS > 0 AND current_setting('wasl.erasing', true) = 'on' THEN
    IF TG_OP = 'DELETE' AND 'DELETE' = ANY (TG_ARGV) THEN RETURN OLD; END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE TABLE transitions (
  id            uuid NOT NULL,
  actor_kind    text NOT NULL,
  actor_key     uuid NOT NULL,
  actor_version bigint NOT NULL,
  subject_type  text NOT NULL,
  subject_id    uuid NOT NULL,
  from_state    text,
  to_state      text NOT NULL,
  command       text NOT NULL,
  account_id    uuid,
  role          text NOT NULL,
  reason        text,
  at            timestamptz NOT NULL,
  data          jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT transitions_pkey PRIMARY KEY (id),
  CONSTRAINT transitions_subject_type_check CHECK (subject_type = ANY (ARRAY['ORDER'::text, 'GROUP'::text, 'TASK'::text, 'DRIVER'::text, 'SHIFT'::text, 'SETTLEMENT'::text]))
);
COMMENT ON TABLE transitions IS 'One transition of a state machine: who made it with which command, when and why. Append-only.';
CREATE INDEX transitions_exceptions ON transitions (at) WHERE subject_type = 'TASK'::text AND (command <> ALL (ARRAY['ready'::text, 'assign'::text, 'accept'::text, 'pick-up'::text, 'in-transit'::text, 'arrive'::text, 'request-code'::text, 'verify-code'::text, 'record-cash'::text, 'complete'::text, 'requeue'::text, 'eta-changed'::text])) OR subject_type = 'GROUP'::text AND (to_state = ANY (ARRAY['CANCELLED'::text, 'REJECTED'::text]));
CREATE INDEX transitions_moments ON transitions (at, id) WHERE from_state IS DISTINCT FROM to_state AND (subject_type = 'SHIFT'::text OR (to_state = ANY (ARRAY['FAILED'::text, 'RETURNING'::text, 'RETURNED'::text, 'WRITTEN_OFF'::text, 'CANCELLED'::text, 'SUSPENDED'::text, 'PENDING_APPROVAL'::text])));
CREATE INDEX transitions_subject ON transitions (subject_type, subject_id, actor_version, id);
CREATE TRIGGER transitions_append_only BEFORE DELETE OR UPDATE ON transitions FOR EACH ROW EXECUTE FUNCTION refuse_change('reason', 'data');

CREATE TABLE actor_snapshots (
  kind       text NOT NULL,
  key        uuid NOT NULL,
  version    bigint NOT NULL,
  at         timestamptz NOT NULL,
  schema     integer NOT NULL,
  state      jsonb NOT NULL,
  delta_rows jsonb,
  CONSTRAINT actor_snapshots_pkey PRIMARY KEY (kind, key, version)
);
COMMENT ON TABLE actor_snapshots IS 'The state of an actor at one version, from which its past is folded; made by the worker, only ever a shortcut.';
CREATE INDEX actor_snapshots_at ON actor_snapshots (kind, key, at);

CREATE FUNCTION guard_super_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.is_super_admin THEN
    IF TG_OP = 'DELETE' OR NOT NEW.is_super_admin OR NEW.status <> 'ACTIVE' THEN
      RAISE EXCEPTION 'the super-administrator is protected' USING ERRCODE = 'WA001';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $function$;

CREATE TABLE accounts (
  id               uuid NOT NULL,
  email            text NOT NULL,
  display_name     text NOT NULL,
  locale           text NOT NULL,
  phone            text,
  password_hash    text,
  verified_at      timestamptz,
  status           text NOT NULL DEFAULT 'ACTIVE'::text,
  is_super_admin   boolean NOT NULL DEFAULT false,
  is_demo          boolean NOT NULL DEFAULT false,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  first_session_at timestamptz,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_closed_for_good CHECK (status <> 'CLOSED'::text OR password_hash IS NULL AND phone IS NULL),
  CONSTRAINT accounts_locale_check CHECK (locale = ANY (ARRAY['en'::text, 'ar'::text])),
  CONSTRAINT accounts_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text, 'CLOSED'::text]))
);
COMMENT ON TABLE accounts IS 'A person who signs in.';
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE UNIQUE INDEX accounts_one_super_admin ON accounts (is_super_admin) WHERE is_super_admin;
CREATE UNIQUE INDEX accounts_phone ON accounts (phone);
CREATE TRIGGER accounts_guard_super_admin BEFORE DELETE OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION guard_super_admin();

CREATE FUNCTION guard_admin_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE TABLE account_roles (
  account_id uuid NOT NULL,
  role       text NOT NULL,
  granted_by uuid,
  granted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_roles_pkey PRIMARY KEY (account_id, role),
  CONSTRAINT account_roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT account_roles_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES accounts(id),
  CONSTRAINT account_roles_role_check CHECK (role = ANY (ARRAY['BUYER'::text, 'SELLER_OWNER'::text, 'SELLER_STAFF'::text, 'DRIVER'::text, 'DISPATCHER'::text, 'ADMIN'::text]))
);
COMMENT ON TABLE account_roles IS 'One role of an account.';
CREATE INDEX account_roles_role ON account_roles (role, account_id DESC);
CREATE TRIGGER account_roles_guard_admin BEFORE INSERT OR DELETE OR UPDATE ON account_roles FOR EACH ROW EXECUTE FUNCTION guard_admin_role();

CREATE TABLE sign_in_guards (
  email_key    text NOT NULL,
  failures     integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  told_at      timestamptz,
  CONSTRAINT sign_in_guards_pkey PRIMARY KEY (email_key)
);
COMMENT ON TABLE sign_in_guards IS 'Wrong passwords in a row for one e-mail address, whether or not it has an account: an unknown one locks the same way.';
CREATE INDEX sign_in_guards_idle ON sign_in_guards (updated_at);

CREATE TABLE mfa_factors (
  account_id   uuid NOT NULL,
  secret       bytea NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT now(),
  failures     integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  next_secret  bytea,
  CONSTRAINT mfa_factors_pkey PRIMARY KEY (account_id),
  CONSTRAINT mfa_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE mfa_factors IS 'The authenticator app of an account, in use once it is confirmed.';

CREATE TABLE recovery_codes (
  account_id uuid NOT NULL,
  code_hash  bytea NOT NULL,
  used_at    timestamptz,
  made_at    timestamptz DEFAULT now(),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE recovery_codes IS 'A code that replaces the authenticator app once.';
COMMENT ON COLUMN recovery_codes.made_at IS 'Null: made before it was recorded.';

CREATE TABLE sessions (
  id            uuid NOT NULL,
  account_id    uuid NOT NULL,
  surface       text NOT NULL,
  mfa_at        timestamptz,
  user_agent    text,
  ip            text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz NOT NULL,
  revoked_at    timestamptz,
  revoke_reason text,
  ends_at       timestamptz NOT NULL DEFAULT now() + '90 days'::interval,
  last_seen_at  timestamptz NOT NULL DEFAULT now(),
  last_ip       text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT sessions_end_for_good CHECK (expires_at <= ends_at)
);
COMMENT ON TABLE sessions IS 'A device on which an account has signed in.';
CREATE INDEX sessions_account ON sessions (account_id, id DESC);
CREATE INDEX sessions_ended ON sessions (LEAST(expires_at, COALESCE(revoked_at, expires_at)));

CREATE TABLE refresh_tokens (
  id         uuid NOT NULL,
  session_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  issued_at  timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  lost_at    timestamptz,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT refresh_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);
COMMENT ON TABLE refresh_tokens IS 'A refresh token of a session; it is used once and replaced by the next.';
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

CREATE TABLE commission_plans (
  id         uuid NOT NULL,
  name       text NOT NULL,
  percent    numeric(5,2) NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT commission_plans_pkey PRIMARY KEY (id),
  CONSTRAINT commission_plans_name_key UNIQUE (name),
  CONSTRAINT commission_plans_percent_check CHECK (percent >= 0::numeric AND percent <= 100::numeric)
);
COMMENT ON TABLE commission_plans IS 'A share of the goods that the platform keeps of a seller''s orders.';
CREATE UNIQUE INDEX commission_plans_one_default ON commission_plans (is_default) WHERE is_default;

CREATE FUNCTION search_follows_sellers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id
      FROM new_rows n JOIN old_rows o USING (id)
      JOIN offers f ON f.seller_id = n.id AND f.active
      JOIN variants v ON v.id = f.variant_id
     WHERE (n.display_name_en, n.display_name_ar, n.status) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status)));
  RETURN NULL;
END $function$;

CREATE FUNCTION guard_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.legal_name IS DISTINCT FROM OLD.legal_name
     AND NOT (current_setting('wasl.erasing', true) = 'on' AND OLD.status IN ('REJECTED', 'CLOSED')) THEN
    RAISE EXCEPTION 'a legal name cannot be edited' USING ERRCODE = 'WA003';
  END IF;
  IF NEW.owner_account_id IS DISTINCT FROM OLD.owner_account_id THEN
    RAISE EXCEPTION 'a seller keeps the owner it was created with' USING ERRCODE = 'WA004';
  END IF;
  IF OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED' THEN
    RAISE EXCEPTION 'seller % is closed for good', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION note_seller_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH shown AS (
    SELECT n.id, (n.display_name_en, n.display_name_ar, n.status, n.on_vacation) IS DISTINCT FROM
                 (o.display_name_en, o.display_name_ar, o.status, o.on_vacation) AS of_products
      FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.display_name_en, n.display_name_ar, n.status, n.on_vacation, n.public_phone, n.description_en,
            n.description_ar, n.vacation_until) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status, o.on_vacation, o.public_phone, o.description_en,
            o.description_ar, o.vacation_until))
  INSERT INTO catalogue_changes (product_id, seller_id, shelf)
  SELECT NULL, id, false FROM shown
  UNION ALL
  SELECT DISTINCT v.product_id, NULL::uuid, true
    FROM shown s JOIN offers f ON f.seller_id = s.id JOIN variants v ON v.id = f.variant_id
   WHERE s.of_products;
  RETURN NULL;
END $function$;

CREATE TABLE sellers (
  id                     uuid NOT NULL,
  import_key             text,
  legal_name             text NOT NULL,
  legal_name_placeholder boolean NOT NULL DEFAULT false,
  display_name_en        text NOT NULL,
  display_name_ar        text NOT NULL,
  status                 text NOT NULL,
  on_vacation            boolean NOT NULL DEFAULT false,
  owner_account_id       uuid,
  commission_plan_id     uuid NOT NULL,
  rejection_reason       text,
  decided_by             uuid,
  decided_at             timestamptz,
  version                integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  public_phone           text,
  opening_hours          jsonb,
  description_en         text,
  description_ar         text,
  vacation_until         date,
  CONSTRAINT sellers_pkey PRIMARY KEY (id),
  CONSTRAINT sellers_import_key_key UNIQUE (import_key),
  CONSTRAINT sellers_commission_plan_id_fkey FOREIGN KEY (commission_plan_id) REFERENCES commission_plans(id),
  CONSTRAINT sellers_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT sellers_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES accounts(id),
  CONSTRAINT sellers_description_check CHECK ((description_en IS NULL) = (description_ar IS NULL)),
  CONSTRAINT sellers_public_phone_check CHECK (public_phone ~ '^\+974[3-7][0-9]{7}$'::text),
  CONSTRAINT sellers_status_check CHECK (status = ANY (ARRAY['APPLIED'::text, 'ACTIVE'::text, 'REJECTED'::text, 'SUSPENDED'::text, 'CLOSED'::text])),
  CONSTRAINT sellers_vacation_check CHECK (vacation_until IS NULL OR on_vacation)
);
COMMENT ON TABLE sellers IS 'A legal entity that sells, from its application on.';
COMMENT ON COLUMN sellers.public_phone IS 'For calls and WhatsApp of customers; null: none.';
COMMENT ON COLUMN sellers.opening_hours IS 'By weekday, spans of {from, to} in Qatar; null: Sunday to Thursday, 08:00 to 20:00.';
COMMENT ON COLUMN sellers.description_en IS 'For its page in the shop; null in both languages: none.';
COMMENT ON COLUMN sellers.vacation_until IS 'Day in Qatar on which it sells again by itself; null: when somebody says so.';
CREATE UNIQUE INDEX sellers_owner ON sellers (owner_account_id) WHERE status <> 'REJECTED'::text;
CREATE INDEX sellers_status ON sellers (status, id);
CREATE INDEX sellers_vacation_ends ON sellers (vacation_until) WHERE vacation_until IS NOT NULL;
CREATE TRIGGER search_sellers_updated AFTER UPDATE ON sellers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follows_sellers();
CREATE TRIGGER sellers_guard BEFORE UPDATE ON sellers FOR EACH ROW EXECUTE FUNCTION guard_seller();
CREATE TRIGGER sellers_noted AFTER UPDATE ON sellers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_seller_changes();

CREATE TABLE seller_staff (
  account_id  uuid NOT NULL,
  seller_id   uuid NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  version     integer NOT NULL DEFAULT 1,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seller_staff_pkey PRIMARY KEY (account_id),
  CONSTRAINT seller_staff_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT seller_staff_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT seller_staff_permissions_check CHECK (permissions <@ ARRAY['ORDERS'::text, 'CATALOGUE'::text, 'STOCK'::text, 'SHIPPING'::text, 'STAFF'::text, 'FINANCE'::text])
);
COMMENT ON TABLE seller_staff IS 'A person who works for a seller, and what this person may do; the owner may do everything and has no row.';
CREATE INDEX seller_staff_seller ON seller_staff (seller_id, account_id DESC);

CREATE FUNCTION guard_ended_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('wasl.erasing', true) = 'on'
     AND to_jsonb(NEW) - '{email,email_key}'::text[] = to_jsonb(OLD) - '{email,email_key}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invitation % has ended as %', OLD.id, OLD.status USING ERRCODE = '23001';
END $function$;

CREATE TABLE staff_invitations (
  id             uuid NOT NULL,
  seller_id      uuid NOT NULL,
  email          text NOT NULL,
  email_key      text NOT NULL,
  permissions    text[] NOT NULL,
  status         text NOT NULL,
  token_hash     bytea NOT NULL,
  expires_at     timestamptz NOT NULL,
  invited_by     uuid NOT NULL,
  accepted_by    uuid,
  created_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  handed_over_at timestamptz,
  CONSTRAINT staff_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT staff_invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT staff_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES accounts(id),
  CONSTRAINT staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES accounts(id),
  CONSTRAINT staff_invitations_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT staff_invitations_check CHECK ((status = 'PENDING'::text) = (ended_at IS NULL)),
  CONSTRAINT staff_invitations_check1 CHECK ((status = 'ACCEPTED'::text) = (accepted_by IS NOT NULL)),
  CONSTRAINT staff_invitations_email_key_check CHECK (email_key = lower(email_key)),
  CONSTRAINT staff_invitations_permissions_check CHECK (permissions <@ ARRAY['ORDERS'::text, 'CATALOGUE'::text, 'STOCK'::text, 'SHIPPING'::text, 'STAFF'::text, 'FINANCE'::text]),
  CONSTRAINT staff_invitations_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REVOKED'::text, 'LAPSED'::text]))
);
COMMENT ON TABLE staff_invitations IS 'An invitation by e-mail to work for a seller.';
CREATE INDEX staff_invitations_ended ON staff_invitations (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX staff_invitations_expiry ON staff_invitations (expires_at) WHERE status = 'PENDING'::text;
CREATE UNIQUE INDEX staff_invitations_one_pending ON staff_invitations (seller_id, email_key) WHERE status = 'PENDING'::text;
CREATE INDEX staff_invitations_seller ON staff_invitations (seller_id, id DESC);
CREATE TRIGGER staff_invitations_end_once BEFORE UPDATE ON staff_invitations FOR EACH ROW WHEN (old.status <> 'PENDING'::text) EXECUTE FUNCTION guard_ended_invitation();

CREATE FUNCTION note_warehouse_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM new_rows n JOIN old_rows o USING (id)
    JOIN stock_levels l ON l.warehouse_id = n.id
    JOIN offers f ON f.id = l.offer_id
    JOIN variants v ON v.id = f.variant_id
   WHERE n.active <> o.active;
  RETURN NULL;
END $function$;

CREATE TABLE warehouses (
  id              uuid NOT NULL,
  seller_id       uuid NOT NULL,
  import_key      text,
  name            text NOT NULL,
  phone           text,
  zone_number     integer NOT NULL,
  street_number   integer NOT NULL,
  building_number integer NOT NULL,
  unit            text,
  landmark        text,
  latitude        double precision NOT NULL,
  longitude       double precision NOT NULL,
  placeholder     boolean NOT NULL DEFAULT false,
  active          boolean NOT NULL DEFAULT true,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT warehouses_pkey PRIMARY KEY (id),
  CONSTRAINT warehouses_import_key_key UNIQUE (import_key),
  CONSTRAINT warehouses_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT warehouses_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT warehouses_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision)
);
COMMENT ON TABLE warehouses IS 'A place where a seller keeps stock and drivers pick up.';
CREATE INDEX warehouses_seller ON warehouses (seller_id, id);
CREATE TRIGGER warehouses_noted AFTER UPDATE ON warehouses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_warehouse_changes();

CREATE FUNCTION note_change_of_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) VALUES (NULL, true);
  RETURN NULL;
END $function$;

CREATE TABLE shipping_methods (
  id               uuid NOT NULL,
  seller_id        uuid,
  code             text NOT NULL,
  name_en          text NOT NULL,
  name_ar          text NOT NULL,
  price            numeric(12,2) NOT NULL,
  currency         text NOT NULL DEFAULT 'QAR'::text,
  min_days         integer NOT NULL,
  max_days         integer NOT NULL,
  due_within_hours integer,
  zone_numbers     integer[],
  active           boolean NOT NULL DEFAULT true,
  confirmed        boolean NOT NULL DEFAULT false,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  deleted_at       timestamptz,
  CONSTRAINT shipping_methods_pkey PRIMARY KEY (id),
  CONSTRAINT shipping_methods_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT shipping_methods_check CHECK (max_days >= min_days),
  CONSTRAINT shipping_methods_code_check CHECK (code = ANY (ARRAY['STANDARD'::text, 'EXPRESS'::text, 'CUSTOM'::text])),
  CONSTRAINT shipping_methods_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT shipping_methods_deleted_off CHECK (deleted_at IS NULL OR NOT active),
  CONSTRAINT shipping_methods_due_within_hours_check CHECK (due_within_hours > 0),
  CONSTRAINT shipping_methods_min_days_check CHECK (min_days >= 0),
  CONSTRAINT shipping_methods_platform_due CHECK (seller_id IS NOT NULL OR due_within_hours IS NOT NULL),
  CONSTRAINT shipping_methods_price_bounded CHECK (price < 1000000::numeric),
  CONSTRAINT shipping_methods_price_check CHECK (price >= 0::numeric),
  CONSTRAINT shipping_methods_zones_named CHECK (zone_numbers IS NULL OR cardinality(zone_numbers) > 0)
);
COMMENT ON TABLE shipping_methods IS 'A way to ship, its price and how soon it promises to deliver.';
CREATE UNIQUE INDEX shipping_methods_platform_code ON shipping_methods (code) WHERE seller_id IS NULL AND active;
CREATE INDEX shipping_methods_seller ON shipping_methods (seller_id, id DESC) WHERE seller_id IS NOT NULL;
CREATE TRIGGER shipping_methods_noted AFTER INSERT OR DELETE OR UPDATE ON shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_all();
CREATE TRIGGER shipping_methods_revision AFTER INSERT OR DELETE OR UPDATE ON shipping_methods FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();

CREATE FUNCTION guard_bank_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  theirs CONSTANT text[] := '{account_holder,last_four,iban_sealed,iban_hash}';
BEGIN
  IF current_setting('wasl.erasing', true) = 'on'
     AND EXISTS (SELECT FROM sellers WHERE id = OLD.seller_id AND status IN ('REJECTED', 'CLOSED')) THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    IF to_jsonb(NEW) - theirs = to_jsonb(OLD) - theirs THEN RETURN NEW; END IF;
  END IF;
  IF current_setting('wasl.resealing', true) = 'on' AND TG_OP = 'UPDATE'
     AND to_jsonb(NEW) - 'iban_sealed' = to_jsonb(OLD) - 'iban_sealed' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

CREATE TABLE seller_bank_accounts (
  id             uuid NOT NULL,
  seller_id      uuid NOT NULL,
  account_holder text NOT NULL,
  bank_code      text NOT NULL,
  last_four      text NOT NULL,
  iban_sealed    bytea NOT NULL,
  created_by     uuid NOT NULL,
  created_at     timestamptz NOT NULL,
  usable_from    timestamptz NOT NULL,
  superseded_at  timestamptz,
  CONSTRAINT seller_bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT seller_bank_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT seller_bank_accounts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT seller_bank_accounts_bank_code_check CHECK (bank_code ~ '^[A-Z]{4}$'::text),
  CONSTRAINT seller_bank_accounts_check CHECK (usable_from >= created_at),
  CONSTRAINT seller_bank_accounts_check1 CHECK (superseded_at < usable_from),
  CONSTRAINT seller_bank_accounts_last_four_check CHECK (last_four ~ '^[A-Z0-9]{4}$'::text)
);
COMMENT ON TABLE seller_bank_accounts IS 'A bank account to which a seller is paid. A row never changes: another account is another row, used once it has cooled off.';
CREATE INDEX seller_bank_accounts_seller ON seller_bank_accounts (seller_id, usable_from DESC, id DESC) WHERE superseded_at IS NULL;
CREATE TRIGGER seller_bank_accounts_stay BEFORE DELETE OR UPDATE ON seller_bank_accounts FOR EACH ROW EXECUTE FUNCTION guard_bank_account();

CREATE FUNCTION search_follows_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    WITH RECURSIVE below AS (
      SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
       WHERE (n.name_en, n.name_ar, n.parent_id) IS DISTINCT FROM (o.name_en, o.name_ar, o.parent_id)
      UNION
      SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
    )
    SELECT p.id FROM products p JOIN below b ON p.category_id = b.id));
  RETURN NULL;
END $function$;

CREATE TABLE categories (
  id         uuid NOT NULL,
  parent_id  uuid,
  import_key text,
  slug       text NOT NULL,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  version    integer NOT NULL DEFAULT 1,
  CONSTRAINT categories_pkey PRIMARY KEY (id),
  CONSTRAINT categories_import_key_key UNIQUE (import_key),
  CONSTRAINT categories_slug_key UNIQUE (slug),
  CONSTRAINT categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES categories(id)
);
COMMENT ON TABLE categories IS 'A category of the shop; categories form trees.';
CREATE INDEX categories_parent ON categories (parent_id, "position", id);
CREATE TRIGGER categories_noted AFTER INSERT OR DELETE OR UPDATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_all();
CREATE TRIGGER search_categories_updated AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follows_categories();

CREATE FUNCTION note_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT DISTINCT id, true FROM changed;
  RETURN NULL;
END $function$;

CREATE FUNCTION search_follows_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT id FROM new_rows));
  RETURN NULL;
END $function$;

CREATE FUNCTION search_follows_product_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.title_en, n.title_ar, n.description_en, n.description_ar, n.category_id)
           IS DISTINCT FROM (o.title_en, o.title_ar, o.description_en, o.description_ar, o.category_id)));
  RETURN NULL;
END $function$;

CREATE TABLE products (
  id                   uuid NOT NULL,
  import_key           text,
  category_id          uuid NOT NULL,
  created_by_seller_id uuid,
  title_en             text NOT NULL,
  title_ar             text NOT NULL,
  description_en       text NOT NULL DEFAULT ''::text,
  description_ar       text NOT NULL DEFAULT ''::text,
  digital              boolean NOT NULL DEFAULT false,
  active               boolean NOT NULL DEFAULT true,
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_import_key_key UNIQUE (import_key),
  CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT products_created_by_seller_id_fkey FOREIGN KEY (created_by_seller_id) REFERENCES sellers(id)
);
COMMENT ON TABLE products IS 'A product, whichever sellers offer it.';
CREATE INDEX products_category ON products (category_id, id);
CREATE INDEX products_name_ar ON products ("left"(lower(title_ar), 40), id) WHERE active;
CREATE INDEX products_name_en ON products ("left"(lower(title_en), 40), id) WHERE active;
CREATE INDEX products_seller ON products (created_by_seller_id, id) WHERE created_by_seller_id IS NOT NULL;
CREATE TRIGGER products_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products();
CREATE TRIGGER products_noted AFTER UPDATE ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products();
CREATE TRIGGER products_removed AFTER DELETE ON products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products();
CREATE TRIGGER search_products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follows_products();
CREATE TRIGGER search_products_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follows_product_changes();

CREATE FUNCTION search_follows_variants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT DISTINCT product_id FROM changed));
  RETURN NULL;
END $function$;

CREATE FUNCTION note_product_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT DISTINCT product_id, true FROM changed;
  RETURN NULL;
END $function$;

CREATE TABLE variants (
  id           uuid NOT NULL,
  product_id   uuid NOT NULL,
  import_key   text,
  sku          text NOT NULL,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  options      jsonb NOT NULL DEFAULT '{}'::jsonb,
  "position"   integer NOT NULL DEFAULT 0,
  option_texts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT variants_pkey PRIMARY KEY (id),
  CONSTRAINT variants_import_key_key UNIQUE (import_key),
  CONSTRAINT variants_sku_key UNIQUE (sku),
  CONSTRAINT variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
);
COMMENT ON TABLE variants IS 'What can be bought of a product: one choice of its options.';
CREATE UNIQUE INDEX variants_options ON variants (product_id, md5(options::text));
CREATE INDEX variants_product ON variants (product_id, "position");
CREATE TRIGGER search_variants_deleted AFTER DELETE ON variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();
CREATE TRIGGER search_variants_inserted AFTER INSERT ON variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();
CREATE TRIGGER search_variants_updated AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();
CREATE TRIGGER variants_added AFTER INSERT ON variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_left AFTER UPDATE ON variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_noted AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_removed AFTER DELETE ON variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();

CREATE FUNCTION mark_stored_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE stored_files SET unused_since = NULL WHERE name = NEW.file;
  ELSE
    UPDATE stored_files SET unused_since = now() WHERE name = OLD.file;
  END IF;
  RETURN NULL;
END $function$;

CREATE TABLE product_images (
  id           uuid NOT NULL,
  product_id   uuid NOT NULL,
  file         text NOT NULL,
  content_type text NOT NULL,
  bytes        integer NOT NULL,
  width        integer NOT NULL,
  height       integer NOT NULL,
  alt_en       text NOT NULL DEFAULT ''::text,
  alt_ar       text NOT NULL DEFAULT ''::text,
  "position"   integer NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT product_images_pkey PRIMARY KEY (id),
  CONSTRAINT product_images_file_key UNIQUE (file),
  CONSTRAINT product_images_product_id_position_key UNIQUE (product_id, "position") DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT product_images_file_fkey FOREIGN KEY (file) REFERENCES stored_files(name),
  CONSTRAINT product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT product_images_bytes_check CHECK (bytes > 0),
  CONSTRAINT product_images_content_type_check CHECK (content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/avif'::text])),
  CONSTRAINT product_images_height_check CHECK (height > 0),
  CONSTRAINT product_images_position_check CHECK ("position" >= 0),
  CONSTRAINT product_images_width_check CHECK (width > 0)
);
COMMENT ON TABLE product_images IS 'A picture of a product, in the order the seller chose; lists show the first.';
CREATE TRIGGER product_images_file AFTER INSERT OR DELETE ON product_images FOR EACH ROW EXECUTE FUNCTION mark_stored_file();
CREATE TRIGGER product_images_noted_added AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_noted_changed AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_noted_removed AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();

CREATE FUNCTION note_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true FROM changed c JOIN variants v ON v.id = c.variant_id;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_offer_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM new_rows n JOIN old_rows o USING (id) JOIN variants v ON v.id IN (n.variant_id, o.variant_id)
   WHERE (n.price, n.active, n.variant_id, n.seller_id) IS DISTINCT FROM
         (o.price, o.active, o.variant_id, o.seller_id);
  RETURN NULL;
END $function$;

CREATE FUNCTION search_follows_offers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id FROM changed c JOIN variants v ON v.id = c.variant_id));
  RETURN NULL;
END $function$;

CREATE FUNCTION search_follows_offer_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id FROM new_rows n JOIN old_rows o USING (id) JOIN variants v ON v.id = n.variant_id
     WHERE n.active <> o.active));
  RETURN NULL;
END $function$;

CREATE TABLE offers (
  id                  uuid NOT NULL,
  variant_id          uuid NOT NULL,
  seller_id           uuid NOT NULL,
  price               numeric(12,2) NOT NULL,
  active              boolean NOT NULL DEFAULT true,
  version             integer NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  low_stock_threshold integer,
  CONSTRAINT offers_pkey PRIMARY KEY (id),
  CONSTRAINT offers_variant_id_seller_id_key UNIQUE (variant_id, seller_id),
  CONSTRAINT offers_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT offers_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id),
  CONSTRAINT offers_low_stock_threshold_check CHECK (low_stock_threshold >= 1 AND low_stock_threshold <= 1000000),
  CONSTRAINT offers_price_bounded CHECK (price < 1000000::numeric),
  CONSTRAINT offers_price_check CHECK (price > 0::numeric)
);
COMMENT ON TABLE offers IS 'The price at which a seller sells a variant, and whether it does at present.';
CREATE INDEX offers_seller ON offers (seller_id, id);
CREATE INDEX offers_watched ON offers (id) WHERE low_stock_threshold IS NOT NULL;
CREATE TRIGGER offers_added AFTER INSERT ON offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_offers();
CREATE TRIGGER offers_noted AFTER UPDATE ON offers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_offer_changes();
CREATE TRIGGER offers_removed AFTER DELETE ON offers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_offers();
CREATE TRIGGER search_offers_deleted AFTER DELETE ON offers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offers();
CREATE TRIGGER search_offers_inserted AFTER INSERT ON offers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offers();
CREATE TRIGGER search_offers_updated AFTER UPDATE ON offers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offer_changes();

CREATE FUNCTION note_standings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT NULL, true WHERE EXISTS (SELECT FROM changed);
  RETURN NULL;
END $function$;

CREATE TABLE seller_standings (
  seller_id   uuid NOT NULL,
  standing    numeric(4,3) NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seller_standings_pkey PRIMARY KEY (seller_id),
  CONSTRAINT seller_standings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT seller_standings_standing_check CHECK (standing >= 0::numeric AND standing <= 1::numeric)
);
COMMENT ON TABLE seller_standings IS 'The share of a seller''s orders accepted in time, by which offers are ranked; computed by the worker, 1 for a new seller.';
CREATE TRIGGER standings_added AFTER INSERT ON seller_standings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_standings();
CREATE TRIGGER standings_noted AFTER UPDATE ON seller_standings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_standings();

CREATE FUNCTION note_new_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM changed c JOIN offers f ON f.id = c.offer_id JOIN variants v ON v.id = f.variant_id
   WHERE c.on_hand > c.reserved;
  RETURN NULL;
END $function$;

CREATE FUNCTION note_stock_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO catalogue_changes (offer_id, shelf)
  SELECT n.offer_id, (n.on_hand > n.reserved) <> (o.on_hand > o.reserved)
    FROM new_rows n
    JOIN old_rows o ON o.offer_id = n.offer_id AND o.warehouse_id = n.warehouse_id
     AND n.on_hand - n.reserved <> o.on_hand - o.reserved;
  RETURN NULL;
END $function$;

CREATE FUNCTION guard_reserving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM warehouses WHERE id = NEW.warehouse_id AND active) THEN
    RAISE EXCEPTION 'warehouse % is closed', NEW.warehouse_id USING ERRCODE = '40001';
  END IF;
  RETURN NULL;
END $function$;

CREATE TABLE stock_levels (
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  on_hand      integer NOT NULL,
  reserved     integer NOT NULL DEFAULT 0,
  version      integer NOT NULL DEFAULT 1,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stock_levels_pkey PRIMARY KEY (offer_id, warehouse_id),
  CONSTRAINT stock_levels_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  CONSTRAINT stock_levels_warehouse_id_fkey FOREIGN KEY (warehouse_id) REFERENCES warehouses(id),
  CONSTRAINT stock_levels_on_hand_check CHECK (on_hand >= 0),
  CONSTRAINT stock_levels_reserved_check CHECK (reserved >= 0),
  CONSTRAINT stock_never_oversold CHECK (reserved <= on_hand)
);
COMMENT ON TABLE stock_levels IS 'The stock of an offer in one warehouse: units on hand, and how many of them are reserved.';
CREATE TRIGGER stock_levels_added AFTER INSERT ON stock_levels REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_stock();
CREATE TRIGGER stock_levels_noted AFTER UPDATE ON stock_levels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_stock_changes();
CREATE TRIGGER stock_levels_removed AFTER DELETE ON stock_levels REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_stock();
CREATE TRIGGER stock_levels_reserving AFTER UPDATE ON stock_levels FOR EACH ROW WHEN (new.reserved > old.reserved) EXECUTE FUNCTION guard_reserving();

CREATE TABLE stock_movements (
  id             uuid NOT NULL,
  offer_id       uuid NOT NULL,
  warehouse_id   uuid NOT NULL,
  on_hand_delta  integer NOT NULL,
  reserved_delta integer NOT NULL,
  cause          text NOT NULL,
  cause_id       text NOT NULL,
  account_id     uuid,
  reason         text,
  at             timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stock_movements_pkey PRIMARY KEY (id),
  CONSTRAINT stock_movements_offer_id_warehouse_id_cause_cause_id_key UNIQUE (offer_id, warehouse_id, cause, cause_id),
  CONSTRAINT stock_movements_offer_id_warehouse_id_fkey FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels(offer_id, warehouse_id),
  CONSTRAINT stock_movements_cause_check CHECK (cause = ANY (ARRAY['IMPORT'::text, 'COUNT'::text, 'RESERVE'::text, 'RELEASE'::text, 'SALE'::text, 'RETURN'::text]))
);
COMMENT ON TABLE stock_movements IS 'One change of a stock level and its cause; the sums of the movements are the levels. Append-only.';
CREATE INDEX stock_movements_time ON stock_movements (offer_id, warehouse_id, id DESC);
CREATE TRIGGER stock_movements_append_only BEFORE DELETE OR UPDATE ON stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_change('reason');

CREATE TABLE stock_imports (
  id                uuid NOT NULL,
  seller_id         uuid NOT NULL,
  account_id        uuid NOT NULL,
  rows              integer NOT NULL,
  changed           integer NOT NULL,
  reservations_lost integer NOT NULL,
  at                timestamptz NOT NULL,
  CONSTRAINT stock_imports_pkey PRIMARY KEY (id),
  CONSTRAINT stock_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT stock_imports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT stock_imports_check CHECK (changed >= 0 AND changed <= rows),
  CONSTRAINT stock_imports_reservations_lost_check CHECK (reservations_lost >= 0),
  CONSTRAINT stock_imports_rows_check CHECK (rows > 0)
);
COMMENT ON TABLE stock_imports IS 'A file of counted stock that was taken over as a whole.';
CREATE INDEX stock_imports_seller ON stock_imports (seller_id, id DESC);

CREATE TABLE low_stock_marks (
  offer_id uuid NOT NULL,
  since    timestamptz NOT NULL,
  CONSTRAINT low_stock_marks_pkey PRIMARY KEY (offer_id),
  CONSTRAINT low_stock_marks_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id)
);
COMMENT ON TABLE low_stock_marks IS 'An offer whose seller was notified that stock is low; removed once stock is no longer below the threshold.';

CREATE TABLE product_search (
  product_id uuid NOT NULL,
  title_en   text NOT NULL DEFAULT ''::text,
  title_ar   text NOT NULL DEFAULT ''::text,
  words      tsvector NOT NULL DEFAULT ''::tsvector,
  CONSTRAINT product_search_pkey PRIMARY KEY (product_id),
  CONSTRAINT product_search_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
COMMENT ON TABLE product_search IS 'The text by which a product is found; derived, and kept up to date by triggers.';
CREATE INDEX product_search_words ON product_search USING gin (words) WITH (fastupdate=off);

CREATE TABLE search_words (
  word text NOT NULL
);
COMMENT ON TABLE search_words IS 'A word of some product''s text, to find what was meant by a misspelled one. It may stand here twice, or be no longer used.';
CREATE INDEX search_words_length ON search_words (length(word));
CREATE INDEX search_words_similar ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_words_word ON search_words (word);

CREATE TABLE catalogue_changes (
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  product_id uuid,
  shelf      boolean NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  seller_id  uuid,
  offer_id   uuid,
  CONSTRAINT catalogue_changes_check CHECK (num_nonnulls(product_id, seller_id, offer_id) <= 1)
);
COMMENT ON TABLE catalogue_changes IS 'A change of what shoppers see, written by triggers in the transaction that makes it, so that no writer can forget it.';
CREATE INDEX catalogue_changes_age ON catalogue_changes USING brin (at);
CREATE INDEX catalogue_changes_xid ON catalogue_changes (xid);

CREATE TABLE carts (
  id         uuid NOT NULL,
  account_id uuid,
  token_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version    integer NOT NULL DEFAULT 1,
  CONSTRAINT carts_pkey PRIMARY KEY (id),
  CONSTRAINT carts_account_id_key UNIQUE (account_id),
  CONSTRAINT carts_token_hash_key UNIQUE (token_hash),
  CONSTRAINT carts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT carts_check CHECK ((account_id IS NULL) <> (token_hash IS NULL))
) WITH (fillfactor=70);
COMMENT ON TABLE carts IS 'The cart of an account, or of a guest who holds a token.';

CREATE TABLE cart_items (
  id         uuid NOT NULL,
  cart_id    uuid NOT NULL,
  offer_id   uuid NOT NULL,
  quantity   integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  seen_price numeric(12,2) NOT NULL,
  CONSTRAINT cart_items_pkey PRIMARY KEY (id),
  CONSTRAINT cart_items_cart_id_offer_id_key UNIQUE (cart_id, offer_id),
  CONSTRAINT cart_items_quantity_check CHECK (quantity >= 1 AND quantity <= 99)
);
COMMENT ON TABLE cart_items IS 'A line of a cart: so many units of an offer.';

CREATE TABLE addresses (
  id              uuid NOT NULL,
  account_id      uuid NOT NULL,
  label           text,
  contact_name    text NOT NULL,
  phone           text NOT NULL,
  zone_number     integer NOT NULL,
  street_number   integer NOT NULL,
  building_number integer NOT NULL,
  unit            text,
  floor           text,
  landmark        text,
  latitude        double precision NOT NULL,
  longitude       double precision NOT NULL,
  deleted_at      timestamptz,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  instructions    text,
  meet_at_gate    boolean NOT NULL DEFAULT false,
  pinned          boolean NOT NULL DEFAULT true,
  preferred_at    timestamptz,
  CONSTRAINT addresses_pkey PRIMARY KEY (id),
  CONSTRAINT addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT addresses_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT addresses_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT addresses_phone_check CHECK (phone ~ '^\+974[0-9]{8}$'::text)
);
COMMENT ON TABLE addresses IS 'An address of a buyer: the blue plate, a contact and a map pin.';
CREATE INDEX addresses_account ON addresses (account_id, id) WHERE deleted_at IS NULL;
CREATE INDEX addresses_deleted ON addresses (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE checkouts (
  id             uuid NOT NULL,
  account_id     uuid NOT NULL,
  status         text NOT NULL,
  expires_at     timestamptz NOT NULL,
  address        jsonb,
  payment_method text,
  order_id       uuid,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT checkouts_pkey PRIMARY KEY (id),
  CONSTRAINT checkouts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT checkouts_payment_method_check CHECK (payment_method = 'COD'::text),
  CONSTRAINT checkouts_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'CONFIRMED'::text, 'EXPIRED'::text, 'CANCELLED'::text]))
) WITH (fillfactor=25);
COMMENT ON TABLE checkouts IS 'A buyer''s checkout of a cart; a buyer has one open at most.';
CREATE INDEX checkouts_ended ON checkouts (updated_at) WHERE status = ANY (ARRAY['EXPIRED'::text, 'CANCELLED'::text]);
CREATE INDEX checkouts_expiry ON checkouts (expires_at) WHERE status = 'OPEN'::text;
CREATE UNIQUE INDEX checkouts_one_open ON checkouts (account_id) WHERE status = 'OPEN'::text;

CREATE TABLE checkout_lines (
  id           uuid NOT NULL,
  checkout_id  uuid NOT NULL,
  offer_id     uuid NOT NULL,
  variant_id   uuid NOT NULL,
  seller_id    uuid NOT NULL,
  sku          text NOT NULL,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  digital      boolean NOT NULL DEFAULT false,
  quantity     integer NOT NULL,
  unit_price   numeric(12,2) NOT NULL,
  options      jsonb NOT NULL DEFAULT '{}'::jsonb,
  option_texts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT checkout_lines_pkey PRIMARY KEY (id),
  CONSTRAINT checkout_lines_checkout_id_offer_id_key UNIQUE (checkout_id, offer_id),
  CONSTRAINT checkout_lines_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT checkout_lines_quantity_check CHECK (quantity > 0)
);
COMMENT ON TABLE checkout_lines IS 'A line of a checkout, copied from the cart.';

CREATE TABLE checkout_shipping (
  checkout_id   uuid NOT NULL,
  seller_id     uuid NOT NULL,
  method_id     uuid NOT NULL,
  code          text NOT NULL,
  name_en       text NOT NULL,
  name_ar       text NOT NULL,
  price         numeric(12,2) NOT NULL,
  promised_from date NOT NULL,
  promised_to   date NOT NULL,
  CONSTRAINT checkout_shipping_pkey PRIMARY KEY (checkout_id, seller_id),
  CONSTRAINT checkout_shipping_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
);
COMMENT ON TABLE checkout_shipping IS 'The way to ship that was chosen for one seller of a checkout, as it was offered.';

CREATE TABLE reservations (
  id           uuid NOT NULL,
  checkout_id  uuid NOT NULL,
  line_id      uuid NOT NULL,
  offer_id     uuid NOT NULL,
  warehouse_id uuid NOT NULL,
  quantity     integer NOT NULL,
  status       text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  ended_at     timestamptz,
  CONSTRAINT reservations_pkey PRIMARY KEY (id),
  CONSTRAINT reservations_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id),
  CONSTRAINT reservations_line_id_fkey FOREIGN KEY (line_id) REFERENCES checkout_lines(id),
  CONSTRAINT reservations_offer_id_warehouse_id_fkey FOREIGN KEY (offer_id, warehouse_id) REFERENCES stock_levels(offer_id, warehouse_id),
  CONSTRAINT reservations_quantity_check CHECK (quantity > 0),
  CONSTRAINT reservations_status_check CHECK (status = ANY (ARRAY['HELD'::text, 'CONSUMED'::text, 'RELEASED'::text, 'LOST'::text]))
);
COMMENT ON TABLE reservations IS 'Stock of one warehouse held for a line of a checkout until it is confirmed or ends.';
CREATE INDEX reservations_checkout ON reservations (checkout_id);
CREATE INDEX reservations_held ON reservations (offer_id, warehouse_id, id DESC) WHERE status = 'HELD'::text;
CREATE INDEX reservations_line ON reservations (line_id);

CREATE TABLE orders (
  id             uuid NOT NULL,
  number         text NOT NULL,
  checkout_id    uuid NOT NULL,
  account_id     uuid NOT NULL,
  status         text NOT NULL,
  address        jsonb NOT NULL,
  payment_method text NOT NULL,
  goods_total    numeric(12,2) NOT NULL,
  shipping_total numeric(12,2) NOT NULL,
  tax_total      numeric(12,2) NOT NULL DEFAULT 0,
  total          numeric(12,2) NOT NULL,
  placed_at      timestamptz NOT NULL,
  actor_version  bigint NOT NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_checkout_id_key UNIQUE (checkout_id),
  CONSTRAINT orders_number_key UNIQUE (number),
  CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT orders_check CHECK (total = (goods_total + shipping_total)),
  CONSTRAINT orders_payment_method_check CHECK (payment_method = 'COD'::text),
  CONSTRAINT orders_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'IN_PROGRESS'::text, 'DELIVERED'::text, 'PARTIALLY_DELIVERED'::text, 'CANCELLED'::text]))
);
COMMENT ON TABLE orders IS 'What a buyer confirmed.';
CREATE INDEX orders_account ON orders (account_id, id DESC);
CREATE INDEX orders_account_status ON orders (account_id, status, id DESC);
CREATE INDEX orders_status ON orders (status, id DESC);

CREATE FUNCTION follow_settled_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status = 'DELIVERED' AND NEW.payment_status = 'SETTLED' THEN
    INSERT INTO payout_groups AS listed (group_id, seller_id, amount, delivered_at)
    VALUES (NEW.id, NEW.seller_id, NEW.goods_total - NEW.commission, NEW.ended_at)
    ON CONFLICT (group_id) DO UPDATE SET amount = excluded.amount, delivered_at = excluded.delivered_at
      WHERE listed.payout_id IS NULL;
    IF FOUND THEN RETURN NULL; END IF;
  ELSE
    DELETE FROM payout_groups WHERE group_id = NEW.id AND payout_id IS NULL;
    IF NOT EXISTS (SELECT FROM payout_groups WHERE group_id = NEW.id) THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION 'group % is paid out', NEW.id USING ERRCODE = '23001';
END $function$;

CREATE TABLE order_groups (
  id                  uuid NOT NULL,
  order_id            uuid NOT NULL,
  seller_id           uuid NOT NULL,
  warehouse_id        uuid NOT NULL,
  method_code         text NOT NULL,
  method_name_en      text NOT NULL,
  method_name_ar      text NOT NULL,
  promised_from       date NOT NULL,
  promised_to         date NOT NULL,
  goods_total         numeric(12,2) NOT NULL,
  shipping_total      numeric(12,2) NOT NULL,
  cash_due            numeric(12,2) NOT NULL,
  commission_rate     numeric(5,2) NOT NULL,
  commission          numeric(12,2) NOT NULL,
  accept_by           timestamptz NOT NULL,
  status              text NOT NULL,
  payment_status      text NOT NULL,
  collected_amount    numeric(12,2),
  deadline_missed     boolean NOT NULL DEFAULT false,
  accepted_at         timestamptz,
  ready_at            timestamptz,
  ended_at            timestamptz,
  actor_version       bigint NOT NULL,
  return_confirmed_at timestamptz,
  CONSTRAINT order_groups_pkey PRIMARY KEY (id),
  CONSTRAINT order_groups_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT only_returns_are_confirmed CHECK (return_confirmed_at IS NULL OR status = 'RETURNED'::text),
  CONSTRAINT order_groups_check CHECK (cash_due = (goods_total + shipping_total)),
  CONSTRAINT order_groups_check1 CHECK (collected_amount IS NULL OR collected_amount = cash_due),
  CONSTRAINT order_groups_payment_status_check CHECK (payment_status = ANY (ARRAY['PENDING'::text, 'COLLECTED'::text, 'SETTLED'::text, 'VOID'::text])),
  CONSTRAINT what_never_arrived_is_not_owed CHECK ((status <> ALL (ARRAY['RETURNED'::text, 'WRITTEN_OFF'::text])) OR payment_status = 'VOID'::text)
);
COMMENT ON TABLE order_groups IS 'The part of an order that one seller fulfils.';
CREATE INDEX order_groups_awaiting_cash ON order_groups (seller_id) WHERE status = 'DELIVERED'::text AND payment_status <> 'SETTLED'::text;
CREATE INDEX order_groups_delivered ON order_groups (seller_id, ended_at DESC, id DESC) WHERE status = 'DELIVERED'::text;
CREATE INDEX order_groups_ended ON order_groups (ended_at) WHERE status <> 'DELIVERED'::text;
CREATE INDEX order_groups_order ON order_groups (order_id);
CREATE INDEX order_groups_seller ON order_groups (seller_id, status, id DESC);
CREATE INDEX order_groups_to_pick_up ON order_groups (warehouse_id) WHERE status = ANY (ARRAY['PENDING_ACCEPTANCE'::text, 'ACCEPTED'::text, 'PACKED'::text, 'READY_FOR_PICKUP'::text]);
CREATE INDEX order_groups_under_way ON order_groups USING gist (tstzrange(ready_at, CASE WHEN ended_at IS NULL THEN 'infinity'::timestamp with time zone ELSE GREATEST(ready_at, ended_at) END, '[]'::text)) WHERE ready_at IS NOT NULL;
CREATE TRIGGER order_groups_settled AFTER UPDATE ON order_groups FOR EACH ROW WHEN (('SETTLED'::text = old.payment_status OR 'SETTLED'::text = new.payment_status) AND (old.status IS DISTINCT FROM new.status OR old.payment_status IS DISTINCT FROM new.payment_status OR old.goods_total IS DISTINCT FROM new.goods_total OR old.commission IS DISTINCT FROM new.commission)) EXECUTE FUNCTION follow_settled_group();
CREATE TRIGGER order_groups_settled_new AFTER INSERT ON order_groups FOR EACH ROW WHEN (new.payment_status = 'SETTLED'::text) EXECUTE FUNCTION follow_settled_group();

CREATE TABLE order_lines (
  id           uuid NOT NULL,
  order_id     uuid NOT NULL,
  group_id     uuid NOT NULL,
  offer_id     uuid NOT NULL,
  variant_id   uuid NOT NULL,
  sku          text NOT NULL,
  name_en      text NOT NULL,
  name_ar      text NOT NULL,
  quantity     integer NOT NULL,
  unit_price   numeric(12,2) NOT NULL,
  line_total   numeric(12,2) NOT NULL,
  tax_rate     numeric(5,2) NOT NULL,
  tax_amount   numeric(12,2) NOT NULL,
  options      jsonb NOT NULL DEFAULT '{}'::jsonb,
  option_texts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT order_lines_pkey PRIMARY KEY (id),
  CONSTRAINT order_lines_group_id_fkey FOREIGN KEY (group_id) REFERENCES order_groups(id),
  CONSTRAINT order_lines_check CHECK (line_total = (unit_price * quantity::numeric)),
  CONSTRAINT order_lines_quantity_check CHECK (quantity > 0)
);
COMMENT ON TABLE order_lines IS 'A line of an order as it was bought; it never changes.';
CREATE INDEX order_lines_group ON order_lines (group_id);

CREATE TABLE invoice_years (
  year        integer NOT NULL,
  last_number integer NOT NULL,
  CONSTRAINT invoice_years_pkey PRIMARY KEY (year),
  CONSTRAINT invoice_years_last_number_check CHECK (last_number >= 0)
);
COMMENT ON TABLE invoice_years IS 'The number of the last invoice of a year.';

CREATE TABLE invoices (
  order_id  uuid NOT NULL,
  number    text NOT NULL,
  issued_at timestamptz NOT NULL,
  CONSTRAINT invoices_pkey PRIMARY KEY (order_id),
  CONSTRAINT invoices_number_key UNIQUE (number),
  CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
COMMENT ON TABLE invoices IS 'The invoice of an order, numbered when it is first requested. Append-only.';
CREATE TRIGGER invoices_append_only BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION note_driver_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END $function$;

CREATE FUNCTION keep_driver_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO driver_versions
  VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE domain_now() END,
          NEW.full_name, NEW.phone, NEW.vehicle_type, NEW.vehicle_plate)
  ON CONFLICT (driver_id, valid_from) DO UPDATE
    SET full_name = excluded.full_name, phone = excluded.phone, vehicle_type = excluded.vehicle_type,
        vehicle_plate = excluded.vehicle_plate;
  RETURN NULL;
END $function$;

CREATE TABLE drivers (
  id                uuid NOT NULL,
  account_id        uuid NOT NULL,
  full_name         text NOT NULL,
  phone             text NOT NULL,
  vehicle_type      text NOT NULL,
  vehicle_plate     text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  status            text NOT NULL,
  zone_ids          uuid[] NOT NULL DEFAULT '{}'::uuid[],
  cash_limit        numeric(12,2),
  capacity          integer NOT NULL DEFAULT 0,
  cash_on_hand      numeric(12,2) NOT NULL DEFAULT 0,
  cod_assigned      numeric(12,2) NOT NULL DEFAULT 0,
  items_assigned    integer NOT NULL DEFAULT 0,
  active_tasks      integer NOT NULL DEFAULT 0,
  duty              text NOT NULL DEFAULT 'OFF'::text,
  shift_id          uuid,
  idle_since        timestamptz,
  actor_version     bigint NOT NULL,
  shift_planned_end timestamptz,
  cash_carry_over   boolean NOT NULL DEFAULT false,
  changed_by        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT drivers_pkey PRIMARY KEY (id),
  CONSTRAINT drivers_account_id_key UNIQUE (account_id),
  CONSTRAINT drivers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT drivers_cash_on_hand_check CHECK (cash_on_hand >= 0::numeric),
  CONSTRAINT drivers_duty_check CHECK (duty = ANY (ARRAY['OFF'::text, 'ON_DUTY'::text, 'ON_BREAK'::text])),
  CONSTRAINT drivers_status_check CHECK (status = ANY (ARRAY['APPLIED'::text, 'APPROVED'::text, 'REJECTED'::text, 'SUSPENDED'::text])),
  CONSTRAINT drivers_vehicle_type_check CHECK (vehicle_type = ANY (ARRAY['BICYCLE'::text, 'MOTORCYCLE'::text, 'CAR'::text, 'VAN'::text]))
);
COMMENT ON TABLE drivers IS 'A driver, from the application on.';
CREATE INDEX drivers_duty ON drivers (duty) WHERE status = 'APPROVED'::text;
CREATE INDEX drivers_zones ON drivers USING gin (zone_ids);
CREATE TRIGGER drivers_changed BEFORE INSERT OR UPDATE ON drivers FOR EACH ROW EXECUTE FUNCTION note_driver_change();
CREATE TRIGGER drivers_versions AFTER INSERT OR UPDATE OF full_name, phone, vehicle_type, vehicle_plate ON drivers FOR EACH ROW EXECUTE FUNCTION keep_driver_version();

CREATE TABLE driver_versions (
  driver_id     uuid NOT NULL,
  valid_from    timestamptz NOT NULL,
  full_name     text NOT NULL,
  phone         text NOT NULL,
  vehicle_type  text NOT NULL,
  vehicle_plate text,
  CONSTRAINT driver_versions_pkey PRIMARY KEY (driver_id, valid_from)
);
COMMENT ON TABLE driver_versions IS 'A driver''s name, telephone and vehicle, and from when they were so; no operation changes them yet.';

CREATE FUNCTION count_zone_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE zone_revision SET revision = revision + 1;
  RETURN NULL;
END $function$;

CREATE FUNCTION keep_zone_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO delivery_zone_versions
  VALUES (NEW.id, NEW.version, NEW.updated_at, NEW.name_en, NEW.name_ar, NEW.priority, NEW.active, NEW.geometry,
          NEW.area_m2, NEW.min_lng, NEW.min_lat, NEW.max_lng, NEW.max_lat, NEW.created_at, NEW.updated_at, NEW.deleted_at)
  ON CONFLICT (id, version) DO UPDATE
    SET name_en = excluded.name_en, name_ar = excluded.name_ar, priority = excluded.priority, active = excluded.active,
        geometry = excluded.geometry, area_m2 = excluded.area_m2, min_lng = excluded.min_lng,
        min_lat = excluded.min_lat, max_lng = excluded.max_lng, max_lat = excluded.max_lat,
        updated_at = excluded.updated_at, deleted_at = excluded.deleted_at;
  RETURN NULL;
END $function$;

CREATE TABLE delivery_zones (
  id         uuid NOT NULL,
  seed_key   text,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  priority   integer NOT NULL DEFAULT 0,
  active     boolean NOT NULL DEFAULT true,
  geometry   jsonb NOT NULL,
  area_m2    double precision NOT NULL,
  min_lng    double precision NOT NULL,
  min_lat    double precision NOT NULL,
  max_lng    double precision NOT NULL,
  max_lat    double precision NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT delivery_zones_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_zones_seed_key_key UNIQUE (seed_key),
  CONSTRAINT deleted_zones_inactive CHECK (deleted_at IS NULL OR NOT active),
  CONSTRAINT delivery_zones_area_m2_check CHECK (area_m2 > 0::double precision)
);
COMMENT ON TABLE delivery_zones IS 'An area that decides which drivers may take a task.';
CREATE TRIGGER delivery_zones_revision AFTER INSERT OR DELETE OR UPDATE ON delivery_zones FOR EACH STATEMENT EXECUTE FUNCTION count_zone_revision();
CREATE TRIGGER delivery_zones_versions AFTER INSERT OR UPDATE ON delivery_zones FOR EACH ROW EXECUTE FUNCTION keep_zone_version();

CREATE TABLE zone_revision (
  id       boolean NOT NULL DEFAULT true,
  revision bigint NOT NULL,
  CONSTRAINT zone_revision_pkey PRIMARY KEY (id),
  CONSTRAINT zone_revision_id_check CHECK (id)
);
COMMENT ON TABLE zone_revision IS 'Its only row counts changes of zones: a process whose copy has this number is up to date.';

CREATE TABLE delivery_zone_versions (
  id         uuid NOT NULL,
  version    integer NOT NULL,
  valid_from timestamptz NOT NULL,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  priority   integer NOT NULL,
  active     boolean NOT NULL,
  geometry   jsonb NOT NULL,
  area_m2    double precision NOT NULL,
  min_lng    double precision NOT NULL,
  min_lat    double precision NOT NULL,
  max_lng    double precision NOT NULL,
  max_lat    double precision NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT delivery_zone_versions_pkey PRIMARY KEY (id, version)
);
COMMENT ON TABLE delivery_zone_versions IS 'A version of a zone, and from when it held.';
CREATE INDEX delivery_zone_versions_time ON delivery_zone_versions (valid_from, id, version);

CREATE FUNCTION guard_override_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.code_overridden AND NOT NEW.code_overridden THEN
    RAISE EXCEPTION 'task % keeps the mark of its override', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

CREATE TABLE delivery_tasks (
  id                   uuid NOT NULL,
  order_id             uuid NOT NULL,
  group_id             uuid NOT NULL,
  seller_id            uuid NOT NULL,
  status               text NOT NULL,
  round                integer NOT NULL,
  driver_id            uuid,
  offer_id             uuid,
  offer_expires_at     timestamptz,
  offer_manual         boolean NOT NULL DEFAULT false,
  manual_offer_id      uuid,
  manual_driver_id     uuid,
  manual_refusal       jsonb,
  zone_id              uuid,
  due_by               timestamptz NOT NULL,
  cash_due             numeric(12,2) NOT NULL,
  cash_recorded        numeric(12,2),
  items                integer NOT NULL,
  code_expires_at      timestamptz,
  pickup_lat           double precision NOT NULL,
  pickup_lng           double precision NOT NULL,
  dropoff_lat          double precision NOT NULL,
  dropoff_lng          double precision NOT NULL,
  created_at           timestamptz NOT NULL,
  completed_at         timestamptz,
  actor_version        bigint NOT NULL,
  attempt              integer NOT NULL DEFAULT 1,
  failure_reason       text,
  failed_at            timestamptz,
  window_from          timestamptz,
  window_to            timestamptz,
  code_overridden      boolean NOT NULL DEFAULT false,
  reversal_id          uuid,
  hand_over_id         uuid,
  hand_over_driver_id  uuid,
  hand_over_reserved   boolean NOT NULL DEFAULT false,
  hand_over_gave       boolean NOT NULL DEFAULT false,
  hand_over_took       boolean NOT NULL DEFAULT false,
  hand_over_expires_at timestamptz,
  pickup_eta           timestamptz,
  dropoff_eta          timestamptz,
  CONSTRAINT delivery_tasks_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_tasks_group_id_key UNIQUE (group_id),
  CONSTRAINT delivery_tasks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT delivery_tasks_group_id_fkey FOREIGN KEY (group_id) REFERENCES order_groups(id),
  CONSTRAINT delivery_tasks_hand_over_driver_id_fkey FOREIGN KEY (hand_over_driver_id) REFERENCES drivers(id),
  CONSTRAINT delivery_tasks_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT delivery_tasks_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT delivery_tasks_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES delivery_zones(id),
  CONSTRAINT completed_means_paid CHECK (status <> 'COMPLETED'::text OR cash_recorded = cash_due),
  CONSTRAINT delivery_tasks_attempt_check CHECK (attempt >= 1 AND attempt <= 3),
  CONSTRAINT failures_say_why CHECK ((failure_reason IS NULL) = (failed_at IS NULL) AND ((status <> ALL (ARRAY['FAILED'::text, 'RETURNING'::text, 'RETURNED'::text, 'WRITTEN_OFF'::text])) OR failure_reason IS NOT NULL)),
  CONSTRAINT hand_overs_are_whole CHECK ((hand_over_id IS NULL) = (hand_over_driver_id IS NULL) AND (hand_over_id IS NULL) = (hand_over_expires_at IS NULL) AND (hand_over_driver_id IS NULL OR hand_over_driver_id <> driver_id)),
  CONSTRAINT only_completions_are_reversed CHECK (reversal_id IS NULL OR status = 'COMPLETED'::text),
  CONSTRAINT windows_end_after_they_begin CHECK ((window_from IS NULL) = (window_to IS NULL) AND (window_from IS NULL OR window_from < window_to))
);
COMMENT ON TABLE delivery_tasks IS 'The journey of one order group from the seller''s warehouse to the buyer; mirror of the order actor.';
CREATE INDEX delivery_tasks_completed ON delivery_tasks (completed_at, id) WHERE completed_at IS NOT NULL;
CREATE INDEX delivery_tasks_driver ON delivery_tasks (driver_id, id DESC) WHERE driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_hand_over ON delivery_tasks (hand_over_driver_id, id DESC) WHERE hand_over_driver_id IS NOT NULL;
CREATE INDEX delivery_tasks_order ON delivery_tasks (order_id);
CREATE INDEX delivery_tasks_reversal ON delivery_tasks (id) WHERE reversal_id IS NOT NULL;
CREATE INDEX delivery_tasks_status ON delivery_tasks (status, id);
CREATE INDEX delivery_tasks_zone ON delivery_tasks (zone_id, id DESC);
CREATE TRIGGER delivery_tasks_override_stays BEFORE UPDATE OF code_overridden ON delivery_tasks FOR EACH ROW EXECUTE FUNCTION guard_override_mark();

CREATE TABLE task_exceptions (
  id            uuid NOT NULL,
  task_id       uuid NOT NULL,
  kind          text NOT NULL,
  attempt       integer NOT NULL,
  driver_id     uuid NOT NULL,
  failure       text,
  note          text,
  data          jsonb NOT NULL DEFAULT '{}'::jsonb,
  account_id    uuid,
  role          text NOT NULL,
  at            timestamptz NOT NULL,
  actor_version bigint NOT NULL,
  CONSTRAINT task_exceptions_pkey PRIMARY KEY (id),
  CONSTRAINT task_exceptions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT task_exceptions_task_id_fkey FOREIGN KEY (task_id) REFERENCES delivery_tasks(id)
);
COMMENT ON TABLE task_exceptions IS 'One exception of a task: who reported it, when and why. Written by the order actor''s commits, append-only.';
CREATE INDEX task_exceptions_at ON task_exceptions (at, kind);
CREATE INDEX task_exceptions_task ON task_exceptions (task_id, at, id);
CREATE TRIGGER task_exceptions_append_only BEFORE DELETE OR UPDATE ON task_exceptions FOR EACH ROW EXECUTE FUNCTION refuse_change('note', 'data');

CREATE TABLE task_contacts (
  id         uuid NOT NULL,
  task_id    uuid NOT NULL,
  party      text NOT NULL,
  channel    text NOT NULL,
  outcome    text NOT NULL,
  note       text,
  account_id uuid NOT NULL,
  at         timestamptz NOT NULL,
  CONSTRAINT task_contacts_pkey PRIMARY KEY (id),
  CONSTRAINT task_contacts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT task_contacts_task_id_fkey FOREIGN KEY (task_id) REFERENCES delivery_tasks(id),
  CONSTRAINT task_contacts_channel_check CHECK (channel = ANY (ARRAY['CALL'::text, 'SMS'::text, 'WHATSAPP'::text, 'OTHER'::text])),
  CONSTRAINT task_contacts_outcome_check CHECK (outcome = ANY (ARRAY['REACHED'::text, 'NO_ANSWER'::text, 'WRONG_NUMBER'::text, 'LEFT_MESSAGE'::text])),
  CONSTRAINT task_contacts_party_check CHECK (party = ANY (ARRAY['BUYER'::text, 'SELLER'::text, 'DRIVER'::text]))
);
COMMENT ON TABLE task_contacts IS 'A dispatcher''s attempt to reach somebody about a task. Append-only.';
CREATE INDEX task_contacts_task ON task_contacts (task_id, id DESC);
CREATE TRIGGER task_contacts_append_only BEFORE DELETE OR UPDATE ON task_contacts FOR EACH ROW EXECUTE FUNCTION refuse_change('note');

CREATE TABLE task_photos (
  id           uuid NOT NULL,
  task_id      uuid NOT NULL,
  driver_id    uuid NOT NULL,
  file         text NOT NULL,
  content_type text NOT NULL,
  bytes        integer NOT NULL,
  width        integer NOT NULL,
  height       integer NOT NULL,
  occurred_at  timestamptz,
  at           timestamptz NOT NULL,
  CONSTRAINT task_photos_pkey PRIMARY KEY (id),
  CONSTRAINT task_photos_file_key UNIQUE (file),
  CONSTRAINT task_photos_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT task_photos_file_fkey FOREIGN KEY (file) REFERENCES stored_files(name),
  CONSTRAINT task_photos_task_id_fkey FOREIGN KEY (task_id) REFERENCES delivery_tasks(id),
  CONSTRAINT task_photos_bytes_check CHECK (bytes > 0),
  CONSTRAINT task_photos_content_type_check CHECK (content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/avif'::text])),
  CONSTRAINT task_photos_height_check CHECK (height > 0),
  CONSTRAINT task_photos_width_check CHECK (width > 0)
);
COMMENT ON TABLE task_photos IS 'A picture that a driver took of a delivery, such as a closed door or damaged goods. Append-only.';
CREATE INDEX task_photos_task ON task_photos (task_id, id);
CREATE TRIGGER task_photos_append_only BEFORE DELETE OR UPDATE ON task_photos FOR EACH ROW EXECUTE FUNCTION refuse_change('DELETE');
CREATE TRIGGER task_photos_file AFTER INSERT OR DELETE ON task_photos FOR EACH ROW EXECUTE FUNCTION mark_stored_file();

CREATE TABLE zone_tickets (
  task_id       uuid NOT NULL,
  zone_id       uuid NOT NULL,
  order_id      uuid NOT NULL,
  group_id      uuid NOT NULL,
  round         integer NOT NULL,
  status        text NOT NULL,
  attempt       integer NOT NULL,
  offer_id      uuid,
  driver_id     uuid,
  pickup_lat    double precision NOT NULL,
  pickup_lng    double precision NOT NULL,
  dropoff_lat   double precision NOT NULL,
  dropoff_lng   double precision NOT NULL,
  cod           numeric(12,2) NOT NULL,
  items         integer NOT NULL,
  due_by        timestamptz NOT NULL,
  excluded      jsonb NOT NULL DEFAULT '[]'::jsonb,
  refused       jsonb NOT NULL DEFAULT '[]'::jsonb,
  enqueued_at   timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  actor_version bigint NOT NULL,
  CONSTRAINT zone_tickets_pkey PRIMARY KEY (task_id),
  CONSTRAINT zone_tickets_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES delivery_zones(id),
  CONSTRAINT zone_tickets_status_check CHECK (status = ANY (ARRAY['WAITING'::text, 'OFFERING'::text]))
);
COMMENT ON TABLE zone_tickets IS 'A task in the queue of a zone, waiting for a driver or being offered to one; mirror of the zone actor.';
CREATE INDEX zone_tickets_urgent ON zone_tickets (due_by, task_id) WHERE status = 'WAITING'::text;
CREATE INDEX zone_tickets_waiting ON zone_tickets (zone_id, enqueued_at) WHERE status = 'WAITING'::text;

CREATE TABLE assignment_choices (
  id               uuid NOT NULL,
  task_id          uuid NOT NULL,
  round            integer NOT NULL,
  attempt          integer NOT NULL,
  zone_id          uuid,
  policy           text NOT NULL,
  chosen_driver_id uuid,
  manual           boolean NOT NULL,
  candidates       jsonb NOT NULL,
  at               timestamptz NOT NULL,
  actor_version    bigint NOT NULL,
  excluded_by      jsonb NOT NULL DEFAULT '{}'::jsonb,
  why              jsonb,
  CONSTRAINT assignment_choices_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE assignment_choices IS 'Why a driver was chosen for a task, and why the others were not.';
CREATE INDEX assignment_choices_task ON assignment_choices (task_id, round, attempt);

CREATE TABLE shift_series (
  id          uuid NOT NULL,
  driver_id   uuid NOT NULL,
  weekdays    text[] NOT NULL,
  local_start time without time zone NOT NULL,
  local_end   time without time zone NOT NULL,
  breaks      jsonb NOT NULL DEFAULT '[]'::jsonb,
  from_day    date NOT NULL,
  until_day   date,
  version     integer NOT NULL DEFAULT 1,
  created_by  uuid NOT NULL,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  CONSTRAINT shift_series_pkey PRIMARY KEY (id),
  CONSTRAINT shift_series_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT shift_series_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT shift_series_weekdays_check CHECK (cardinality(weekdays) >= 1 AND cardinality(weekdays) <= 7)
);
COMMENT ON TABLE shift_series IS 'A shift that recurs on the same weekdays; its occurrences are created some days ahead, each a plan of its own.';
CREATE INDEX shift_series_driver ON shift_series (driver_id, id DESC);

CREATE FUNCTION keep_shift_plan_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO shift_plan_versions
  VALUES (NEW.id, NEW.updated_at, NEW.version, NEW.driver_id, NEW.planned_start, NEW.planned_end, NEW.breaks, NEW.status,
          NEW.reason, NEW.series_id, NEW.created_by, NEW.created_at)
  ON CONFLICT (id, valid_from) DO UPDATE
    SET version = excluded.version, driver_id = excluded.driver_id, planned_start = excluded.planned_start,
        planned_end = excluded.planned_end, breaks = excluded.breaks, status = excluded.status,
        reason = excluded.reason, series_id = excluded.series_id;
  RETURN NULL;
END $function$;

CREATE TABLE shift_plans (
  id            uuid NOT NULL,
  driver_id     uuid NOT NULL,
  planned_start timestamptz NOT NULL,
  planned_end   timestamptz NOT NULL,
  breaks        jsonb NOT NULL DEFAULT '[]'::jsonb,
  status        text NOT NULL,
  reason        text,
  series_id     uuid,
  series_day    date,
  reminded_at   timestamptz,
  version       integer NOT NULL DEFAULT 1,
  created_by    uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CONSTRAINT shift_plans_pkey PRIMARY KEY (id),
  CONSTRAINT shift_plans_series_id_series_day_key UNIQUE (series_id, series_day),
  CONSTRAINT shift_plans_no_overlap EXCLUDE USING gist (driver_id WITH =, tstzrange(planned_start, planned_end) WITH &&) WHERE (status <> 'CANCELLED'::text),
  CONSTRAINT shift_plans_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT shift_plans_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT shift_plans_series_id_fkey FOREIGN KEY (series_id) REFERENCES shift_series(id),
  CONSTRAINT shift_plans_check CHECK (planned_end > planned_start AND planned_end <= (planned_start + '16:00:00'::interval)),
  CONSTRAINT shift_plans_check1 CHECK ((series_id IS NULL) = (series_day IS NULL)),
  CONSTRAINT shift_plans_status_check CHECK (status = ANY (ARRAY['PLANNED'::text, 'MISSED'::text, 'CANCELLED'::text]))
);
COMMENT ON TABLE shift_plans IS 'A shift that a dispatcher planned for a driver.';
CREATE INDEX shift_plans_driver ON shift_plans (driver_id, planned_start);
CREATE INDEX shift_plans_open ON shift_plans (planned_start) WHERE status = 'PLANNED'::text;
CREATE TRIGGER shift_plans_versions AFTER INSERT OR UPDATE OF version, driver_id, planned_start, planned_end, breaks, status, reason, series_id ON shift_plans FOR EACH ROW EXECUTE FUNCTION keep_shift_plan_version();

CREATE TABLE shift_plan_versions (
  id            uuid NOT NULL,
  valid_from    timestamptz NOT NULL,
  version       integer NOT NULL,
  driver_id     uuid NOT NULL,
  planned_start timestamptz NOT NULL,
  planned_end   timestamptz NOT NULL,
  breaks        jsonb NOT NULL,
  status        text NOT NULL,
  reason        text,
  series_id     uuid,
  created_by    uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  CONSTRAINT shift_plan_versions_pkey PRIMARY KEY (id, valid_from)
);
COMMENT ON TABLE shift_plan_versions IS 'A planned shift as it stood from some moment on.';
CREATE INDEX shift_plan_versions_start ON shift_plan_versions (planned_start);

CREATE TABLE shift_runs (
  id            uuid NOT NULL,
  driver_id     uuid NOT NULL,
  status        text NOT NULL,
  started_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  breaks        jsonb NOT NULL DEFAULT '[]'::jsonb,
  actor_version bigint NOT NULL,
  plan_id       uuid,
  planned_end   timestamptz,
  CONSTRAINT shift_runs_pkey PRIMARY KEY (id),
  CONSTRAINT shift_runs_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT shift_runs_status_check CHECK (status = ANY (ARRAY['ON_DUTY'::text, 'ON_BREAK'::text, 'ENDED'::text]))
);
COMMENT ON TABLE shift_runs IS 'A shift that a driver works or has worked, planned or not; mirror of the driver actor.';
CREATE INDEX shift_runs_ended ON shift_runs (ended_at);
CREATE UNIQUE INDEX shift_runs_one_open ON shift_runs (driver_id) WHERE status <> 'ENDED'::text;
CREATE INDEX shift_runs_plan ON shift_runs (plan_id, started_at DESC) WHERE plan_id IS NOT NULL;
CREATE INDEX shift_runs_unplanned ON shift_runs (started_at, id) WHERE plan_id IS NULL;

CREATE TABLE routes (
  id            uuid NOT NULL,
  driver_id     uuid NOT NULL,
  shift_id      uuid NOT NULL,
  version       integer NOT NULL,
  stops         jsonb NOT NULL,
  actor_version bigint NOT NULL,
  CONSTRAINT routes_pkey PRIMARY KEY (id),
  CONSTRAINT routes_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT routes_shift_id_fkey FOREIGN KEY (shift_id) REFERENCES shift_runs(id)
);
COMMENT ON TABLE routes IS 'The ordered stops of a driver in one shift; mirror of the driver actor.';
CREATE INDEX routes_driver ON routes (driver_id, id DESC);
CREATE INDEX routes_shift ON routes (shift_id);

CREATE TABLE route_plans (
  id         uuid NOT NULL,
  kind       text NOT NULL,
  subject_id uuid NOT NULL,
  created_by uuid,
  created_at timestamptz NOT NULL,
  steps      jsonb NOT NULL,
  preview    jsonb NOT NULL,
  applied    jsonb,
  CONSTRAINT route_plans_pkey PRIMARY KEY (id),
  CONSTRAINT route_plans_kind_check CHECK (kind = ANY (ARRAY['ROUTE'::text, 'ZONE'::text]))
);
COMMENT ON TABLE route_plans IS 'A previewed plan, kept for a day: it is applied exactly as it was seen, and once.';
CREATE INDEX route_plans_created ON route_plans (created_at);

CREATE TABLE route_legs (
  id            uuid NOT NULL,
  driver_id     uuid NOT NULL,
  task_id       uuid NOT NULL,
  kind          text NOT NULL,
  from_lat      double precision NOT NULL,
  from_lng      double precision NOT NULL,
  to_lat        double precision NOT NULL,
  to_lng        double precision NOT NULL,
  from_zone_id  uuid,
  to_zone_id    uuid,
  started_at    timestamptz NOT NULL,
  arrived_at    timestamptz NOT NULL,
  arrival_seen  boolean NOT NULL,
  straight_m    integer NOT NULL,
  travel_s      integer NOT NULL,
  planned_s     integer NOT NULL,
  actor_version bigint NOT NULL,
  CONSTRAINT route_legs_pkey PRIMARY KEY (id),
  CONSTRAINT route_legs_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT route_legs_kind_check CHECK (kind = ANY (ARRAY['PICKUP'::text, 'DROPOFF'::text, 'RETURN'::text])),
  CONSTRAINT route_legs_travel_s_check CHECK (travel_s > 0)
);
COMMENT ON TABLE route_legs IS 'A leg from stop to stop as it was driven; written by the driver actor''s commits.';
CREATE INDEX route_legs_arrived ON route_legs (arrived_at DESC);
CREATE INDEX route_legs_driver ON route_legs (driver_id, arrived_at DESC);

CREATE TABLE travel_calibrations (
  id            bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at            timestamptz NOT NULL,
  legs          integer NOT NULL,
  later_legs    integer NOT NULL,
  error         double precision,
  default_error double precision,
  planned_error double precision,
  factors       jsonb NOT NULL,
  CONSTRAINT travel_calibrations_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE travel_calibrations IS 'One estimate of the travel time factors from driven legs, and how wrong it is.';

CREATE TABLE ledger_journals (
  id            uuid NOT NULL,
  cause         text NOT NULL,
  kind          text NOT NULL,
  actor_kind    text NOT NULL,
  actor_key     uuid NOT NULL,
  actor_version bigint NOT NULL,
  at            timestamptz NOT NULL,
  CONSTRAINT ledger_journals_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_journals_cause_key UNIQUE (cause),
  CONSTRAINT ledger_journals_kind_check CHECK (kind = ANY (ARRAY['COLLECTION'::text, 'COMPLETION'::text, 'HAND_IN'::text, 'REVERSAL'::text, 'PAYOUT'::text]))
);
COMMENT ON TABLE ledger_journals IS 'One event in the cash ledger, whose entries sum to zero. Append-only.';
CREATE INDEX ledger_journals_at ON ledger_journals (at, id);
CREATE INDEX ledger_journals_cash ON ledger_journals (at) WHERE kind = ANY (ARRAY['HAND_IN'::text, 'REVERSAL'::text]);
CREATE TRIGGER ledger_journals_append_only BEFORE DELETE OR UPDATE ON ledger_journals FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION guard_journal_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  total numeric;
BEGIN
  SELECT sum(amount) INTO total FROM ledger_entries WHERE journal_id = NEW.journal_id;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'journal % sums to %, not zero', NEW.journal_id, total USING ERRCODE = 'WA005';
  END IF;
  RETURN NULL;
END $function$;

CREATE TABLE ledger_entries (
  journal_id uuid NOT NULL,
  line       integer NOT NULL,
  account    text NOT NULL,
  amount     numeric(12,2) NOT NULL,
  task_id    uuid,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (journal_id, line),
  CONSTRAINT ledger_entries_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  CONSTRAINT ledger_entries_amount_check CHECK (amount <> 0::numeric)
);
COMMENT ON TABLE ledger_entries IS 'A line of a journal: an amount on one account. Append-only.';
CREATE INDEX ledger_entries_account ON ledger_entries (account);
CREATE INDEX ledger_entries_task ON ledger_entries (task_id) WHERE task_id IS NOT NULL;
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_journal_balance();

CREATE TABLE settlements (
  id             uuid NOT NULL,
  driver_id      uuid NOT NULL,
  status         text NOT NULL,
  expected       numeric(12,2) NOT NULL,
  counted        numeric(12,2) NOT NULL,
  difference     numeric(12,2) NOT NULL,
  receipt_number text,
  note           text,
  created_by     uuid NOT NULL,
  approved_by    uuid,
  created_at     timestamptz NOT NULL,
  closed_at      timestamptz,
  actor_version  bigint NOT NULL,
  denominations  jsonb,
  CONSTRAINT settlements_pkey PRIMARY KEY (id),
  CONSTRAINT settlements_receipt_number_key UNIQUE (receipt_number),
  CONSTRAINT settlements_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT settlements_check CHECK (difference = (counted - expected)),
  CONSTRAINT settlements_counted_check CHECK (counted >= 0::numeric),
  CONSTRAINT settlements_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'PENDING_APPROVAL'::text, 'CLOSED'::text]))
);
COMMENT ON TABLE settlements IS 'A driver''s handing in of cash to a dispatcher; mirror of the driver actor.';
CREATE INDEX settlements_created ON settlements (created_at DESC, id DESC);
CREATE INDEX settlements_driver ON settlements (driver_id, id DESC);
CREATE UNIQUE INDEX settlements_one_open ON settlements (driver_id) WHERE status <> 'CLOSED'::text;

CREATE FUNCTION guard_reversed_collection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at THEN
    RAISE EXCEPTION 'collection % is reversed for good', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

CREATE FUNCTION guard_settled_collection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.settlement_id IS NOT NULL AND NEW.settlement_id IS DISTINCT FROM OLD.settlement_id THEN
    RAISE EXCEPTION 'collection % is settled by %', OLD.id, OLD.settlement_id USING ERRCODE = '23001';
  END IF;
  IF NEW.amount <> OLD.amount OR NEW.driver_id <> OLD.driver_id OR NEW.task_id <> OLD.task_id THEN
    RAISE EXCEPTION 'collection % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $function$;

CREATE TABLE driver_collections (
  id            uuid NOT NULL,
  driver_id     uuid NOT NULL,
  task_id       uuid NOT NULL,
  order_id      uuid NOT NULL,
  group_id      uuid NOT NULL,
  amount        numeric(12,2) NOT NULL,
  recorded_at   timestamptz NOT NULL,
  settlement_id uuid,
  actor_version bigint NOT NULL,
  number        integer NOT NULL DEFAULT 1,
  reversed_at   timestamptz,
  CONSTRAINT driver_collections_pkey PRIMARY KEY (id),
  CONSTRAINT driver_collections_numbered UNIQUE (task_id, number),
  CONSTRAINT driver_collections_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT driver_collections_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  CONSTRAINT driver_collections_task_id_fkey FOREIGN KEY (task_id) REFERENCES delivery_tasks(id),
  CONSTRAINT driver_collections_amount_check CHECK (amount > 0::numeric),
  CONSTRAINT driver_collections_number_check CHECK (number >= 1),
  CONSTRAINT settled_cash_is_not_reversed CHECK (settlement_id IS NULL OR reversed_at IS NULL)
);
COMMENT ON TABLE driver_collections IS 'Cash that a driver took at a door, and the settlement with which it was handed in; mirror of the driver actor.';
CREATE UNIQUE INDEX driver_collections_one_counts ON driver_collections (task_id) WHERE reversed_at IS NULL;
CREATE INDEX driver_collections_open ON driver_collections (driver_id) WHERE settlement_id IS NULL AND reversed_at IS NULL;
CREATE INDEX driver_collections_recorded ON driver_collections (recorded_at);
CREATE INDEX driver_collections_reversed ON driver_collections (driver_id, actor_version DESC) WHERE reversed_at IS NOT NULL;
CREATE TRIGGER driver_collections_reversed_once BEFORE UPDATE ON driver_collections FOR EACH ROW EXECUTE FUNCTION guard_reversed_collection();
CREATE TRIGGER driver_collections_settled_once BEFORE UPDATE ON driver_collections FOR EACH ROW EXECUTE FUNCTION guard_settled_collection();

CREATE FUNCTION guard_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  paid record;
  posted numeric;
  balance numeric;
BEGIN
  SELECT count(*) AS groups, coalesce(sum(g.amount), 0) AS amount INTO paid
    FROM payout_groups g WHERE g.payout_id = NEW.id;
  SELECT sum(e.amount) INTO posted
    FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
   WHERE j.cause = 'payout:' || NEW.id AND e.account = 'seller:' || NEW.seller_id;
  SELECT sum(amount) INTO balance FROM ledger_entries WHERE account = 'seller:' || NEW.seller_id;
  IF paid.groups <> NEW.group_count OR paid.amount <> NEW.amount OR posted IS DISTINCT FROM NEW.amount OR balance > 0 THEN
    RAISE EXCEPTION 'payout % does not add up', NEW.id USING ERRCODE = 'WA005';
  END IF;
  RETURN NULL;
END $function$;

CREATE TABLE payouts (
  id              uuid NOT NULL,
  number          text NOT NULL,
  seller_id       uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  amount          numeric(12,2) NOT NULL,
  group_count     integer NOT NULL,
  created_by      uuid NOT NULL,
  created_at      timestamptz NOT NULL,
  bank_reference  text,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_number_key UNIQUE (number),
  CONSTRAINT payouts_seller_id_id_key UNIQUE (seller_id, id),
  CONSTRAINT payouts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES seller_bank_accounts(id),
  CONSTRAINT payouts_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT payouts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT payouts_amount_check CHECK (amount > 0::numeric),
  CONSTRAINT payouts_bank_reference_check CHECK (bank_reference ~ '^[A-Za-z0-9 /?:().,''+-]{1,35}$'::text),
  CONSTRAINT payouts_group_count_check CHECK (group_count > 0)
);
COMMENT ON TABLE payouts IS 'Money that went to a seller''s bank, for the groups that name it. Append-only.';
COMMENT ON COLUMN payouts.bank_reference IS 'By which the bank names the transfer; null where who made the payout gave none.';
CREATE CONSTRAINT TRIGGER payouts_add_up AFTER INSERT ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_payout();
CREATE TRIGGER payouts_append_only BEFORE DELETE OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION guard_payout_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.payout_id IS NULL
     AND (NEW.group_id, NEW.seller_id, NEW.amount, NEW.delivered_at)
         = (OLD.group_id, OLD.seller_id, OLD.amount, OLD.delivered_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'group % is listed by its settlement and paid out once',
    CASE TG_OP WHEN 'INSERT' THEN NEW.group_id ELSE OLD.group_id END USING ERRCODE = '23001';
END $function$;

CREATE TABLE payout_groups (
  group_id     uuid NOT NULL,
  seller_id    uuid NOT NULL,
  amount       numeric(12,2) NOT NULL,
  delivered_at timestamptz NOT NULL,
  payout_id    uuid,
  CONSTRAINT payout_groups_pkey PRIMARY KEY (group_id),
  CONSTRAINT payout_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES order_groups(id),
  CONSTRAINT payout_groups_seller_id_payout_id_fkey FOREIGN KEY (seller_id, payout_id) REFERENCES payouts(seller_id, id)
);
COMMENT ON TABLE payout_groups IS 'A delivered group whose cash is settled: payable to its seller until a payout pays it, once.';
CREATE INDEX payout_groups_payable ON payout_groups (seller_id, group_id) WHERE payout_id IS NULL;
CREATE INDEX payout_groups_payout ON payout_groups (payout_id) WHERE payout_id IS NOT NULL;
CREATE TRIGGER payout_groups_paid_once BEFORE INSERT OR DELETE OR UPDATE ON payout_groups FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION guard_payout_group();

CREATE FUNCTION guard_unresolved_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'alert % is not resolved', OLD.id USING ERRCODE = '23001';
END $function$;

CREATE TABLE alerts (
  id               uuid NOT NULL,
  kind             text NOT NULL,
  severity         text NOT NULL,
  dedupe_key       text NOT NULL,
  subject_type     text NOT NULL,
  subject_id       text NOT NULL,
  message_en       text NOT NULL,
  message_ar       text NOT NULL,
  data             jsonb NOT NULL DEFAULT '{}'::jsonb,
  status           text NOT NULL,
  raised_at        timestamptz NOT NULL,
  acknowledged_at  timestamptz,
  acknowledged_by  uuid,
  resolved_at      timestamptz,
  resolved_by      uuid,
  note             text,
  version          integer NOT NULL DEFAULT 1,
  count            integer NOT NULL DEFAULT 1,
  last_seen_at     timestamptz NOT NULL,
  last_word        uuid,
  escalated_at     timestamptz,
  acknowledge_note text,
  cause_ended_at   timestamptz,
  subject_count    integer NOT NULL DEFAULT 1,
  CONSTRAINT alerts_pkey PRIMARY KEY (id),
  CONSTRAINT alerts_severity_check CHECK (severity = ANY (ARRAY['INFO'::text, 'WARNING'::text, 'CRITICAL'::text])),
  CONSTRAINT alerts_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text]))
);
COMMENT ON TABLE alerts IS 'Something that dispatchers should look at; raised once and then kept up to date in place.';
COMMENT ON COLUMN alerts.subject_count IS 'How many tasks, drivers or other things it is about.';
CREATE INDEX alerts_held_down ON alerts (kind, resolved_at) WHERE resolved_by IS NOT NULL AND cause_ended_at IS NULL;
CREATE INDEX alerts_key ON alerts (dedupe_key);
CREATE INDEX alerts_kind ON alerts (kind, raised_at DESC, id DESC);
CREATE UNIQUE INDEX alerts_one_open ON alerts (dedupe_key) WHERE status <> 'RESOLVED'::text;
CREATE INDEX alerts_recently_ended ON alerts (dedupe_key, resolved_at DESC) WHERE status = 'RESOLVED'::text;
CREATE INDEX alerts_resolved ON alerts (resolved_at, id) WHERE resolved_at IS NOT NULL;
CREATE INDEX alerts_status ON alerts (status, raised_at DESC, id DESC);
CREATE INDEX alerts_subject ON alerts (subject_type, subject_id, raised_at DESC, id DESC);
CREATE INDEX alerts_time ON alerts (raised_at DESC, id DESC);
CREATE INDEX alerts_unresolved ON alerts (kind, status) WHERE status <> 'RESOLVED'::text;
CREATE TRIGGER alerts_end_before_they_go BEFORE DELETE ON alerts FOR EACH ROW WHEN (old.status <> 'RESOLVED'::text) EXECUTE FUNCTION guard_unresolved_alert();

CREATE FUNCTION guard_alert_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  words CONSTANT text[] := '{message_en,message_ar,note}';
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('wasl.erasing', true) = 'on'
     AND to_jsonb(NEW) - words = to_jsonb(OLD) - words THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM alerts WHERE id = OLD.alert_id) THEN
    RAISE EXCEPTION 'the history of alert % is append-only', OLD.alert_id USING ERRCODE = '23001';
  END IF;
  RETURN OLD;
END $function$;

CREATE TABLE alert_changes (
  alert_id   uuid NOT NULL,
  version    integer NOT NULL,
  change     text NOT NULL,
  status     text NOT NULL,
  severity   text NOT NULL,
  message_en text NOT NULL,
  message_ar text NOT NULL,
  at         timestamptz NOT NULL,
  account_id uuid,
  note       text,
  request_id text,
  CONSTRAINT alert_changes_pkey PRIMARY KEY (alert_id, version),
  CONSTRAINT alert_changes_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  CONSTRAINT alert_changes_change_check CHECK (change = ANY (ARRAY['RAISED'::text, 'UPDATED'::text, 'ESCALATED'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text, 'REOPENED'::text]))
);
COMMENT ON TABLE alert_changes IS 'What happened to an alert, one row per version. Append-only, until the alert is purged.';
CREATE TRIGGER alert_changes_append_only BEFORE DELETE OR UPDATE ON alert_changes FOR EACH ROW EXECUTE FUNCTION guard_alert_change();

CREATE TABLE notifications (
  id               uuid NOT NULL,
  event_key        text NOT NULL,
  account_id       uuid,
  kind             text NOT NULL,
  title_en         text NOT NULL,
  title_ar         text NOT NULL,
  body_en          text NOT NULL,
  body_ar          text NOT NULL,
  data             jsonb NOT NULL DEFAULT '{}'::jsonb,
  sealed           bytea,
  sealed_for       uuid,
  sealed_until     timestamptz,
  source_version   bigint NOT NULL,
  created_at       timestamptz NOT NULL,
  read_at          timestamptz,
  recipient_email  text,
  recipient_phone  text,
  recipient_locale text,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_check CHECK (sealed IS NULL OR sealed_for IS NOT NULL AND sealed_until IS NOT NULL),
  CONSTRAINT notifications_one_recipient CHECK (num_nonnulls(account_id, recipient_email, recipient_phone) = 1),
  CONSTRAINT notifications_recipient_locale_check CHECK (recipient_locale = ANY (ARRAY['en'::text, 'ar'::text]))
);
COMMENT ON TABLE notifications IS 'A message about one event to one recipient.';
CREATE INDEX notifications_account ON notifications (account_id, created_at DESC, id DESC);
CREATE INDEX notifications_sealed ON notifications (sealed_for) WHERE sealed IS NOT NULL;
CREATE INDEX notifications_time ON notifications (created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (account_id) WHERE read_at IS NULL;

CREATE TABLE notification_deliveries (
  notification_id uuid NOT NULL,
  channel         text NOT NULL,
  status          text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  release_at      timestamptz,
  provider_ref    text,
  updated_at      timestamptz NOT NULL DEFAULT now(),
  urgency         smallint NOT NULL DEFAULT 1,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  claimed_until   timestamptz,
  last_error      text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notification_deliveries_pkey PRIMARY KEY (notification_id, channel),
  CONSTRAINT notification_deliveries_channel_check CHECK (channel = ANY (ARRAY['EMAIL'::text, 'SMS'::text, 'PUSH'::text])),
  CONSTRAINT notification_deliveries_check1 CHECK (status <> 'SENT'::text OR provider_ref IS NOT NULL),
  CONSTRAINT notification_deliveries_status_check CHECK (status = ANY (ARRAY['QUEUED'::text, 'SENDING'::text, 'SENT'::text, 'FAILED'::text, 'HELD'::text, 'SUPPRESSED'::text, 'EXPIRED'::text])),
  CONSTRAINT notification_deliveries_urgency_check CHECK (urgency >= 0 AND urgency <= 2)
);
COMMENT ON TABLE notification_deliveries IS 'The delivery of a notification on one channel that needs a sender.';
CREATE INDEX notification_deliveries_failed ON notification_deliveries (notification_id) WHERE status = 'FAILED'::text;
CREATE INDEX notification_deliveries_held ON notification_deliveries (release_at) WHERE status = 'HELD'::text;
CREATE INDEX notification_deliveries_queue ON notification_deliveries (channel, urgency, next_attempt_at, notification_id) WHERE status = 'QUEUED'::text;
CREATE INDEX notification_deliveries_sending ON notification_deliveries (channel, updated_at) WHERE status = 'SENDING'::text;

CREATE TABLE task_journeys (
  task_id         uuid NOT NULL,
  completed_at    timestamptz NOT NULL,
  driver_id       uuid,
  zone_id         uuid,
  on_time         boolean NOT NULL,
  on_promised_day boolean NOT NULL,
  taken_at        timestamptz,
  accept_s        real,
  pack_s          real,
  ready_s         real,
  assign_s        real,
  take_s          real,
  pick_up_s       real,
  deliver_s       real,
  total_s         real,
  CONSTRAINT task_journeys_pkey PRIMARY KEY (task_id)
);
COMMENT ON TABLE task_journeys IS 'How long each step of a completed task took, and whether it was on time.';
CREATE INDEX task_journeys_completed ON task_journeys (completed_at, task_id);

CREATE TABLE breadcrumbs (
  driver_id uuid NOT NULL,
  at        timestamptz NOT NULL,
  sequence  bigint NOT NULL,
  latitude  double precision NOT NULL,
  longitude double precision NOT NULL,
  accuracy  real NOT NULL,
  speed     real,
  heading   real,
  late      boolean NOT NULL,
  CONSTRAINT breadcrumbs_pkey PRIMARY KEY (driver_id, at, sequence)
) PARTITION BY RANGE (at);
COMMENT ON TABLE breadcrumbs IS 'A sampled position of a driver, for replay; a partition per UTC day of measurement, dropped after 30 days.';

CREATE TABLE breadcrumbs_default PARTITION OF breadcrumbs DEFAULT;
COMMENT ON TABLE breadcrumbs_default IS 'Positions of a day whose partition was not made in time; empty in normal operation.';

CREATE TABLE presence_changes (
  driver_id uuid NOT NULL,
  since     timestamptz NOT NULL,
  presence  text NOT NULL,
  CONSTRAINT presence_changes_pkey PRIMARY KEY (driver_id, since, presence),
  CONSTRAINT presence_changes_presence_check CHECK (presence = ANY (ARRAY['ONLINE'::text, 'STALE'::text, 'OFFLINE'::text]))
);
COMMENT ON TABLE presence_changes IS 'From when a driver had this presence.';
CREATE INDEX presence_changes_time ON presence_changes (since);

CREATE TABLE recorded_since (
  what  text NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT recorded_since_pkey PRIMARY KEY (what)
);
COMMENT ON TABLE recorded_since IS 'Since when something has been recorded: before, it is unknown, and not absent.';

CREATE TABLE push_subscriptions (
  id         uuid NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint   text NOT NULL,
  p256dh     bytea NOT NULL,
  auth       bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  renewed_at timestamptz NOT NULL DEFAULT now(),
  reached_at timestamptz,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_auth_check CHECK (length(auth) = 16),
  CONSTRAINT push_subscriptions_endpoint_check CHECK (length(endpoint) <= 1024),
  CONSTRAINT push_subscriptions_p256dh_check CHECK (length(p256dh) = 65)
);
COMMENT ON TABLE push_subscriptions IS 'A device that takes push messages.';
CREATE INDEX push_subscriptions_account ON push_subscriptions (account_id, id DESC);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

CREATE TABLE device_tokens (
  id         uuid NOT NULL,
  session_id uuid NOT NULL,
  purpose    text NOT NULL,
  token_hash bytea NOT NULL,
  name       text,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at    timestamptz,
  CONSTRAINT device_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT device_tokens_session_id_purpose_key UNIQUE (session_id, purpose),
  CONSTRAINT device_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT device_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT device_tokens_purpose_check CHECK (purpose = ANY (ARRAY['POSITIONS'::text, 'NOTIFICATIONS'::text]))
);
COMMENT ON TABLE device_tokens IS 'What an app that runs without a page may do in its session: one purpose. It ends with the session.';

CREATE TABLE notification_preferences (
  account_id   uuid NOT NULL,
  switched_off text[] NOT NULL DEFAULT '{}'::text[],
  quiet_from   time without time zone,
  quiet_until  time without time zone,
  quiet_zone   text,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (account_id),
  CONSTRAINT notification_preferences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT notification_preferences_check CHECK (num_nonnulls(quiet_from, quiet_until, quiet_zone) = ANY (ARRAY[0, 3])),
  CONSTRAINT notification_preferences_check1 CHECK (quiet_from <> quiet_until),
  CONSTRAINT notification_preferences_quiet_zone_check CHECK (quiet_zone IS NULL OR ('2000-01-01 00:00:00+00'::timestamp with time zone AT TIME ZONE quiet_zone) IS NOT NULL)
);
COMMENT ON TABLE notification_preferences IS 'What an account does not want to be sent, and its quiet hours. No row: it wants everything, at any hour.';

CREATE TABLE one_time_codes (
  id          uuid NOT NULL,
  purpose     text NOT NULL,
  address_key bytea NOT NULL,
  account_id  uuid,
  code_hash   bytea NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  CONSTRAINT one_time_codes_pkey PRIMARY KEY (id),
  CONSTRAINT one_time_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT one_time_codes_check CHECK (purpose = 'SIGN_IN'::text OR account_id IS NOT NULL),
  CONSTRAINT one_time_codes_purpose_check CHECK (purpose = ANY (ARRAY['SIGN_IN'::text, 'EMAIL'::text, 'PHONE'::text, 'PASSWORD_RESET'::text]))
);
COMMENT ON TABLE one_time_codes IS 'A code that was sent to an e-mail address or a phone, or the token of a link that sets a new password.';
CREATE INDEX one_time_codes_account ON one_time_codes (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at);
CREATE INDEX one_time_codes_hash ON one_time_codes (code_hash) WHERE purpose = 'PASSWORD_RESET'::text AND ended_at IS NULL;
CREATE INDEX one_time_codes_live ON one_time_codes (address_key) WHERE ended_at IS NULL;

CREATE TABLE code_guards (
  address_key bytea NOT NULL,
  paid_until  timestamptz NOT NULL DEFAULT now(),
  wrong       integer NOT NULL DEFAULT 0,
  wrong_since timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT code_guards_pkey PRIMARY KEY (address_key)
);
COMMENT ON TABLE code_guards IS 'How often codes were asked for and guessed at one address, whether or not it has an account.';
CREATE INDEX code_guards_idle ON code_guards (updated_at);

CREATE TABLE account_closures (
  account_id   uuid NOT NULL,
  closed_at    timestamptz NOT NULL DEFAULT now(),
  next_pass_at timestamptz,
  passes       integer NOT NULL DEFAULT 1,
  CONSTRAINT account_closures_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_closures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE account_closures IS 'An account that its owner has closed, and when it is looked through again.';
CREATE INDEX account_closures_due ON account_closures (next_pass_at) WHERE next_pass_at IS NOT NULL;

CREATE TABLE invoice_buyers (
  order_id uuid NOT NULL,
  address  jsonb NOT NULL,
  CONSTRAINT invoice_buyers_pkey PRIMARY KEY (order_id),
  CONSTRAINT invoice_buyers_order_id_fkey FOREIGN KEY (order_id) REFERENCES invoices(order_id)
);
COMMENT ON TABLE invoice_buyers IS 'The buyer named by an invoice whose account has been closed: the law keeps invoices. Append-only.';
CREATE TRIGGER invoice_buyers_append_only BEFORE DELETE OR UPDATE ON invoice_buyers FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE alert_subjects (
  alert_id     uuid NOT NULL,
  key          text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  data         jsonb NOT NULL DEFAULT '{}'::jsonb,
  since        timestamptz NOT NULL,
  word         uuid,
  ended_at     timestamptz,
  CONSTRAINT alert_subjects_pkey PRIMARY KEY (alert_id, key),
  CONSTRAINT alert_subjects_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE
);
COMMENT ON TABLE alert_subjects IS 'What an alert that gathers many is about; what it no longer concerns has ended.';
CREATE UNIQUE INDEX alert_subjects_one_alert ON alert_subjects (key) WHERE ended_at IS NULL;
CREATE INDEX alert_subjects_subject ON alert_subjects (subject_type, subject_id);

CREATE TABLE seller_imports (
  id         uuid NOT NULL,
  seller_id  uuid NOT NULL,
  account_id uuid NOT NULL,
  kind       text NOT NULL,
  status     text NOT NULL DEFAULT 'CHECKING'::text,
  columns    text[] NOT NULL,
  ignored    text[] NOT NULL,
  rows       integer NOT NULL,
  pending    integer NOT NULL,
  to_apply   integer NOT NULL DEFAULT 0,
  unchanged  integer NOT NULL DEFAULT 0,
  applied    integer NOT NULL DEFAULT 0,
  faulty     integer NOT NULL DEFAULT 0,
  failures   integer NOT NULL DEFAULT 0,
  reason     text,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT seller_imports_pkey PRIMARY KEY (id),
  CONSTRAINT seller_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT seller_imports_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT seller_imports_applied_check CHECK (applied >= 0),
  CONSTRAINT seller_imports_check CHECK ((pending + to_apply + unchanged + applied + faulty) = rows),
  CONSTRAINT seller_imports_faulty_check CHECK (faulty >= 0),
  CONSTRAINT seller_imports_kind_check CHECK (kind = ANY (ARRAY['PRODUCTS'::text, 'OFFERS'::text, 'STOCK'::text])),
  CONSTRAINT seller_imports_pending_check CHECK (pending >= 0),
  CONSTRAINT seller_imports_rows_check CHECK (rows > 0),
  CONSTRAINT seller_imports_status_check CHECK (status = ANY (ARRAY['CHECKING'::text, 'CHECKED'::text, 'APPLYING'::text, 'DONE'::text, 'STOPPED'::text, 'FAILED'::text])),
  CONSTRAINT seller_imports_to_apply_check CHECK (to_apply >= 0),
  CONSTRAINT seller_imports_unchanged_check CHECK (unchanged >= 0)
);
COMMENT ON TABLE seller_imports IS 'A file of a seller: checked row by row, applied on request, both in chunks of which each happens once. Deleted after 30 days.';
CREATE INDEX seller_imports_age ON seller_imports (changed_at);
CREATE INDEX seller_imports_due ON seller_imports (changed_at) WHERE status = ANY (ARRAY['CHECKING'::text, 'APPLYING'::text]);
CREATE UNIQUE INDEX seller_imports_running ON seller_imports (seller_id, kind) WHERE status = ANY (ARRAY['CHECKING'::text, 'APPLYING'::text]);
CREATE INDEX seller_imports_seller ON seller_imports (seller_id, id DESC);

CREATE TABLE seller_import_rows (
  import_id uuid NOT NULL,
  "row"     integer NOT NULL,
  unit      integer NOT NULL,
  cells     text[] NOT NULL,
  status    text NOT NULL DEFAULT 'PENDING'::text,
  faults    jsonb NOT NULL DEFAULT '[]'::jsonb,
  notes     jsonb NOT NULL DEFAULT '[]'::jsonb,
  changes   jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT seller_import_rows_pkey PRIMARY KEY (import_id, "row"),
  CONSTRAINT seller_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES seller_imports(id) ON DELETE CASCADE,
  CONSTRAINT seller_import_rows_row_check CHECK ("row" > 1),
  CONSTRAINT seller_import_rows_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'TO_APPLY'::text, 'UNCHANGED'::text, 'APPLIED'::text, 'FAULTY'::text])),
  CONSTRAINT seller_import_rows_unit_check CHECK (unit >= 0)
);
COMMENT ON TABLE seller_import_rows IS 'A row of a seller''s file, with what is wrong with it and what it changes.';
CREATE INDEX seller_import_rows_status ON seller_import_rows (import_id, status, unit);
CREATE INDEX seller_import_rows_unit ON seller_import_rows (import_id, unit);

CREATE TABLE seller_invoice_years (
  seller_id   uuid NOT NULL,
  year        integer NOT NULL,
  last_number integer NOT NULL,
  CONSTRAINT seller_invoice_years_pkey PRIMARY KEY (seller_id, year),
  CONSTRAINT seller_invoice_years_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT seller_invoice_years_last_number_check CHECK (last_number >= 0)
);
COMMENT ON TABLE seller_invoice_years IS 'The number of the last invoice that a seller gave in a year.';

CREATE TABLE seller_invoices (
  group_id   uuid NOT NULL,
  seller_id  uuid NOT NULL,
  number     text NOT NULL,
  issued_at  timestamptz NOT NULL,
  buyer_name text NOT NULL,
  document   jsonb NOT NULL,
  CONSTRAINT seller_invoices_pkey PRIMARY KEY (group_id),
  CONSTRAINT seller_invoices_seller_id_number_key UNIQUE (seller_id, number),
  CONSTRAINT seller_invoices_group_id_fkey FOREIGN KEY (group_id) REFERENCES order_groups(id),
  CONSTRAINT seller_invoices_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id)
);
COMMENT ON TABLE seller_invoices IS 'A seller''s invoice of an order group, numbered and kept when it is first requested. Append-only.';
CREATE TRIGGER seller_invoices_append_only BEFORE DELETE OR UPDATE ON seller_invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE shelf_views (
  id         uuid NOT NULL,
  seller_id  uuid NOT NULL,
  name       text NOT NULL,
  filter     jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shelf_views_pkey PRIMARY KEY (id),
  CONSTRAINT shelf_views_seller_id_name_key UNIQUE (seller_id, name),
  CONSTRAINT shelf_views_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT shelf_views_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
COMMENT ON TABLE shelf_views IS 'Filters of a shop''s list of products under a name, for all of its people.';
COMMENT ON COLUMN shelf_views.filter IS 'ShelfViewFilter of the contract.';

CREATE TABLE clock_faults (
  process text NOT NULL,
  skew_ms bigint NOT NULL,
  seen_at timestamptz NOT NULL,
  CONSTRAINT clock_faults_pkey PRIMARY KEY (process)
);
COMMENT ON TABLE clock_faults IS 'A process that has taken itself out of service because its clock is wrong; deleted when it agrees again.';
COMMENT ON COLUMN clock_faults.skew_ms IS 'How far the process is ahead of the database.';
COMMENT ON COLUMN clock_faults.seen_at IS 'When it was last compared, by the database''s clock.';

CREATE TABLE sealed_keys (
  name      text NOT NULL,
  sealed    bytea,
  sealed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sealed_keys_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE sealed_keys IS 'A key that belongs to the installation, sealed with the application secret.';
COMMENT ON COLUMN sealed_keys.sealed IS 'Null until the first start after an upgrade: the key is then the application secret itself, with which everything was hashed before.';
COMMENT ON COLUMN sealed_keys.sealed_at IS 'When the present application secret sealed it.';

CREATE TABLE backup_runs (
  name       text NOT NULL,
  done_at    timestamptz,
  details    jsonb NOT NULL DEFAULT '{}'::jsonb,
  failed_at  timestamptz,
  last_error text,
  CONSTRAINT backup_runs_pkey PRIMARY KEY (name),
  CONSTRAINT backup_runs_name_check CHECK (name = ANY (ARRAY['base'::text, 'copies'::text, 'proof'::text]))
);
COMMENT ON TABLE backup_runs IS 'When a backup, the copying in between and the proof of a restore were last done; written by the commands of docs/backup.md.';
COMMENT ON COLUMN backup_runs.failed_at IS 'When it last failed, if that was after it was last done.';

CREATE TABLE owed_closures (
  account_id uuid NOT NULL,
  closed_at  timestamptz NOT NULL,
  obstacles  text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT owed_closures_pkey PRIMARY KEY (account_id),
  CONSTRAINT owed_closures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
COMMENT ON TABLE owed_closures IS 'An account that its owner had closed before the database was restored to an earlier time; the worker closes it again and deletes the row.';
COMMENT ON COLUMN owed_closures.obstacles IS 'What had to be settled first when it was last tried, as in the refusal of closing.';

CREATE TABLE schema_phases (
  release  integer NOT NULL,
  phase    text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  done_at  timestamptz,
  CONSTRAINT schema_phases_pkey PRIMARY KEY (release, phase),
  CONSTRAINT schema_phases_phase_check CHECK (phase = ANY (ARRAY['before'::text, 'after'::text])),
  CONSTRAINT schema_phases_release_check CHECK (release > 0)
);
COMMENT ON TABLE schema_phases IS 'A phase of a release that the schema has begun or gone through: processes decide by it whether they may run.';

CREATE TABLE backfills (
  name        text NOT NULL,
  last_key    text,
  done_rows   bigint NOT NULL DEFAULT 0,
  batches     bigint NOT NULL DEFAULT 0,
  begun_at    timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CONSTRAINT backfills_pkey PRIMARY KEY (name)
);
COMMENT ON TABLE backfills IS 'How far a backfill of a release is; each batch is written with its rows, so that it goes on where it was stopped.';

CREATE TABLE webhook_endpoints (
  id               uuid NOT NULL,
  seller_id        uuid,
  url              text NOT NULL,
  description      text NOT NULL DEFAULT ''::text,
  kinds            text[] NOT NULL,
  status           text NOT NULL DEFAULT 'ACTIVE'::text,
  disabled_because text,
  failures         integer NOT NULL DEFAULT 0,
  failing_since    timestamptz,
  rest_until       timestamptz,
  version          integer NOT NULL DEFAULT 1,
  created_by       uuid NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  removed_at       timestamptz,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT webhook_endpoints_check CHECK ((status = 'DISABLED'::text) = (disabled_because IS NOT NULL)),
  CONSTRAINT webhook_endpoints_description_check CHECK (length(description) <= 200),
  CONSTRAINT webhook_endpoints_disabled_because_check CHECK (disabled_because = ANY (ARRAY['GONE'::text, 'FAILING'::text])),
  CONSTRAINT webhook_endpoints_failures_check CHECK (failures >= 0),
  CONSTRAINT webhook_endpoints_kinds_check CHECK (cardinality(kinds) >= 1 AND cardinality(kinds) <= 40),
  CONSTRAINT webhook_endpoints_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'DISABLED'::text])),
  CONSTRAINT webhook_endpoints_url_check CHECK (length(url) <= 1024)
);
COMMENT ON TABLE webhook_endpoints IS 'An address at which a seller, or the platform, is told of events; kept after its removal until what was sent to it is deleted.';
COMMENT ON COLUMN webhook_endpoints.rest_until IS 'Nothing is sent before: several attempts in a row have failed.';
CREATE INDEX webhook_endpoints_seller ON webhook_endpoints (seller_id, id DESC) WHERE removed_at IS NULL;

CREATE TABLE webhook_secrets (
  id          uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  sealed      bytea NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT now(),
  ends_at     timestamptz,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);
COMMENT ON TABLE webhook_secrets IS 'A secret with which what is sent to an endpoint is signed; while a former one has not ended, both sign.';
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (endpoint_id) WHERE ends_at IS NULL;
CREATE INDEX webhook_secrets_endpoint ON webhook_secrets (endpoint_id);

CREATE TABLE webhook_messages (
  id              uuid NOT NULL,
  seller_id       uuid,
  kind            text NOT NULL,
  subject_id      uuid NOT NULL,
  subject_version bigint NOT NULL,
  body            text NOT NULL,
  happened_at     timestamptz NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhook_messages_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_messages_body_check CHECK (length(body) <= 8192)
);
COMMENT ON TABLE webhook_messages IS 'An event as it is told to endpoints, once for all of a seller''s, or of the platform''s. Only stored while there is an endpoint.';
COMMENT ON COLUMN webhook_messages.subject_id IS 'The order, driver or other record in whose sequence it is delivered, by subject_version.';
CREATE INDEX webhook_messages_age ON webhook_messages (created_at);
CREATE INDEX webhook_messages_owner ON webhook_messages (seller_id, happened_at, id);
CREATE INDEX webhook_messages_subject ON webhook_messages (subject_id, subject_version);

CREATE TABLE webhook_deliveries (
  endpoint_id     uuid NOT NULL,
  message_id      uuid NOT NULL,
  seq             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind            text NOT NULL,
  subject_id      uuid NOT NULL,
  subject_version bigint NOT NULL,
  status          text NOT NULL DEFAULT 'PENDING'::text,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  claim           uuid,
  claimed_until   timestamptz,
  settled_at      timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, message_id),
  CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id),
  CONSTRAINT webhook_deliveries_message_id_fkey FOREIGN KEY (message_id) REFERENCES webhook_messages(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text]))
) WITH (fillfactor=85);
COMMENT ON TABLE webhook_deliveries IS 'A message that an endpoint is to receive, or has received.';
COMMENT ON COLUMN webhook_deliveries.claim IS 'The sender that has it until claimed_until; a sender that has not settled it by then has died.';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, seq) WHERE status = 'PENDING'::text;
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id);
CREATE INDEX webhook_deliveries_shown ON webhook_deliveries (endpoint_id, seq DESC);
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (endpoint_id, subject_id, subject_version, seq) WHERE status = 'PENDING'::text;
CREATE INDEX webhook_deliveries_tests ON webhook_deliveries (endpoint_id) WHERE status = 'PENDING'::text AND kind = 'webhook.test'::text;

CREATE TABLE webhook_attempts (
  id          uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id  uuid NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  duration_ms integer NOT NULL,
  http_status integer,
  error       text,
  answer      text NOT NULL DEFAULT ''::text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_endpoint_id_message_id_fkey FOREIGN KEY (endpoint_id, message_id) REFERENCES webhook_deliveries(endpoint_id, message_id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_answer_check CHECK (length(answer) <= 1000),
  CONSTRAINT webhook_attempts_duration_ms_check CHECK (duration_ms >= 0),
  CONSTRAINT webhook_attempts_error_check CHECK (length(error) <= 300)
);
COMMENT ON TABLE webhook_attempts IS 'One request to an endpoint, with what it answered.';
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (endpoint_id, message_id, id DESC);

CREATE FUNCTION guard_api_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changing CONSTANT text[] := '{key_hash,hashed_at,used_at,used_from,revoked_at,revoked_by}';
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
     OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'an API key does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE TABLE api_keys (
  id             uuid NOT NULL,
  seller_id      uuid,
  name           text NOT NULL,
  hint           text NOT NULL,
  key_hash       bytea NOT NULL,
  hashed_at      timestamptz NOT NULL DEFAULT now(),
  scopes         text[] NOT NULL,
  address_ranges text[] NOT NULL DEFAULT '{}'::text[],
  created_by     uuid NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz,
  revoked_at     timestamptz,
  revoked_by     uuid,
  used_at        timestamptz,
  used_from      text,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES accounts(id),
  CONSTRAINT api_keys_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  CONSTRAINT api_keys_check CHECK (expires_at > created_at),
  CONSTRAINT api_keys_check1 CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CONSTRAINT api_keys_hint_check CHECK (length(hint) >= 1 AND length(hint) <= 20),
  CONSTRAINT api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0)
);
COMMENT ON TABLE api_keys IS 'What a machine shows to call the API for a seller, or for the platform if it has none.';
COMMENT ON COLUMN api_keys.hint IS 'The key''s first characters, by which its owner recognises it.';
COMMENT ON COLUMN api_keys.hashed_at IS 'When the hash was made: whether it needs a former hashing secret.';
COMMENT ON COLUMN api_keys.address_ranges IS 'CIDRs from which it is accepted; empty: from everywhere.';
COMMENT ON COLUMN api_keys.created_by IS 'Who was shown the key; it ends when this person may no longer make one.';
COMMENT ON COLUMN api_keys.used_at IS 'To ten minutes.';
CREATE INDEX api_keys_ended ON api_keys (LEAST(expires_at, revoked_at)) WHERE LEAST(expires_at, revoked_at) IS NOT NULL;
CREATE INDEX api_keys_seller ON api_keys (seller_id, id DESC);
CREATE TRIGGER api_keys_guard BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION guard_api_key();

CREATE TABLE webhook_stock (
  offer_id  uuid NOT NULL,
  available integer NOT NULL,
  version   bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT webhook_stock_pkey PRIMARY KEY (offer_id)
);
COMMENT ON TABLE webhook_stock IS 'The available units of an offer of which its seller''s webhooks were told last.';

CREATE TABLE webhook_stock_place (
  only_row  boolean NOT NULL DEFAULT true,
  next_xmin xid8 NOT NULL DEFAULT '0'::xid8,
  looked_at timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CONSTRAINT webhook_stock_place_pkey PRIMARY KEY (only_row),
  CONSTRAINT webhook_stock_place_only_row_check CHECK (only_row)
);
COMMENT ON TABLE webhook_stock_place IS 'Up to where catalogue_changes was read for webhooks: what transactions before next_xmin changed is told. The row is locked while it is read on.';

CREATE FUNCTION domain_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT date_trunc('milliseconds', coalesce(
    (SELECT domain_at + (now() - real_at) * rate FROM domain_clock ORDER BY id DESC LIMIT 1), now()))
$function$;

CREATE FUNCTION ensure_actor_command_partition(month date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  first date := date_trunc('month', month)::date;
  name text := 'actor_command_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF actor_command FOR VALUES FROM (%L) TO (%L)',
                   name, first, (first + interval '1 month')::date);
  END IF;
  RETURN name;
END $function$;

CREATE FUNCTION fold_letters(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT trim(
    regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(
        translate(
          regexp_replace(lower(normalize(given, NFKD)),
            '[\u0300-\u036f\u0610-\u061a\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2018\u2019\u02bc\u02bf'']',
            '', 'g'),
          'ٱةەہھۃىیېےکڪگپڤچژøđłı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
          'اهههههييييكككبفجزodli01234567890123456789'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '[^[:alnum:]]+', ' ', 'g'),
      '([0-9])([^0-9 ])', '\1 \2', 'g'),
      '([^0-9 ])([0-9])', '\1 \2', 'g'))
$function$;

CREATE FUNCTION fold_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT regexp_replace(fold_letters(given),
    '(^| )(?:ال(?=[ا-ي]{2})|(?:[وف](?:[بك]?ال|لل)|[بك]ال|لل)(?=[ا-ي]{3}))', '\1', 'g')
$function$;

CREATE FUNCTION search_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT concat_ws(' ', whole, (SELECT string_agg(pair.bare, ' ')
                                  FROM unnest(string_to_array(whole, ' '), string_to_array(bare, ' ')) pair (whole, bare)
                                 WHERE pair.whole <> pair.bare))
    FROM (SELECT fold_letters(given) AS whole, fold_text(given) AS bare) folded
$function$;

CREATE FUNCTION category_words(given uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE above AS (
    SELECT id, parent_id, name_en, name_ar FROM categories WHERE id = given
    UNION
    SELECT c.id, c.parent_id, c.name_en, c.name_ar FROM categories c JOIN above a ON c.id = a.parent_id
  )
  SELECT string_agg(name_en || ' ' || name_ar, ' ') FROM above
$function$;

CREATE FUNCTION refresh_product_search(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF cardinality(ids) IS NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('search-words', 0));
  INSERT INTO product_search (product_id)
  SELECT id FROM products WHERE id = ANY (ids) ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM product_search WHERE product_id = ANY (ids) ORDER BY product_id FOR UPDATE;
  WITH document AS (
    SELECT p.id, fold_text(p.title_en) AS title_en, fold_text(p.title_ar) AS title_ar,
           setweight(to_tsvector('simple', search_text(p.title_en || ' ' || p.title_ar)), 'A')
           || setweight(to_tsvector('simple', search_text(coalesce(
                (SELECT string_agg(concat_ws(' ', v.sku, v.name_en, v.name_ar,
                          (SELECT string_agg(o #>> '{}', ' ')
                             FROM jsonb_path_query(jsonb_build_array(v.options, v.option_texts), 'strict $.**') o
                            WHERE jsonb_typeof(o) = 'string')), ' ')
                   FROM variants v WHERE v.product_id = p.id), ''))), 'B')
           || setweight(to_tsvector('simple', search_text(concat_ws(' ', category_words(p.category_id),
                (SELECT string_agg(s.display_name_en || ' ' || s.display_name_ar, ' ')
                   FROM sellers s
                  WHERE s.status = 'ACTIVE'
                    AND s.id IN (SELECT o.seller_id FROM offers o JOIN variants v ON v.id = o.variant_id
                                  WHERE v.product_id = p.id AND o.active))))), 'C')
           || setweight(to_tsvector('simple',
                search_text(left(p.description_en, 4000) || ' ' || left(p.description_ar, 4000))), 'D') AS words
      FROM products p WHERE p.id = ANY (ids)
  )
  UPDATE product_search s
     SET title_en = d.title_en, title_ar = d.title_ar, words = d.words
    FROM document d
   WHERE d.id = s.product_id
     AND (s.title_en, s.title_ar, s.words) IS DISTINCT FROM (d.title_en, d.title_ar, d.words);
  INSERT INTO search_words (word)
  SELECT DISTINCT word
    FROM product_search s CROSS JOIN unnest(tsvector_to_array(s.words)) word
   WHERE s.product_id = ANY (ids) AND length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]'
     AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = word.word);
END $function$;

CREATE FUNCTION similar_words(given text)
 RETURNS text[]
 LANGUAGE sql
 STABLE STRICT
 SET "pg_trgm.similarity_threshold" TO '0.2'
AS $function$
  WITH asked AS (
    SELECT length(given) AS size, CASE WHEN length(given) < 6 THEN 1 ELSE 2 END AS reach,
           ARRAY(SELECT overlay(given PLACING reverse(substr(given, at, 2)) FROM at FOR 2)
                   FROM generate_series(1, length(given) - 1) at) AS swaps
     WHERE given !~ '[0-9]' AND length(given) BETWEEN 3 AND 40
  ), near AS (
    SELECT w.word, 1 AS distance FROM asked JOIN search_words w ON w.word = ANY (asked.swaps)
    UNION
    SELECT w.word, levenshtein_less_equal(w.word, given, 1)
      FROM asked JOIN search_words w ON asked.size < 6 AND length(w.word) BETWEEN asked.size - 1 AND asked.size + 1
    UNION
    SELECT w.word, levenshtein_less_equal(w.word, given, 2)
      FROM asked JOIN search_words w ON asked.size >= 6 AND w.word % given
  ), ranked AS (
    SELECT word, rank() OVER (ORDER BY distance) AS place FROM near, asked WHERE distance <= asked.reach
  )
  SELECT array_agg(word) FROM (SELECT DISTINCT word FROM ranked WHERE place = 1 ORDER BY word LIMIT 20) nearest
$function$;

CREATE FUNCTION search_forms(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT array_agg(DISTINCT form)
    FROM (SELECT given UNION ALL SELECT fold_text(given)
          UNION ALL SELECT regexp_replace(fold_text(given), '(?:ات|ين|ون|ان|يه|ه)$', '')
          UNION ALL SELECT regexp_replace(given, '(?:(?<=[a-z]{2}(?:s|x|z|ch|sh))es|(?<=[a-z]{3})s)$', '')
          UNION ALL SELECT regexp_replace(given, '(?<=[a-z]{2})ies$', 'y')) forms (form)
   WHERE form = given OR length(form) >= 3
$function$;

CREATE FUNCTION search_halves(given text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE STRICT
AS $function$
  SELECT string_agg(parted::text, ' | ')::tsquery
    FROM (SELECT (quote_literal(left(given, at)) || ' & ' || quote_literal(substr(given, at + 1)))::tsquery AS parted
            FROM generate_series(3, least(length(given), 40) - 3) at
           WHERE EXISTS (SELECT FROM search_words w WHERE w.word = left(given, at))
             AND EXISTS (SELECT FROM search_words w WHERE w.word = substr(given, at + 1))) halves
   WHERE EXISTS (SELECT FROM product_search s WHERE s.words @@ parted)
$function$;

CREATE FUNCTION search_query_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
DECLARE
  typed text[] := (string_to_array(fold_letters(query), ' '))[1:12];
BEGIN
  FOR at IN REVERSE cardinality(typed) - 1 .. 1 LOOP
    IF EXISTS (SELECT FROM search_words w WHERE w.word = typed[at] || typed[at + 1])
       AND NOT EXISTS (SELECT FROM product_search s
                        WHERE s.words @@ (quote_literal(typed[at]) || ' & ' || quote_literal(typed[at + 1]))::tsquery)
    THEN
      typed := typed[:at - 1] || (typed[at] || typed[at + 1]) || typed[at + 2:];
    END IF;
  END LOOP;
  RETURN typed;
END $function$;

CREATE FUNCTION highlight(title text, hits tsquery)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT jsonb_agg(jsonb_build_object('text', part[1], 'match', to_tsvector('simple', search_text(part[1])) @@ hits)
                   ORDER BY place)
    FROM regexp_matches(title,
      '[[:alnum:]\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670''\u2019]+|[^[:alnum:]\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670''\u2019]+',
      'g') WITH ORDINALITY pieces (part, place)
$function$;

CREATE FUNCTION ensure_breadcrumb_partition(day date)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  name text := 'breadcrumbs_' || to_char(day, 'YYYY_MM_DD');
  first timestamptz := day::timestamp AT TIME ZONE 'UTC';
  past timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE breadcrumbs INCLUDING ALL)', name);
    EXECUTE format('WITH caught AS (DELETE FROM breadcrumbs_default WHERE at >= %L AND at < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM caught', first, past, name);
    EXECUTE format('ALTER TABLE breadcrumbs ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, past);
  END IF;
  RETURN name;
END $function$;

CREATE FUNCTION drop_breadcrumbs_before(day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  old text;
  dropped integer := 0;
BEGIN
  FOR old IN
    SELECT child.relname FROM pg_inherits
      JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'breadcrumbs'::regclass
       AND child.relname ~ '^breadcrumbs_\d{4}_\d{2}_\d{2}$'
       AND child.relname < 'breadcrumbs_' || to_char(day, 'YYYY_MM_DD')
     ORDER BY child.relname
  LOOP
    EXECUTE format('DROP TABLE %I', old);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM breadcrumbs_default WHERE at < day::timestamp AT TIME ZONE 'UTC';
  RETURN dropped;
END $function$;

CREATE FUNCTION require_unchanged(unchanged boolean, what text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF unchanged THEN RETURN true; END IF;
  RAISE EXCEPTION '% changed meanwhile', what USING ERRCODE = '40001';
END $function$;

CREATE FUNCTION deterministic_id(VARIADIC parts text[])
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT (encode(set_byte(set_byte(SUBSTRING(hashed.h FROM 1 FOR 16), 6, ((get_byte(hashed.h, 6) & 15) | 128)), 8, ((get_byte(hashed.h, 8) & 63) | 128)), 'hex'::text))::uuid AS encode FROM (SELECT sha256(string_agg(convert_to(p.part, 'UTF8'::name), '\x00'::bytea ORDER BY p.n)) AS h FROM unnest(deterministic_id.parts) WITH ORDINALITY p(part, n)) hashed);

CREATE FUNCTION quiet_hours_end(at timestamp with time zone, starts time without time zone, ends time without time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (starts < ends) THEN CASE WHEN ((((at AT TIME ZONE zone))::time without time zone >= starts) AND (((at AT TIME ZONE zone))::time without time zone < ends)) THEN ((((at AT TIME ZONE zone))::date + ends) AT TIME ZONE zone) ELSE NULL::timestamp with time zone END WHEN (((at AT TIME ZONE zone))::time without time zone < ends) THEN ((((at AT TIME ZONE zone))::date + ends) AT TIME ZONE zone) WHEN (((at AT TIME ZONE zone))::time without time zone >= starts) THEN (((((at AT TIME ZONE zone))::date + 1) + ends) AT TIME ZONE zone) ELSE NULL::timestamp with time zone END;

CREATE FUNCTION coarse(degrees double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (round((degrees)::numeric, 2))::double precision;

CREATE FUNCTION at_door(latitude double precision, longitude double precision, doors double precision[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT EXISTS (SELECT FROM generate_series(1, cardinality(doors), 2) AS n (at)
                  WHERE abs(latitude - doors[at]) < 0.0002 AND abs(longitude - doors[at + 1]) < 0.0002)
$function$;

CREATE FUNCTION without_words(given text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (words IS NULL) THEN given ELSE regexp_replace(given, words, '—'::text, 'gi'::text) END;

CREATE FUNCTION without_person(doc jsonb, words text, doors double precision[], tasks text[], said text[] DEFAULT '{}'::text[], theirs boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  result jsonb := '{}';
  pair record;
  pins CONSTANT text[][] := '{{latitude,longitude},{lat,lng},{dropoffLat,dropoffLng},{dropoff_lat,dropoff_lng}}';
  names CONSTANT text[] := '{email,phone,displayName,fullName,contactName,name,recipientEmail,recipientPhone,vehiclePlate}';
  pin text[];
BEGIN
  CASE jsonb_typeof(doc)
    WHEN 'array' THEN
      RETURN coalesce((SELECT jsonb_agg(without_person(item, words, doors, tasks, said, theirs) ORDER BY place)
                         FROM jsonb_array_elements(doc) WITH ORDINALITY AS items (item, place)), '[]');
    WHEN 'string' THEN
      IF words IS NULL OR doc #>> '{}' ~ '^[A-Z][A-Z0-9_]*$' THEN RETURN doc; END IF;
      RETURN to_jsonb(without_words(doc #>> '{}', words));
    WHEN 'object' THEN
      IF doc ?| '{taskId,task_id}' THEN theirs := coalesce(doc ->> 'taskId', doc ->> 'task_id') = ANY (tasks); END IF;
      FOR pair IN SELECT * FROM jsonb_each(doc) LOOP
        result := result || jsonb_build_object(pair.key, CASE
          WHEN pair.key = ANY (said) AND jsonb_typeof(pair.value) = 'string'
               AND pair.value #>> '{}' !~ '^[A-Z][A-Z0-9_]*$' THEN to_jsonb('—'::text)
          WHEN pair.key = ANY (names) AND jsonb_typeof(pair.value) = 'string'
            THEN to_jsonb(without_words(pair.value #>> '{}', words))
          ELSE without_person(pair.value, words, doors, tasks, said, CASE
            WHEN pair.key IN ('origin', 'left') THEN true WHEN pair.key = 'pickup' THEN false ELSE theirs END)
        END);
      END LOOP;
      IF theirs AND coalesce(doc ->> 'kind', '') <> 'PICKUP' THEN
        FOREACH pin SLICE 1 IN ARRAY pins LOOP
          IF jsonb_typeof(doc -> pin[1]) = 'number' AND jsonb_typeof(doc -> pin[2]) = 'number'
             AND at_door((doc ->> pin[1])::double precision, (doc ->> pin[2])::double precision, doors) THEN
            result := result || jsonb_build_object(pin[1], coarse((doc ->> pin[1])::double precision),
                                                   pin[2], coarse((doc ->> pin[2])::double precision));
          END IF;
        END LOOP;
      END IF;
      RETURN result;
    ELSE RETURN doc;
  END CASE;
END $function$;

CREATE FUNCTION search_plan(query text, OUT needs tsquery, OUT exact tsquery, OUT hits tsquery, OUT folded text, OUT meant jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  word text;
  forms tsquery;
  typed tsquery;
  marks tsquery;
  similar_ones text[];
  replaced boolean := false;
BEGIN
  folded := fold_text(query);
  meant := '[]';
  FOREACH word IN ARRAY search_query_words(query) LOOP
    SELECT string_agg(quote_literal(form) || CASE WHEN length(form) >= 3 AND form !~ '[0-9]' THEN ':*' ELSE '' END, ' | ')::tsquery
      INTO forms FROM unnest(search_forms(word)) form;
    typed := (quote_literal(word) || ' | ' || quote_literal(fold_text(word)))::tsquery;
    marks := forms;
    similar_ones := NULL;
    IF NOT EXISTS (SELECT FROM product_search s WHERE s.words @@ forms) THEN
      similar_ones := similar_words(fold_text(word));
      IF similar_ones IS NOT NULL THEN
        SELECT string_agg(quote_literal(near), ' | ')::tsquery INTO forms FROM unnest(similar_ones) near;
        replaced := true;
      ELSE
        forms := coalesce(search_halves(fold_text(word)), forms);
      END IF;
      -- Each half is marked by itself.
      marks := replace(forms::text, '&', '|')::tsquery;
      typed := marks;
    END IF;
    meant := meant || jsonb_build_array(similar_ones);
    needs := CASE WHEN needs IS NULL THEN forms ELSE needs && forms END;
    exact := CASE WHEN exact IS NULL THEN typed ELSE exact || typed END;
    hits := CASE WHEN hits IS NULL THEN marks ELSE hits || marks END;
  END LOOP;
  IF NOT replaced THEN meant := NULL; END IF;
END $function$;

CREATE FUNCTION search_spelling(meant jsonb, title jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT jsonb_agg(CASE WHEN jsonb_typeof(nearest) = 'array' THEN coalesce(
           (SELECT piece -> 'text' FROM jsonb_array_elements(title) WITH ORDINALITY pieces (piece, at)
             WHERE (piece ->> 'match')::boolean
               AND tsvector_to_array(to_tsvector('simple', search_text(piece ->> 'text')))
                   && ARRAY(SELECT jsonb_array_elements_text(nearest))
             ORDER BY at LIMIT 1),
           nearest -> 0) END ORDER BY place)
    FROM jsonb_array_elements(meant) WITH ORDINALITY words (nearest, place)
$function$;

CREATE VIEW shift_board AS
 SELECT p.id,
    p.driver_id,
    true AS planned,
    p.planned_start AS starts_at,
        CASE
            WHEN r.id IS NULL THEN p.status
            WHEN r.status = 'ENDED'::text THEN 'ENDED'::text
            ELSE 'STARTED'::text
        END AS status,
    p.planned_start,
    p.planned_end,
    p.breaks AS planned_breaks,
    p.reason,
    p.series_id,
    p.version,
    p.created_by,
    p.created_at,
    r.id AS run_id,
    r.status AS run_status,
    r.started_at,
    r.ended_at,
    r.breaks AS run_breaks
   FROM shift_plans p
     LEFT JOIN LATERAL ( SELECT shift_runs.id,
            shift_runs.driver_id,
            shift_runs.status,
            shift_runs.started_at,
            shift_runs.ended_at,
            shift_runs.breaks,
            shift_runs.actor_version,
            shift_runs.plan_id,
            shift_runs.planned_end
           FROM shift_runs
          WHERE shift_runs.plan_id = p.id
          ORDER BY shift_runs.started_at DESC
         LIMIT 1) r ON true
UNION ALL
 SELECT r.id,
    r.driver_id,
    false AS planned,
    r.started_at AS starts_at,
        CASE r.status
            WHEN 'ENDED'::text THEN 'ENDED'::text
            ELSE 'STARTED'::text
        END AS status,
    NULL::timestamp with time zone AS planned_start,
    NULL::timestamp with time zone AS planned_end,
    '[]'::jsonb AS planned_breaks,
    NULL::text AS reason,
    NULL::uuid AS series_id,
    NULL::integer AS version,
    NULL::uuid AS created_by,
    r.started_at AS created_at,
    r.id AS run_id,
    r.status AS run_status,
    r.started_at,
    r.ended_at,
    r.breaks AS run_breaks
   FROM shift_runs r
  WHERE r.plan_id IS NULL;
COMMENT ON VIEW shift_board IS 'A shift, planned or not: a plan with its newest run, or a run without a plan.';

CREATE VIEW order_line_allocations AS
 SELECT l.id AS line_id,
    r.offer_id,
    r.warehouse_id,
    r.quantity
   FROM order_lines l
     JOIN orders o ON o.id = l.order_id
     JOIN reservations r ON r.checkout_id = o.checkout_id AND r.offer_id = l.offer_id AND r.status = 'CONSUMED'::text;
COMMENT ON VIEW order_line_allocations IS 'From which warehouse units of a line were sold, which is where they go back to when it is cancelled.';

CREATE VIEW described_offers AS
 SELECT o.id,
    o.variant_id,
    v.product_id,
    o.seller_id,
    v.sku,
    p.title_en,
    p.title_ar,
    v.name_en AS variant_name_en,
    v.name_ar AS variant_name_ar,
    v.options,
    v.option_texts,
    p.digital,
    s.display_name_en AS seller_name_en,
    s.display_name_ar AS seller_name_ar,
    o.price,
    o.active AND s.status = 'ACTIVE'::text AND p.active AS shown,
    s.status = 'ACTIVE'::text AND NOT s.on_vacation AS seller_sells,
        CASE
            WHEN s.on_vacation THEN 0
            ELSE COALESCE(( SELECT sum(l.on_hand - l.reserved) AS sum
               FROM stock_levels l
                 JOIN warehouses w ON w.id = l.warehouse_id AND w.active
              WHERE l.offer_id = o.id), 0::bigint)::integer
        END AS available
   FROM offers o
     JOIN sellers s ON s.id = o.seller_id
     JOIN variants v ON v.id = o.variant_id
     JOIN products p ON p.id = v.product_id;
COMMENT ON VIEW described_offers IS 'Every offer with its names, whether shoppers see it, and how many of it are free.';
COMMENT ON COLUMN described_offers.shown IS 'It is switched on, of an active seller, for an active product.';
COMMENT ON COLUMN described_offers.seller_sells IS 'Its seller is active and not on vacation.';
COMMENT ON COLUMN described_offers.available IS 'Units in active warehouses that are not reserved, and none while the seller is on vacation.';

CREATE VIEW shopper_offers AS
 SELECT id,
    variant_id,
    product_id,
    seller_id,
    seller_name_en,
    seller_name_ar,
    price,
    available,
    COALESCE(( SELECT min(m.max_days) AS min
           FROM shipping_methods m
          WHERE m.seller_id = o.seller_id AND m.active AND m.currency = 'QAR'::text), ( SELECT min(m.max_days) AS min
           FROM shipping_methods m
          WHERE m.seller_id IS NULL AND m.active AND m.currency = 'QAR'::text), 32767) AS promised_days,
    COALESCE(( SELECT t.standing
           FROM seller_standings t
          WHERE t.seller_id = o.seller_id), 1::numeric) AS standing
   FROM described_offers o
  WHERE shown;
COMMENT ON VIEW shopper_offers IS 'An offer that shoppers see: switched on, of an active seller, for an active product.';
COMMENT ON COLUMN shopper_offers.available IS 'Units that can be bought now: in active warehouses, not reserved, and none while the seller is on vacation.';
COMMENT ON COLUMN shopper_offers.promised_days IS 'Working days at most until delivery, by the quickest way the seller ships.';

-- Sellers: their commission, staff, warehouses, ways to ship and bank accounts.

CREATE TABLE commission_plans (
  id         uuid PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  percent    numeric(5,2) NOT NULL CHECK (percent >= 0 AND percent <= 100),
  is_default boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE commission_plans IS 'A share of the goods that the platform keeps of a seller''s orders.';
CREATE UNIQUE INDEX commission_plans_one_default ON commission_plans (is_default) WHERE is_default;

CREATE TABLE sellers (
  id                     uuid PRIMARY KEY,
  -- key of an imported seller in its data file; null for one who applied
  import_key             text UNIQUE,
  legal_name             text NOT NULL,
  legal_name_placeholder boolean NOT NULL DEFAULT false,
  display_name_en        text NOT NULL,
  display_name_ar        text NOT NULL,
  status                 text NOT NULL CHECK (status IN ('APPLIED', 'ACTIVE', 'REJECTED', 'SUSPENDED')),
  on_vacation            boolean NOT NULL DEFAULT false,
  owner_account_id       uuid REFERENCES accounts (id),
  commission_plan_id     uuid NOT NULL REFERENCES commission_plans (id),
  rejection_reason       text,
  -- the last decision about the status; repeating it by the same person has no effect
  decided_by             uuid REFERENCES accounts (id),
  decided_at             timestamptz,
  version                integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sellers IS 'A legal entity that sells, from its application on.';
-- One seller per account. Rejected applications do not count, so the applicant may apply again.
CREATE UNIQUE INDEX sellers_owner ON sellers (owner_account_id) WHERE status <> 'REJECTED';
CREATE INDEX sellers_status ON sellers (status, id);

-- A legal name cannot change after the application, and an existing seller never gets an owner.
CREATE FUNCTION guard_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legal_name IS DISTINCT FROM OLD.legal_name THEN
    RAISE EXCEPTION 'a legal name cannot be edited' USING ERRCODE = 'WA003';
  END IF;
  IF NEW.owner_account_id IS DISTINCT FROM OLD.owner_account_id THEN
    RAISE EXCEPTION 'a seller keeps the owner it was created with' USING ERRCODE = 'WA004';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sellers_guard BEFORE UPDATE ON sellers FOR EACH ROW EXECUTE FUNCTION guard_seller();

CREATE TABLE seller_staff (
  account_id  uuid PRIMARY KEY REFERENCES accounts (id),
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  created_at  timestamptz NOT NULL DEFAULT now(),
  permissions text[] NOT NULL DEFAULT '{}'
    CHECK (permissions <@ ARRAY['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE']),
  version     integer NOT NULL DEFAULT 1,
  updated_at  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE seller_staff IS
  'A person who works for a seller, and what this person may do; the owner may do everything and has no row.';
CREATE INDEX seller_staff_seller ON seller_staff (seller_id, account_id DESC);

CREATE TABLE staff_invitations (
  id          uuid PRIMARY KEY,
  seller_id   uuid NOT NULL REFERENCES sellers (id),
  email       text NOT NULL,
  -- e-mail addresses that differ only in case are the same
  email_key   text NOT NULL CHECK (email_key = lower(email_key)),
  permissions text[] NOT NULL CHECK (permissions <@ ARRAY['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE']),
  status      text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'REVOKED', 'LAPSED')),
  -- the token itself is only in the message that delivers it, sealed
  token_hash  bytea NOT NULL UNIQUE,
  expires_at  timestamptz NOT NULL,
  invited_by  uuid NOT NULL REFERENCES accounts (id),
  accepted_by uuid REFERENCES accounts (id),
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  CHECK ((status = 'PENDING') = (ended_at IS NULL)),
  CHECK ((status = 'ACCEPTED') = (accepted_by IS NOT NULL))
);
COMMENT ON TABLE staff_invitations IS 'An invitation by e-mail to work for a seller.';
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

CREATE TABLE warehouses (
  id              uuid PRIMARY KEY,
  seller_id       uuid NOT NULL REFERENCES sellers (id),
  import_key      text UNIQUE,
  name            text NOT NULL,
  phone           text,
  zone_number     integer NOT NULL,
  street_number   integer NOT NULL,
  building_number integer NOT NULL,
  unit            text,
  landmark        text,
  latitude        double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude       double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  placeholder     boolean NOT NULL DEFAULT false,
  active          boolean NOT NULL DEFAULT true,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE warehouses IS 'A place where a seller keeps stock and drivers pick up.';
CREATE INDEX warehouses_seller ON warehouses (seller_id, id);

CREATE TABLE shipping_methods (
  id               uuid PRIMARY KEY,
  -- null: the platform's; a seller's own methods replace all of the platform's for that seller
  seller_id        uuid REFERENCES sellers (id),
  code             text NOT NULL CHECK (code IN ('STANDARD', 'EXPRESS', 'CUSTOM')),
  name_en          text NOT NULL,
  name_ar          text NOT NULL,
  price            numeric(12,2) NOT NULL CHECK (price >= 0),
  currency         text NOT NULL DEFAULT 'QAR' CHECK (currency ~ '^[A-Z]{3}$'),
  -- promised working days after the order, counted from the cut-off
  min_days         integer NOT NULL CHECK (min_days >= 0),
  max_days         integer NOT NULL CHECK (max_days >= min_days),
  -- time from ready for pickup to the door; decided by the code for the platform's methods, null for sellers'
  due_within_hours integer CHECK (due_within_hours > 0),
  -- Qatar zone numbers it covers; null covers all of Qatar
  zone_numbers     integer[],
  active           boolean NOT NULL DEFAULT true,
  confirmed        boolean NOT NULL DEFAULT false,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  -- a removed method stays for the checkouts that chose it
  deleted_at       timestamptz,
  -- bounded so that every total of a cart fits numeric(12,2)
  CONSTRAINT shipping_methods_price_bounded CHECK (price < 1000000),
  CONSTRAINT shipping_methods_platform_due CHECK (seller_id IS NOT NULL OR due_within_hours IS NOT NULL),
  CONSTRAINT shipping_methods_deleted_off CHECK (deleted_at IS NULL OR NOT active),
  CONSTRAINT shipping_methods_zones_named CHECK (zone_numbers IS NULL OR cardinality(zone_numbers) > 0)
);
COMMENT ON TABLE shipping_methods IS 'A way to ship, its price and how soon it promises to deliver.';
CREATE UNIQUE INDEX shipping_methods_platform_code ON shipping_methods (code) WHERE seller_id IS NULL AND active;
CREATE INDEX shipping_methods_seller ON shipping_methods (seller_id, id DESC) WHERE seller_id IS NOT NULL;
CREATE TRIGGER shipping_methods_revision AFTER INSERT OR UPDATE OR DELETE ON shipping_methods
  FOR EACH STATEMENT EXECUTE FUNCTION count_settings_revision();

CREATE TABLE seller_bank_accounts (
  id             uuid PRIMARY KEY,
  seller_id      uuid NOT NULL REFERENCES sellers (id),
  account_holder text NOT NULL,
  bank_code      text NOT NULL CHECK (bank_code ~ '^[A-Z]{4}$'),
  last_four      text NOT NULL CHECK (last_four ~ '^[A-Z0-9]{4}$'),
  -- encrypted with AES-256-GCM under the application secret, and a keyed hash to recognise the same number
  iban_sealed    bytea NOT NULL,
  iban_hash      bytea NOT NULL,
  created_by     uuid NOT NULL REFERENCES accounts (id),
  created_at     timestamptz NOT NULL,
  usable_from    timestamptz NOT NULL CHECK (usable_from >= created_at),
  -- replaced by another account before it came into effect
  superseded_at  timestamptz CHECK (superseded_at < usable_from)
);
COMMENT ON TABLE seller_bank_accounts IS
  'A bank account to which a seller is paid. A row never changes: another account is another row, used once it has cooled off.';
CREATE INDEX seller_bank_accounts_seller ON seller_bank_accounts (seller_id, usable_from DESC, id DESC) WHERE superseded_at IS NULL;

CREATE FUNCTION guard_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.superseded_at IS NOT NULL
     OR (to_jsonb(NEW) - 'superseded_at') IS DISTINCT FROM (to_jsonb(OLD) - 'superseded_at') THEN
    RAISE EXCEPTION 'bank account % never changes', OLD.id USING ERRCODE = '23001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seller_bank_accounts_stay BEFORE UPDATE OR DELETE ON seller_bank_accounts
  FOR EACH ROW EXECUTE FUNCTION guard_bank_account();

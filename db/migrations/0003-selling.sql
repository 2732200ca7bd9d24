CREATE TABLE commission_plans (
  id         uuid PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  percent    numeric(5,2) NOT NULL CHECK (percent >= 0 AND percent <= 100),
  is_default boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
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
  -- the last decision about the status: its author may repeat it without effect
  decided_by             uuid REFERENCES accounts (id),
  decided_at             timestamptz,
  version                integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now()
);
-- One seller per account; a rejected application does not count, its applicant may apply anew.
CREATE UNIQUE INDEX sellers_owner ON sellers (owner_account_id) WHERE status <> 'REJECTED';
CREATE INDEX sellers_status ON sellers (status, id);

-- A legal name is frozen once applied, and no owner is ever attached to an existing seller.
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
  account_id uuid PRIMARY KEY REFERENCES accounts (id),
  seller_id  uuid NOT NULL REFERENCES sellers (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX seller_staff_seller ON seller_staff (seller_id);

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
CREATE INDEX warehouses_seller ON warehouses (seller_id, id);

CREATE TABLE shipping_methods (
  id         uuid PRIMARY KEY,
  -- null: a method of the platform; a seller's own replace all of the platform's for that seller
  seller_id  uuid REFERENCES sellers (id),
  code       text NOT NULL CHECK (code IN ('STANDARD', 'EXPRESS', 'CUSTOM')),
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  price      numeric(12,2) NOT NULL CHECK (price >= 0),
  currency   text NOT NULL DEFAULT 'QAR' CHECK (currency ~ '^[A-Z]{3}$'),
  -- promised working days after the order, from the cut-off on
  min_days   integer NOT NULL CHECK (min_days >= 0),
  max_days   integer NOT NULL CHECK (max_days >= min_days),
  -- from ready for pickup to the door
  due_within_hours integer NOT NULL CHECK (due_within_hours > 0),
  -- Qatar zone numbers it covers; null covers all of Qatar
  zone_numbers integer[],
  active     boolean NOT NULL DEFAULT true,
  confirmed  boolean NOT NULL DEFAULT false,
  version    integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX shipping_methods_platform_code ON shipping_methods (code) WHERE seller_id IS NULL AND active;
CREATE INDEX shipping_methods_seller ON shipping_methods (seller_id) WHERE seller_id IS NOT NULL;

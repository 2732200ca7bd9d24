-- Carts of accounts and of guests.

CREATE TABLE carts (
  id         uuid PRIMARY KEY,
  account_id uuid UNIQUE REFERENCES accounts (id),
  -- SHA-256 of a guest's token; null for an account's cart
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- increases with every change of the cart, so that a statement that waited for this row knows whether the lines it
  -- has read are still the same
  version    integer NOT NULL DEFAULT 1,
  CHECK ((account_id IS NULL) <> (token_hash IS NULL))
);
COMMENT ON TABLE carts IS 'The cart of an account, or of a guest who holds a token.';

CREATE TABLE cart_items (
  id         uuid PRIMARY KEY,
  cart_id    uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  offer_id   uuid NOT NULL REFERENCES offers (id),
  quantity   integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- the price the buyer last saw, when the line was added or its quantity set; a different current price is shown as
  -- changed
  seen_price numeric(12,2) NOT NULL,
  UNIQUE (cart_id, offer_id)
);
COMMENT ON TABLE cart_items IS 'A line of a cart: so many units of an offer.';

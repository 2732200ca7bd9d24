-- What the buyer last saw a line cost: when it was put in or its quantity set. Another price today is shown as changed.
ALTER TABLE cart_items ADD COLUMN seen_price numeric(12,2);
UPDATE cart_items i SET seen_price = o.price FROM offers o WHERE o.id = i.offer_id;
ALTER TABLE cart_items ALTER COLUMN seen_price SET NOT NULL;

-- Grows with every change of the cart: a statement that had to wait for the cart's row knows whether what it read of
-- the lines is still so.
ALTER TABLE carts ADD COLUMN version integer NOT NULL DEFAULT 1;

-- A buyer's orders of one status, newest first.
CREATE INDEX orders_account_status ON orders (account_id, status, id DESC);

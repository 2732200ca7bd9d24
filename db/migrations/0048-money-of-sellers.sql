-- What a seller's money waits for.

-- Delivered, and the driver has the cash: few beside all that was ever delivered, and asked for with every look at money.
CREATE INDEX order_groups_awaiting_cash ON order_groups (seller_id)
  WHERE status = 'DELIVERED' AND payment_status <> 'SETTLED';

ALTER TABLE payouts ADD COLUMN bank_reference text
  CHECK (bank_reference ~ '^[A-Za-z0-9 /?:().,''+-]{1,35}$');
COMMENT ON COLUMN payouts.bank_reference IS
  'By which the bank names the transfer; null where who made the payout gave none.';

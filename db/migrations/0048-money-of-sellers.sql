-- Sellers' money that is not payable yet.

-- Delivered, and the driver has the cash: few rows among all deliveries, read with every view of a seller's money.
CREATE INDEX order_groups_awaiting_cash ON order_groups (seller_id)
  WHERE status = 'DELIVERED' AND payment_status <> 'SETTLED';

ALTER TABLE payouts ADD COLUMN bank_reference text
  CHECK (bank_reference ~ '^[A-Za-z0-9 /?:().,''+-]{1,35}$');
COMMENT ON COLUMN payouts.bank_reference IS
  'By which the bank names the transfer; null where who made the payout gave none.';

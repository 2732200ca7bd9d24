-- Every opening and every choice locked rows that all buyers share: the offer, the variant, the seller, the platform's
-- shipping method. These are never deleted, and a line keeps its reservations, whose stock level keeps the offer and so
-- its variant and seller. `npm run projections:check` checks that all of them exist.
ALTER TABLE checkout_lines
  DROP CONSTRAINT checkout_lines_offer_id_fkey,
  DROP CONSTRAINT checkout_lines_variant_id_fkey,
  DROP CONSTRAINT checkout_lines_seller_id_fkey;
ALTER TABLE checkout_shipping
  DROP CONSTRAINT checkout_shipping_seller_id_fkey,
  DROP CONSTRAINT checkout_shipping_method_id_fkey;

-- A row becomes four times as large when the address is chosen. If its page has space for that, no index has to be
-- updated (HOT).
ALTER TABLE checkouts SET (fillfactor = 25);

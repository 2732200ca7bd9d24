-- Every opening and every choice took a lock on rows that all buyers share: the offer, the variant, the seller, the
-- platform's shipping method. Offers, variants, sellers and shipping methods are never deleted, and a line keeps its
-- reservations, whose stock level keeps the offer and so its variant and its seller. `npm run projections:check` looks
-- whether all of them are there.
ALTER TABLE checkout_lines
  DROP CONSTRAINT checkout_lines_offer_id_fkey,
  DROP CONSTRAINT checkout_lines_variant_id_fkey,
  DROP CONSTRAINT checkout_lines_seller_id_fkey;
ALTER TABLE checkout_shipping
  DROP CONSTRAINT checkout_shipping_seller_id_fkey,
  DROP CONSTRAINT checkout_shipping_method_id_fkey;

-- A row grows fourfold with the address that is chosen. Where its page has room for that, no index is written with it.
ALTER TABLE checkouts SET (fillfactor = 25);

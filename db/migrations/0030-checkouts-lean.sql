-- Every opening and every choice took a lock on rows that all buyers share: the offer, the variant, the seller, the
-- platform's shipping method. Offers, variants, sellers and shipping methods are never deleted, and a line keeps its
-- reservations, whose stock level keeps the offer and so its variant and its seller.
ALTER TABLE checkout_lines
  DROP CONSTRAINT checkout_lines_offer_id_fkey,
  DROP CONSTRAINT checkout_lines_variant_id_fkey,
  DROP CONSTRAINT checkout_lines_seller_id_fkey;
ALTER TABLE checkout_shipping
  DROP CONSTRAINT checkout_shipping_seller_id_fkey,
  DROP CONSTRAINT checkout_shipping_method_id_fkey;

-- Room on the page for the updates that follow: no index changes with them.
ALTER TABLE checkouts SET (fillfactor = 60);
ALTER TABLE stock_levels SET (fillfactor = 60);

-- Carts are changed and read in batches, with fewer checks and lookups per line.

-- Each line's foreign keys locked its cart a second time, and its offer, which all buyers share. The statement that
-- writes lines has locked their cart and read their offer; offers are never deleted, and lines are deleted before their
-- cart.
ALTER TABLE cart_items
  DROP CONSTRAINT cart_items_cart_id_fkey,
  DROP CONSTRAINT cart_items_offer_id_fkey;

-- Every change of a cart updates its row: leave space on the page for the new version, so that no index changes (HOT).
ALTER TABLE carts SET (fillfactor = 70);

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
       o.active AND s.status = 'ACTIVE' AND p.active AS shown,
       s.status = 'ACTIVE' AND NOT s.on_vacation AS seller_sells,
       CASE WHEN s.on_vacation THEN 0
            ELSE coalesce((SELECT sum(l.on_hand - l.reserved)
                             FROM stock_levels l
                             JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                            WHERE l.offer_id = o.id), 0)::integer
       END AS available
  FROM offers o
  JOIN sellers s ON s.id = o.seller_id
  JOIN variants v ON v.id = o.variant_id
  JOIN products p ON p.id = v.product_id;
COMMENT ON VIEW described_offers IS
  'Every offer with its names, whether shoppers see it, and how many of it are free.';
COMMENT ON COLUMN described_offers.shown IS
  'It is switched on, of an active seller, for an active product.';
COMMENT ON COLUMN described_offers.seller_sells IS
  'Its seller is active and not on vacation.';
COMMENT ON COLUMN described_offers.available IS
  'Units in active warehouses that are not reserved, and none while the seller is on vacation.';

-- The same columns and values, now defined in one view.
DROP VIEW shopper_offers;
CREATE VIEW shopper_offers AS
SELECT o.id,
       o.variant_id,
       o.product_id,
       o.seller_id,
       o.seller_name_en,
       o.seller_name_ar,
       o.price,
       o.available,
       coalesce((SELECT min(m.max_days) FROM shipping_methods m
                  WHERE m.seller_id = o.seller_id AND m.active AND m.currency = 'QAR'),
                (SELECT min(m.max_days) FROM shipping_methods m
                  WHERE m.seller_id IS NULL AND m.active AND m.currency = 'QAR'),
                32767) AS promised_days,
       coalesce((SELECT t.standing FROM seller_standings t WHERE t.seller_id = o.seller_id), 1) AS standing
  FROM described_offers o
 WHERE o.shown;
COMMENT ON VIEW shopper_offers IS
  'An offer that shoppers see: switched on, of an active seller, for an active product.';
COMMENT ON COLUMN shopper_offers.available IS
  'Units that can be bought now: in active warehouses, not reserved, and none while the seller is on vacation.';
COMMENT ON COLUMN shopper_offers.promised_days IS
  'Working days at most until delivery, by the quickest way the seller ships.';

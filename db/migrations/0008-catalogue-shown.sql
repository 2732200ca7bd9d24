-- What shoppers see of the catalogue, and the log of its changes by which processes know whether a cached answer is
-- still valid (decision 0028).

CREATE VIEW shopper_offers AS
SELECT o.id,
       o.variant_id,
       v.product_id,
       o.seller_id,
       s.display_name_en AS seller_name_en,
       s.display_name_ar AS seller_name_ar,
       o.price,
       CASE WHEN s.on_vacation THEN 0
            ELSE coalesce((SELECT sum(l.on_hand - l.reserved)
                             FROM stock_levels l
                             JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                            WHERE l.offer_id = o.id), 0)::integer
       END AS available,
       coalesce((SELECT min(m.max_days) FROM shipping_methods m
                  WHERE m.seller_id = o.seller_id AND m.active AND m.currency = 'QAR'),
                (SELECT min(m.max_days) FROM shipping_methods m
                  WHERE m.seller_id IS NULL AND m.active AND m.currency = 'QAR'),
                32767) AS promised_days,
       coalesce((SELECT t.standing FROM seller_standings t WHERE t.seller_id = o.seller_id), 1) AS standing
  FROM offers o
  JOIN sellers s ON s.id = o.seller_id AND s.status = 'ACTIVE'
  JOIN variants v ON v.id = o.variant_id
  JOIN products p ON p.id = v.product_id AND p.active
 WHERE o.active;
COMMENT ON VIEW shopper_offers IS
  'An offer that shoppers see: switched on, of an active seller, for an active product.';
COMMENT ON COLUMN shopper_offers.available IS
  'Units that can be bought now: in active warehouses, not reserved, and none while the seller is on vacation.';
COMMENT ON COLUMN shopper_offers.promised_days IS
  'Working days at most until delivery, by the quickest way the seller ships.';

CREATE TABLE catalogue_changes (
  -- no writer is left below the oldest transaction of a snapshot: up to there the log is complete
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- null with seller_id null: any product
  product_id uuid,
  -- false: only the number of available units, which lists do not show
  shelf      boolean NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  -- a change of what shoppers see of the seller itself
  seller_id  uuid,
  CHECK (product_id IS NULL OR seller_id IS NULL)
);
COMMENT ON TABLE catalogue_changes IS
  'A change of what shoppers see, written by triggers in the transaction that makes it, so that no writer can forget it.';
CREATE INDEX catalogue_changes_xid ON catalogue_changes (xid);
CREATE INDEX catalogue_changes_age ON catalogue_changes USING brin (at);

-- Reservations change with every checkout. Only a change of the available units is logged, and it concerns lists only
-- when the first unit becomes available or the last one is gone. The log is append-only, so transactions that sell the
-- same product never wait for each other here.
CREATE FUNCTION note_stock_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT v.product_id, bool_or((n.on_hand > n.reserved) <> (o.on_hand > o.reserved))
    FROM new_rows n
    JOIN old_rows o USING (offer_id, warehouse_id)
    JOIN offers f ON f.id = n.offer_id
    JOIN variants v ON v.id = f.variant_id
   WHERE n.on_hand - n.reserved <> o.on_hand - o.reserved
   GROUP BY v.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_levels_noted AFTER UPDATE ON stock_levels
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_stock_changes();

CREATE FUNCTION note_new_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM changed c JOIN offers f ON f.id = c.offer_id JOIN variants v ON v.id = f.variant_id
   WHERE c.on_hand > c.reserved;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_levels_added AFTER INSERT ON stock_levels REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_stock();
CREATE TRIGGER stock_levels_removed AFTER DELETE ON stock_levels REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_stock();

CREATE FUNCTION note_offer_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM new_rows n JOIN old_rows o USING (id) JOIN variants v ON v.id IN (n.variant_id, o.variant_id)
   WHERE (n.price, n.active, n.variant_id, n.seller_id) IS DISTINCT FROM
         (o.price, o.active, o.variant_id, o.seller_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_noted AFTER UPDATE ON offers
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_offer_changes();

CREATE FUNCTION note_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true FROM changed c JOIN variants v ON v.id = c.variant_id;
  RETURN NULL;
END $$;
CREATE TRIGGER offers_added AFTER INSERT ON offers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_offers();
CREATE TRIGGER offers_removed AFTER DELETE ON offers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_offers();

CREATE FUNCTION note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT DISTINCT id, true FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER products_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_products();
CREATE TRIGGER products_noted AFTER UPDATE ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_products();
CREATE TRIGGER products_removed AFTER DELETE ON products REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_products();

-- For any table whose rows are shown with a product (`product_id`); an update that moves a row changes two products.
CREATE FUNCTION note_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT DISTINCT product_id, true FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER variants_added AFTER INSERT ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_noted AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_left AFTER UPDATE ON variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER variants_removed AFTER DELETE ON variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_noted_added AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_noted_changed AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
CREATE TRIGGER product_images_noted_removed AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();

-- A seller's page is cached like its products, so the change is also logged with the seller's own id, whether or not it
-- offers anything yet.
CREATE FUNCTION note_seller_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH shown AS (
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.display_name_en, n.display_name_ar, n.status, n.on_vacation) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status, o.on_vacation))
  INSERT INTO catalogue_changes (product_id, seller_id, shelf)
  SELECT NULL, id, false FROM shown
  UNION ALL
  SELECT DISTINCT v.product_id, NULL::uuid, true
    FROM shown s JOIN offers f ON f.seller_id = s.id JOIN variants v ON v.id = f.variant_id;
  RETURN NULL;
END $$;
CREATE TRIGGER sellers_noted AFTER UPDATE ON sellers
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_seller_changes();

CREATE FUNCTION note_warehouse_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM new_rows n JOIN old_rows o USING (id)
    JOIN stock_levels l ON l.warehouse_id = n.id
    JOIN offers f ON f.id = l.offer_id
    JOIN variants v ON v.id = f.variant_id
   WHERE n.active <> o.active;
  RETURN NULL;
END $$;
CREATE TRIGGER warehouses_noted AFTER UPDATE ON warehouses
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_warehouse_changes();

-- Rare, and may change everything.
CREATE FUNCTION note_change_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) VALUES (NULL, true);
  RETURN NULL;
END $$;
CREATE TRIGGER categories_noted AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_all();
CREATE TRIGGER shipping_methods_noted AFTER INSERT OR UPDATE OR DELETE ON shipping_methods
  FOR EACH STATEMENT EXECUTE FUNCTION note_change_of_all();

CREATE FUNCTION note_standings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf) SELECT NULL, true WHERE EXISTS (SELECT FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER standings_added AFTER INSERT ON seller_standings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_standings();
CREATE TRIGGER standings_noted AFTER UPDATE ON seller_standings REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_standings();

-- What shoppers are shown changed: written by triggers in the transaction that changes it, so that no writer can
-- forget it. Processes read the tail before they answer from what they kept (decision 0028). Rows are only added:
-- transactions that sell the same product never wait for each other here.
CREATE TABLE catalogue_changes (
  -- no writer is under way any more below the oldest transaction of a snapshot: the tail from there on is complete
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- null: any of them
  product_id uuid,
  -- false: only how many pieces are left, which lists do not show
  shelf      boolean NOT NULL,
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX catalogue_changes_xid ON catalogue_changes (xid);
CREATE INDEX catalogue_changes_age ON catalogue_changes USING brin (at);

-- Reservations come and go with every checkout: only what changes the free pieces is told, and lists are concerned
-- only when the first is there again or the last is gone.
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

-- For any table whose rows belong to a product (`product_id`); updates that move a row are two changes.
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

CREATE FUNCTION note_seller_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_changes (product_id, shelf)
  SELECT DISTINCT v.product_id, true
    FROM new_rows n JOIN old_rows o USING (id)
    JOIN offers f ON f.seller_id = n.id
    JOIN variants v ON v.id = f.variant_id
   WHERE (n.display_name_en, n.display_name_ar, n.status, n.on_vacation) IS DISTINCT FROM
         (o.display_name_en, o.display_name_ar, o.status, o.on_vacation);
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

-- Rare, and they may concern everything.
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

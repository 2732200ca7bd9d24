-- A shop's phone for customers, shown on its page and on their orders.

ALTER TABLE sellers
  ADD COLUMN public_phone text CHECK (public_phone ~ '^\+974[3-7][0-9]{7}$');
COMMENT ON COLUMN sellers.public_phone IS 'For calls and WhatsApp of customers; null: none.';

-- A seller's page is cached until what it shows changes, which includes the phone.
CREATE OR REPLACE FUNCTION note_seller_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH shown AS (
    SELECT n.id, (n.display_name_en, n.display_name_ar, n.status, n.on_vacation) IS DISTINCT FROM
                 (o.display_name_en, o.display_name_ar, o.status, o.on_vacation) AS of_products
      FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.display_name_en, n.display_name_ar, n.status, n.on_vacation, n.public_phone) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status, o.on_vacation, o.public_phone))
  INSERT INTO catalogue_changes (product_id, seller_id, shelf)
  SELECT NULL, id, false FROM shown
  UNION ALL
  SELECT DISTINCT v.product_id, NULL::uuid, true
    FROM shown s JOIN offers f ON f.seller_id = s.id JOIN variants v ON v.id = f.variant_id
   WHERE s.of_products;
  RETURN NULL;
END $$;

-- A seller's page is kept like its products' (decision 0028): what shoppers see of the seller is noted with its own id,
-- whether or not it offers anything yet.
ALTER TABLE catalogue_changes
  ADD COLUMN seller_id uuid,
  ADD CHECK (product_id IS NULL OR seller_id IS NULL);

CREATE OR REPLACE FUNCTION note_seller_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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

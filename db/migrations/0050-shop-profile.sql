-- A shop's own description, and the end of its vacation.

ALTER TABLE sellers
  ADD COLUMN description_en text,
  ADD COLUMN description_ar text,
  ADD COLUMN vacation_until date,
  ADD CONSTRAINT sellers_description_check CHECK ((description_en IS NULL) = (description_ar IS NULL)),
  ADD CONSTRAINT sellers_vacation_check CHECK (vacation_until IS NULL OR on_vacation);
COMMENT ON COLUMN sellers.description_en IS 'For its page in the shop; null in both languages: none.';
COMMENT ON COLUMN sellers.vacation_until IS 'Day in Qatar on which it sells again by itself; null: when somebody says so.';

-- Queried every minute.
CREATE INDEX sellers_vacation_ends ON sellers (vacation_until) WHERE vacation_until IS NOT NULL;

CREATE OR REPLACE FUNCTION note_seller_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH shown AS (
    SELECT n.id, (n.display_name_en, n.display_name_ar, n.status, n.on_vacation) IS DISTINCT FROM
                 (o.display_name_en, o.display_name_ar, o.status, o.on_vacation) AS of_products
      FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.display_name_en, n.display_name_ar, n.status, n.on_vacation, n.public_phone, n.description_en,
            n.description_ar, n.vacation_until) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status, o.on_vacation, o.public_phone, o.description_en,
            o.description_ar, o.vacation_until))
  INSERT INTO catalogue_changes (product_id, seller_id, shelf)
  SELECT NULL, id, false FROM shown
  UNION ALL
  SELECT DISTINCT v.product_id, NULL::uuid, true
    FROM shown s JOIN offers f ON f.seller_id = s.id JOIN variants v ON v.id = f.variant_id
   WHERE s.of_products;
  RETURN NULL;
END $function$;

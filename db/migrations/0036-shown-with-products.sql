-- Options are found by what they are called in both languages too, where a variant says so.
CREATE OR REPLACE FUNCTION refresh_product_search(ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) IS NULL THEN RETURN; END IF;
  INSERT INTO product_search (product_id)
  SELECT id FROM products WHERE id = ANY (ids) ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM product_search WHERE product_id = ANY (ids) ORDER BY product_id FOR UPDATE;
  WITH document AS (
    SELECT p.id, fold_text(p.title_en) AS title_en, fold_text(p.title_ar) AS title_ar,
           setweight(to_tsvector('simple', search_text(p.title_en || ' ' || p.title_ar)), 'A')
           || setweight(to_tsvector('simple', search_text(coalesce(
                (SELECT string_agg(concat_ws(' ', v.sku, v.name_en, v.name_ar,
                          (SELECT string_agg(o #>> '{}', ' ')
                             FROM jsonb_path_query(jsonb_build_array(v.options, to_jsonb(v) -> 'option_texts'), 'strict $.**') o
                            WHERE jsonb_typeof(o) = 'string')), ' ')
                   FROM variants v WHERE v.product_id = p.id), ''))), 'B')
           || setweight(to_tsvector('simple', search_text(concat_ws(' ', category_words(p.category_id),
                (SELECT string_agg(s.display_name_en || ' ' || s.display_name_ar, ' ')
                   FROM sellers s
                  WHERE s.status = 'ACTIVE'
                    AND s.id IN (SELECT o.seller_id FROM offers o JOIN variants v ON v.id = o.variant_id
                                  WHERE v.product_id = p.id AND o.active))))), 'C')
           || setweight(to_tsvector('simple',
                search_text(left(p.description_en, 4000) || ' ' || left(p.description_ar, 4000))), 'D') AS words
      FROM products p WHERE p.id = ANY (ids)
  )
  UPDATE product_search s
     SET title_en = d.title_en, title_ar = d.title_ar, words = d.words
    FROM document d
   WHERE d.id = s.product_id
     AND (s.title_en, s.title_ar, s.words) IS DISTINCT FROM (d.title_en, d.title_ar, d.words);
  INSERT INTO search_words (word)
  SELECT DISTINCT word
    FROM product_search s CROSS JOIN unnest(tsvector_to_array(s.words)) word
   WHERE s.product_id = ANY (ids) AND length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]'
     AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = word.word);
END $$;

SELECT refresh_product_search(ARRAY(SELECT id FROM products));

-- Pictures are shown with their product: a change of them is one of the product (0028). Their table comes with a
-- migration that may not be there yet.
DO $$ BEGIN
  IF to_regclass('product_images') IS NULL THEN RETURN; END IF;
  CREATE TRIGGER product_images_noted_added AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
  CREATE TRIGGER product_images_noted_changed AFTER UPDATE ON product_images REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
  CREATE TRIGGER product_images_noted_removed AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();
END $$;

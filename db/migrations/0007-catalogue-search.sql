-- Search: text folding, a document per product, a vocabulary for spelling correction, and the planning of a query. The
-- triggers below update the documents in the transaction that changes the texts.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Removes differences that people ignore when typing: case, accents, vowel signs, tatweel and hamza; ta marbuta becomes
-- ha, alef maqsura and Persian letters become their Arabic equivalents, digits of any script 0-9. The result is words
-- of letters or of digits, separated by one space ("500g" is two words).
CREATE FUNCTION fold_letters(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(
    regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(
        translate(
          regexp_replace(lower(normalize(given, NFKD)),
            '[\u0300-\u036f\u0610-\u061a\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2018\u2019\u02bc\u02bf'']',
            '', 'g'),
          'ٱةەہھۃىیېےکڪگپڤچژøđłı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
          'اهههههييييكككبفجزodli01234567890123456789'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '[^[:alnum:]]+', ' ', 'g'),
      '([0-9])([^0-9 ])', '\1 \2', 'g'),
      '([^0-9 ])([0-9])', '\1 \2', 'g'))
$$;

-- The same without the Arabic article and the particles joined to it (wa-, fa-, bi-, ka-, li-), if the rest is long
-- enough to be a word.
CREATE FUNCTION fold_text(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(fold_letters(given),
    '(^| )(?:ال(?=[ا-ي]{2})|(?:[وف](?:[بك]?ال|لل)|[بك]ال|لل)(?=[ا-ي]{3}))', '\1', 'g')
$$;

-- Both spellings of words with an article, since what looks like an article may be part of the word ("balloons",
-- "Germany").
CREATE FUNCTION search_text(given text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT concat_ws(' ', whole, (SELECT string_agg(pair.bare, ' ')
                                  FROM unnest(string_to_array(whole, ' '), string_to_array(bare, ' ')) pair (whole, bare)
                                 WHERE pair.whole <> pair.bare))
    FROM (SELECT fold_letters(given) AS whole, fold_text(given) AS bare) folded
$$;

CREATE TABLE product_search (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  -- folded, to compare with a whole query
  title_en   text NOT NULL DEFAULT '',
  title_ar   text NOT NULL DEFAULT '',
  -- weights: A titles; B variants, options, SKUs; C categories up to the root, sellers; D descriptions
  words      tsvector NOT NULL DEFAULT ''
);
COMMENT ON TABLE product_search IS 'The text by which a product is found; derived, and kept up to date by triggers.';
CREATE INDEX product_search_words ON product_search USING gin (words) WITH (fastupdate = off);

CREATE TABLE search_words (
  word text NOT NULL
);
COMMENT ON TABLE search_words IS
  'A word of some product''s text, to find what was meant by a misspelled one. It may stand here twice, or be no longer used.';
CREATE INDEX search_words_word ON search_words (word);
CREATE INDEX search_words_length ON search_words (length(word));
CREATE INDEX search_words_similar ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate = off);

-- The names of a category and its ancestors. UNION stops at a cycle.
CREATE FUNCTION category_words(given uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE above AS (
    SELECT id, parent_id, name_en, name_ar FROM categories WHERE id = given
    UNION
    SELECT c.id, c.parent_id, c.name_en, c.name_ar FROM categories c JOIN above a ON c.id = a.parent_id
  )
  SELECT string_agg(name_en || ' ' || name_ar, ' ') FROM above
$$;

-- Writes the documents of these products, and their words into the vocabulary. Rows are locked before they are
-- computed: if two transactions change different texts of one product, the second waits and then sees what the first
-- wrote. A word already in the vocabulary is not written again, so words must not be removed meanwhile: writers hold a
-- shared advisory lock until the end of their transactions, and the purge of unused words takes it exclusively.
CREATE FUNCTION refresh_product_search(ids uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(ids) IS NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('search-words', 0));
  INSERT INTO product_search (product_id)
  SELECT id FROM products WHERE id = ANY (ids) ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM product_search WHERE product_id = ANY (ids) ORDER BY product_id FOR UPDATE;
  WITH document AS (
    SELECT p.id, fold_text(p.title_en) AS title_en, fold_text(p.title_ar) AS title_ar,
           setweight(to_tsvector('simple', search_text(p.title_en || ' ' || p.title_ar)), 'A')
           || setweight(to_tsvector('simple', search_text(coalesce(
                (SELECT string_agg(concat_ws(' ', v.sku, v.name_en, v.name_ar,
                          (SELECT string_agg(o #>> '{}', ' ')
                             FROM jsonb_path_query(jsonb_build_array(v.options, v.option_texts), 'strict $.**') o
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

CREATE FUNCTION search_follows_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER search_products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_products();

CREATE FUNCTION search_follows_product_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
     WHERE (n.title_en, n.title_ar, n.description_en, n.description_ar, n.category_id)
           IS DISTINCT FROM (o.title_en, o.title_ar, o.description_en, o.description_ar, o.category_id)));
  RETURN NULL;
END $$;
CREATE TRIGGER search_products_updated AFTER UPDATE ON products
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_product_changes();

CREATE FUNCTION search_follows_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(SELECT DISTINCT product_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER search_variants_inserted AFTER INSERT ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();
CREATE TRIGGER search_variants_updated AFTER UPDATE ON variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();
CREATE TRIGGER search_variants_deleted AFTER DELETE ON variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_variants();

CREATE FUNCTION search_follows_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    WITH RECURSIVE below AS (
      SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
       WHERE (n.name_en, n.name_ar, n.parent_id) IS DISTINCT FROM (o.name_en, o.name_ar, o.parent_id)
      UNION
      SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id
    )
    SELECT p.id FROM products p JOIN below b ON p.category_id = b.id));
  RETURN NULL;
END $$;
CREATE TRIGGER search_categories_updated AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_categories();

CREATE FUNCTION search_follows_sellers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id
      FROM new_rows n JOIN old_rows o USING (id)
      JOIN offers f ON f.seller_id = n.id AND f.active
      JOIN variants v ON v.id = f.variant_id
     WHERE (n.display_name_en, n.display_name_ar, n.status) IS DISTINCT FROM
           (o.display_name_en, o.display_name_ar, o.status)));
  RETURN NULL;
END $$;
CREATE TRIGGER search_sellers_updated AFTER UPDATE ON sellers
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_sellers();

CREATE FUNCTION search_follows_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id FROM changed c JOIN variants v ON v.id = c.variant_id));
  RETURN NULL;
END $$;
CREATE TRIGGER search_offers_inserted AFTER INSERT ON offers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offers();
CREATE TRIGGER search_offers_deleted AFTER DELETE ON offers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offers();

CREATE FUNCTION search_follows_offer_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_product_search(ARRAY(
    SELECT DISTINCT v.product_id FROM new_rows n JOIN old_rows o USING (id) JOIN variants v ON v.id = n.variant_id
     WHERE n.active <> o.active));
  RETURN NULL;
END $$;
CREATE TRIGGER search_offers_updated AFTER UPDATE ON offers
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION search_follows_offer_changes();

-- The nearest words of the vocabulary: one edit or one swap of adjacent letters away, or two edits from six letters on.
CREATE FUNCTION similar_words(given text) RETURNS text[]
LANGUAGE sql STABLE STRICT SET pg_trgm.similarity_threshold = 0.2 AS $$
  WITH asked AS (
    SELECT length(given) AS size, CASE WHEN length(given) < 6 THEN 1 ELSE 2 END AS reach,
           ARRAY(SELECT overlay(given PLACING reverse(substr(given, at, 2)) FROM at FOR 2)
                   FROM generate_series(1, length(given) - 1) at) AS swaps
     WHERE given !~ '[0-9]' AND length(given) BETWEEN 3 AND 40
  ), near AS (
    SELECT w.word, 1 AS distance FROM asked JOIN search_words w ON w.word = ANY (asked.swaps)
    UNION
    SELECT w.word, levenshtein_less_equal(w.word, given, 1)
      FROM asked JOIN search_words w ON asked.size < 6 AND length(w.word) BETWEEN asked.size - 1 AND asked.size + 1
    UNION
    SELECT w.word, levenshtein_less_equal(w.word, given, 2)
      FROM asked JOIN search_words w ON asked.size >= 6 AND w.word % given
  ), ranked AS (
    SELECT word, rank() OVER (ORDER BY distance) AS place FROM near, asked WHERE distance <= asked.reach
  )
  SELECT array_agg(word) FROM (SELECT DISTINCT word FROM ranked WHERE place = 1 ORDER BY word LIMIT 20) nearest
$$;

-- The forms of a folded word that a document may contain: without its article, without an ending of number or gender.
CREATE FUNCTION search_forms(given text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT form)
    FROM (SELECT given UNION ALL SELECT fold_text(given)
          UNION ALL SELECT regexp_replace(fold_text(given), '(?:ات|ين|ون|ان|يه|ه)$', '')
          UNION ALL SELECT regexp_replace(given, '(?:(?<=[a-z]{2}(?:s|x|z|ch|sh))es|(?<=[a-z]{3})s)$', '')
          UNION ALL SELECT regexp_replace(given, '(?<=[a-z]{2})ies$', 'y')) forms (form)
   WHERE form = given OR length(form) >= 3
$$;

-- The ways to split a word in two such that a document contains both ("powerbank"); null if there are none.
CREATE FUNCTION search_halves(given text) RETURNS tsquery
LANGUAGE sql STABLE STRICT AS $$
  SELECT string_agg(parted::text, ' | ')::tsquery
    FROM (SELECT (quote_literal(left(given, at)) || ' & ' || quote_literal(substr(given, at + 1)))::tsquery AS parted
            FROM generate_series(3, least(length(given), 40) - 3) at
           WHERE EXISTS (SELECT FROM search_words w WHERE w.word = left(given, at))
             AND EXISTS (SELECT FROM search_words w WHERE w.word = substr(given, at + 1))) halves
   WHERE EXISTS (SELECT FROM product_search s WHERE s.words @@ parted)
$$;

-- The words of a query. Two adjacent words that no document contains together, but that are one word when joined ("head
-- phones"), become that word.
CREATE FUNCTION search_query_words(query text) RETURNS text[]
LANGUAGE plpgsql STABLE STRICT AS $$
DECLARE
  typed text[] := (string_to_array(fold_letters(query), ' '))[1:12];
BEGIN
  FOR at IN REVERSE cardinality(typed) - 1 .. 1 LOOP
    IF EXISTS (SELECT FROM search_words w WHERE w.word = typed[at] || typed[at + 1])
       AND NOT EXISTS (SELECT FROM product_search s
                        WHERE s.words @@ (quote_literal(typed[at]) || ' & ' || quote_literal(typed[at + 1]))::tsquery)
    THEN
      typed := typed[:at - 1] || (typed[at] || typed[at + 1]) || typed[at + 2:];
    END IF;
  END LOOP;
  RETURN typed;
END $$;

-- How a query is searched. `needs`: every word, in any of its forms, as a prefix or whole; a word in no document is
-- replaced by the nearest words that are, or else by its two halves. `exact`: the words as typed, for ranking. `hits`:
-- what to highlight. A query without words finds nothing.
CREATE FUNCTION search_plan(query text, OUT needs tsquery, OUT exact tsquery, OUT hits tsquery, OUT folded text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  word text;
  forms tsquery;
  typed tsquery;
  marks tsquery;
  similar_ones text[];
BEGIN
  folded := fold_text(query);
  FOREACH word IN ARRAY search_query_words(query) LOOP
    SELECT string_agg(quote_literal(form) || CASE WHEN length(form) >= 3 AND form !~ '[0-9]' THEN ':*' ELSE '' END, ' | ')::tsquery
      INTO forms FROM unnest(search_forms(word)) form;
    typed := (quote_literal(word) || ' | ' || quote_literal(fold_text(word)))::tsquery;
    marks := forms;
    IF NOT EXISTS (SELECT FROM product_search s WHERE s.words @@ forms) THEN
      similar_ones := similar_words(fold_text(word));
      IF similar_ones IS NOT NULL THEN
        SELECT string_agg(quote_literal(near), ' | ')::tsquery INTO forms FROM unnest(similar_ones) near;
      ELSE
        forms := coalesce(search_halves(fold_text(word)), forms);
      END IF;
      -- Each half is marked by itself.
      marks := replace(forms::text, '&', '|')::tsquery;
      typed := marks;
    END IF;
    needs := CASE WHEN needs IS NULL THEN forms ELSE needs && forms END;
    exact := CASE WHEN exact IS NULL THEN typed ELSE exact || typed END;
    hits := CASE WHEN hits IS NULL THEN marks ELSE hits || marks END;
  END LOOP;
END $$;

-- A title in parts, each with whether it matches the query: [{"text": "Khalas", "match": true}, …].
CREATE FUNCTION highlight(title text, hits tsquery) RETURNS jsonb
LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT jsonb_agg(jsonb_build_object('text', part[1], 'match', to_tsvector('simple', search_text(part[1])) @@ hits)
                   ORDER BY place)
    FROM regexp_matches(title,
      '[[:alnum:]\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670''\u2019]+|[^[:alnum:]\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670''\u2019]+',
      'g') WITH ORDINALITY pieces (part, place)
$$;

-- Words written together ("oliveoil", "powerbank") or apart ("head phones") that stand the other way in the catalogue.

-- The ways to part a word into two that one document has both of; null when there is none.
CREATE FUNCTION search_halves(given text) RETURNS tsquery
LANGUAGE sql STABLE STRICT AS $$
  SELECT string_agg(parted::text, ' | ')::tsquery
    FROM (SELECT (quote_literal(left(given, at)) || ' & ' || quote_literal(substr(given, at + 1)))::tsquery AS parted
            FROM generate_series(3, least(length(given), 40) - 3) at
           WHERE EXISTS (SELECT FROM search_words w WHERE w.word = left(given, at))
             AND EXISTS (SELECT FROM search_words w WHERE w.word = substr(given, at + 1))) halves
   WHERE EXISTS (SELECT FROM product_search s WHERE s.words @@ parted)
$$;

-- The words of a query; two that no document has, but that are a word together, are that word.
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

-- As before, and a word that no document has, nor one like it, is looked for in two parts.
CREATE OR REPLACE FUNCTION search_plan(query text, OUT needs tsquery, OUT exact tsquery, OUT hits tsquery, OUT folded text)
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

-- A search reports which of its words it corrected, spelled as in the products found.

DROP FUNCTION search_plan(text);
-- As before (0007), plus `meant`: for each word of the query the nearest words it was replaced by, or null; null as a
-- whole if every word was found as typed.
CREATE FUNCTION search_plan(query text, OUT needs tsquery, OUT exact tsquery, OUT hits tsquery, OUT folded text, OUT meant jsonb)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  word text;
  forms tsquery;
  typed tsquery;
  marks tsquery;
  similar_ones text[];
  replaced boolean := false;
BEGIN
  folded := fold_text(query);
  meant := '[]';
  FOREACH word IN ARRAY search_query_words(query) LOOP
    SELECT string_agg(quote_literal(form) || CASE WHEN length(form) >= 3 AND form !~ '[0-9]' THEN ':*' ELSE '' END, ' | ')::tsquery
      INTO forms FROM unnest(search_forms(word)) form;
    typed := (quote_literal(word) || ' | ' || quote_literal(fold_text(word)))::tsquery;
    marks := forms;
    similar_ones := NULL;
    IF NOT EXISTS (SELECT FROM product_search s WHERE s.words @@ forms) THEN
      similar_ones := similar_words(fold_text(word));
      IF similar_ones IS NOT NULL THEN
        SELECT string_agg(quote_literal(near), ' | ')::tsquery INTO forms FROM unnest(similar_ones) near;
        replaced := true;
      ELSE
        forms := coalesce(search_halves(fold_text(word)), forms);
      END IF;
      -- Each half is marked by itself.
      marks := replace(forms::text, '&', '|')::tsquery;
      typed := marks;
    END IF;
    meant := meant || jsonb_build_array(similar_ones);
    needs := CASE WHEN needs IS NULL THEN forms ELSE needs && forms END;
    exact := CASE WHEN exact IS NULL THEN typed ELSE exact || typed END;
    hits := CASE WHEN hits IS NULL THEN marks ELSE hits || marks END;
  END LOOP;
  IF NOT replaced THEN meant := NULL; END IF;
END $$;

-- A plan's `meant`, spelled as in a title (`highlight`): for each word of the query the title's spelling of the word it
-- was replaced by, or that word itself if the title does not contain it, or null for a word found as typed.
CREATE FUNCTION search_spelling(meant jsonb, title jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT jsonb_agg(CASE WHEN jsonb_typeof(nearest) = 'array' THEN coalesce(
           (SELECT piece -> 'text' FROM jsonb_array_elements(title) WITH ORDINALITY pieces (piece, at)
             WHERE (piece ->> 'match')::boolean
               AND tsvector_to_array(to_tsvector('simple', search_text(piece ->> 'text')))
                   && ARRAY(SELECT jsonb_array_elements_text(nearest))
             ORDER BY at LIMIT 1),
           nearest -> 0) END ORDER BY place)
    FROM jsonb_array_elements(meant) WITH ORDINALITY words (nearest, place)
$$;

-- A seller's own opening hours, in which its acceptance deadlines are counted.

ALTER TABLE sellers ADD COLUMN opening_hours jsonb;
COMMENT ON COLUMN sellers.opening_hours IS 'By weekday, spans of {from, to} in Qatar; null: Sunday to Thursday, 08:00 to 20:00.';

-- How far an import is follows from its rows; this count was never read or written.
ALTER TABLE seller_imports DROP COLUMN next_unit;

-- Outside a transaction: an index by which a line of a checkout that is deleted finds its reservations.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_line ON reservations (line_id);

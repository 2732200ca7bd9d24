-- One invoice per order, numbered when it is first asked for. The counter's row is held until the number is committed
-- with its invoice, so a year's numbers have no gap.
CREATE TABLE invoice_years (
  year        integer PRIMARY KEY,
  last_number integer NOT NULL CHECK (last_number >= 0)
);

CREATE TABLE invoices (
  order_id  uuid PRIMARY KEY REFERENCES orders (id),
  number    text NOT NULL UNIQUE,
  issued_at timestamptz NOT NULL
);
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

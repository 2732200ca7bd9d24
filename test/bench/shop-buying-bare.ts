// A child of `npm run bench -- shop`: Express 5 and PostgreSQL doing the minimum for a cart and for an order.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

const STOCK_ROWS = 5_000;
/** As many as in the flash sale. */
const PIECES = 100;
const SETUP = `
  CREATE TABLE IF NOT EXISTS bare_carts (id integer PRIMARY KEY, quantity integer NOT NULL);
  CREATE TABLE IF NOT EXISTS bare_orders (id bigserial PRIMARY KEY, total numeric(12,2) NOT NULL);
  CREATE TABLE IF NOT EXISTS bare_lines (id bigserial PRIMARY KEY, order_id bigint NOT NULL REFERENCES bare_orders (id),
                                         offer_id integer NOT NULL, quantity integer NOT NULL);
  CREATE TABLE IF NOT EXISTS bare_stock (offer_id integer PRIMARY KEY, on_hand integer NOT NULL);
  CREATE TABLE IF NOT EXISTS bare_events (id bigserial PRIMARY KEY, payload jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS bare_pieces (id integer PRIMARY KEY, units integer NOT NULL);
  INSERT INTO bare_pieces VALUES (1, ${PIECES}) ON CONFLICT (id) DO UPDATE SET units = ${PIECES};
  INSERT INTO bare_stock SELECT n, 1000000000 FROM generate_series(0, ${STOCK_ROWS - 1}) n ON CONFLICT DO NOTHING`;

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
await pool.query(SETUP);

const app = express();
app.use(express.json());
app.post('/upsert', async (req, res) => {
  const { rows } = await pool.query({
    name: 'upsert',
    text: `INSERT INTO bare_carts (id, quantity) VALUES ($1, 1)
           ON CONFLICT (id) DO UPDATE SET quantity = bare_carts.quantity + 1 RETURNING id, quantity`,
    values: [req.body.turn % STOCK_ROWS],
  });
  res.json(rows[0]);
});
app.post('/take', async (_req, res) => {
  const { rows } = await pool.query({
    name: 'take',
    text: 'UPDATE bare_pieces SET units = units - 1 WHERE id = 1 AND units > 0 RETURNING units',
  });
  res.status(rows.length === 1 ? 201 : 409).json(rows[0] ?? { code: 'bare.SOLD_OUT' });
});
app.post('/order', async (req, res) => {
  const client = await pool.connect();
  try {
    const one = (req.body.turn * 7) % (STOCK_ROWS - 1);
    await client.query('BEGIN');
    const { rows } = await client.query({
      name: 'order',
      text: 'INSERT INTO bare_orders (total) VALUES ($1) RETURNING id',
      values: ['115.00'],
    });
    const id = rows[0].id;
    for (const offer of [one, one + 1]) {
      await client.query({
        name: 'line',
        text: 'INSERT INTO bare_lines (order_id, offer_id, quantity) VALUES ($1, $2, 1)',
        values: [id, offer],
      });
    }
    for (const offer of [one, one + 1]) {
      await client.query({
        name: 'stock',
        text: 'UPDATE bare_stock SET on_hand = on_hand - 1 WHERE offer_id = $1',
        values: [offer],
      });
    }
    await client.query({
      name: 'event',
      text: 'INSERT INTO bare_events (payload) VALUES ($1)',
      values: [JSON.stringify({ orderId: id, total: '115.00' })],
    });
    await client.query('COMMIT');
    res.status(201).json({ id });
  } finally {
    client.release();
  }
});

const server = createServer(app);
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

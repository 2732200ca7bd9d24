// A child of `npm run bench -- shop`: Express 5 that sends the given bytes, and does nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

const bodies = new Map<string, string>();
const app = express();
// Without the digest that Express computes for every response by default, which raises the limit.
app.set('etag', false);
app.get(/.*/, (req, res) => {
  res.type('json').send(bodies.get(req.url));
});
const server = createServer(app);

process.on('message', ({ path, body }: { path: string; body: string }) => {
  bodies.set(path, body);
  process.send?.('kept');
});

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

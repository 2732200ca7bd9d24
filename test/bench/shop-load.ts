// A child of `npm run bench -- shop`: GETs over connections that stay open, each sent once the previous one is
// answered. It
// reads no more of a response than it must, so that it takes little of the processors it shares with what it measures.
import { connect, type Socket } from 'node:net';

export interface ReadOrder {
  url: string;
  /** Each connection requests them in turn, beginning at a different one. */
  paths: readonly string[];
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
}

export interface ReadTally {
  requests: number;
  failed: number;
  seconds: number;
  /** Milliseconds of every 16th request. */
  latencies: number[];
}

const EVERY = 16;

process.on('message', (order: ReadOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run(order: ReadOrder): Promise<ReadTally> {
  const tally: ReadTally = { requests: 0, failed: 0, seconds: 0, latencies: [] };
  const began = performance.now();
  const until = began + order.seconds * 1_000;
  const starts = Array.from({ length: order.connections }, (_, index) => index);
  await Promise.all(starts.map((start) => converse(order, start, until, tally)));
  tally.seconds = (performance.now() - began) / 1_000;
  return tally;
}

function converse(order: ReadOrder, start: number, until: number, tally: ReadTally): Promise<void> {
  const { hostname, port } = new URL(order.url);
  const headers = Object.entries({ Host: `${hostname}:${port}`, ...order.headers });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const requests = order.paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines}\r\n`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let turn = start;
    let sent = 0;
    const send = () => {
      if (performance.now() >= until) {
        socket.end();
        resolve();
        return;
      }
      sent = performance.now();
      socket.write(requests[turn % requests.length] ?? '');
      turn += 1;
    };
    const answered = (ok: boolean) => {
      tally.requests += 1;
      if (!ok) tally.failed += 1;
      if (tally.requests % EVERY === 0) tally.latencies.push(performance.now() - sent);
      send();
    };
    readAnswers(socket, answered);
    socket.once('connect', send);
    socket.once('error', () => {
      tally.failed += 1;
    });
    // A server may hang up on a client that the machine has delayed for long.
    socket.once('close', () => resolve());
  });
}

/** Reports each response, which must state its length. */
function readAnswers(socket: Socket, answered: (ok: boolean) => void): void {
  let head = '';
  let ok = false;
  let missing = 0;
  socket.on('data', (chunk: Buffer) => {
    let from = 0;
    if (missing === 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      ok = head.startsWith('HTTP/1.1 2') || head.startsWith('HTTP/1.1 304');
      missing = length + end + 4 - head.length;
      head = '';
      from = chunk.length;
    }
    missing -= chunk.length - from;
    if (missing > 0) return;
    missing = 0;
    answered(ok);
  });
}

import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Backend } from './backends.ts';
import { forwardedFor, pairs } from './balancer-headers.ts';

/** Joins a client's connection to a process for good, as a WebSocket needs it. */
export function upgrade({ port }: Backend, req: IncomingMessage, client: Socket, head: Buffer): void {
  const upstream = connect(port, '127.0.0.1');
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.setNoDelay(true);
    from.setTimeout(0);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
  upstream.once('connect', () => {
    const headers = pairs(req.rawHeaders).filter(([name]) => name.toLowerCase() !== 'x-forwarded-for');
    headers.push(['X-Forwarded-For', forwardedFor(req)]);
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    upstream.write(`${req.method} ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
}

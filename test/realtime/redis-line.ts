import { connect, createServer, type Server, type Socket } from 'node:net';
import { redisUrl } from '../support/database.ts';

/** A proxy to the tests' Redis, or to another server, that a test can cut and restore, as in an outage. */
export class RedisLine {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;

  constructor(target = redisUrl()) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream).pipe(client);
    });
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Stops all traffic on the open connections without closing them. */
  hold(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Ends every connection and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

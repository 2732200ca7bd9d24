import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settledWithin } from '../../../db/deadline.ts';

/** Milliseconds that requests under way have to finish when the server closes. */
const FINISH_LIMIT = 10_000;

/** An HTTP server that can exist before its application does: live connections attach to it first. */
export class HttpServer {
  readonly server: Server;
  #application: RequestListener | null = null;
  #underWay = 0;
  #idle: (() => void) | null = null;

  constructor() {
    const answer: RequestListener = (req, res) => {
      this.#underWay += 1;
      res.once('close', () => {
        this.#underWay -= 1;
        if (this.#underWay === 0) this.#idle?.();
      });
      if (this.#application === null) res.writeHead(503).end();
      else this.#application(req, res);
    };
    this.server = createServer(answer);
    // Who waits to be told before sending a body is told by the step that reads it, if it is to be read at all.
    this.server.on('checkContinue', answer);
    this.server.requestTimeout = 30_000;
    this.server.headersTimeout = 15_000;
    this.server.keepAliveTimeout = 65_000;
  }

  serve(application: RequestListener): void {
    this.#application = application;
  }

  /** Resolves with the address it listens on, e.g. http://127.0.0.1:3000; rejects when the port is taken. */
  async listen(host: string, port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    const address = this.server.address() as AddressInfo;
    const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${shown}:${address.port}`;
  }

  /** Takes no new requests and lets those under way finish. Upgraded (live) connections belong to their own owner. */
  async finish(): Promise<void> {
    this.server.close();
    this.server.closeIdleConnections();
    if (this.#underWay > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await settledWithin(idle, FINISH_LIMIT, undefined);
    }
    this.server.closeAllConnections();
  }
}

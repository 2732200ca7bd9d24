import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settledWithin } from '../../../db/deadline.ts';

/** Milliseconds for running requests to finish when the server closes. */
const FINISH_TIMEOUT_MS = 10_000;

/** An HTTP server that exists before its application, so that live connections can attach first. */
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
    // 100-continue is sent by the step that reads the body, if it is read at all.
    this.server.on('checkContinue', answer);
    this.server.requestTimeout = 30_000;
    this.server.headersTimeout = 15_000;
    this.server.keepAliveTimeout = 65_000;
  }

  serve(application: RequestListener): void {
    this.#application = application;
  }

  /** Resolves with the address it listens on, e.g. http://127.0.0.1:3000; rejects if the port is in use. */
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

  /**
   * Accepts no new requests and waits for the running ones. Upgraded (live) connections are closed by their own owner.
   */
  async finish(): Promise<void> {
    this.server.close();
    this.server.closeIdleConnections();
    if (this.#underWay > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await settledWithin(idle, FINISH_TIMEOUT_MS, undefined);
    }
    this.server.closeAllConnections();
  }
}

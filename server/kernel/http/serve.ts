import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { settledWithin } from '../../../db/deadline.ts';

/** Connections that wait to be accepted: when another process ends, its live clients all come at once. */
const BACKLOG = 4_096;
/** Milliseconds for running requests to finish when the server closes. */
const FINISH_TIMEOUT_MS = 10_000;

/** An HTTP server that exists before its application, so that live connections can attach first. */
export class HttpServer {
  readonly server: Server;
  readonly #drainMs: number;
  readonly #connections = new Set<Socket>();
  #application: RequestListener | null = null;
  readonly #underWay = new Set<ServerResponse>();
  #leftAt: number | null = null;
  #idle: (() => void) | null = null;
  #deserted: (() => void) | null = null;

  /** @param drainMs How long a proxy in front may keep a connection open that it does not use; see `leave`. */
  constructor(drainMs = 0) {
    this.#drainMs = drainMs;
    const answer: RequestListener = (req, res) => {
      this.#underWay.add(res);
      res.once('close', () => {
        this.#underWay.delete(res);
        if (this.#underWay.size === 0) this.#idle?.();
      });
      if (this.#leftAt !== null) endConnection(res);
      if (this.#application === null) res.writeHead(503).end();
      else this.#application(req, res);
    };
    this.server = createServer(answer);
    // 100-continue is sent by the step that reads the body, if it is read at all.
    this.server.on('checkContinue', answer);
    this.server.on('connection', (socket) => this.#watch(socket));
    // A live connection has an owner of its own, who closes it.
    this.server.on('upgrade', (_, socket) => this.#forget(socket as Socket));
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
      this.server.listen(port, host, BACKLOG, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    const address = this.server.address() as AddressInfo;
    const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${shown}:${address.port}`;
  }

  /**
   * Accepts no new connections; requests on those that are open are still answered, each with the word that its
   * connection ends. A proxy in front keeps connections to use them again: if such a connection were closed just when
   * the proxy sends a request, that request would be lost, unless it is one that may be repeated. So the proxy is given
   * the time to close them itself.
   */
  leave(): void {
    if (this.#leftAt !== null) return;
    this.#leftAt = performance.now();
    for (const res of this.#underWay) endConnection(res);
    // Not http's own close(), which would close unused connections.
    if (this.#drainMs > 0) NetServer.prototype.close.call(this.server);
    else this.server.close();
  }

  /**
   * Leaves, waits until the proxy has closed what it does not use, and for running requests. Upgraded (live) connections
   * are closed by their own owner.
   */
  async finish(): Promise<void> {
    this.leave();
    const drainMs = this.#drainMs - (performance.now() - (this.#leftAt ?? 0));
    if (this.#connections.size > 0 && drainMs > 0) {
      const deserted = new Promise<void>((resolve) => {
        this.#deserted = resolve;
      });
      await settledWithin(deserted, drainMs, undefined);
    }
    this.server.closeIdleConnections();
    if (this.#underWay.size > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await settledWithin(idle, FINISH_TIMEOUT_MS, undefined);
    }
    this.server.closeAllConnections();
    // Ends the timer by which http looks for connections that are too slow.
    this.server.close();
  }

  #watch(socket: Socket): void {
    this.#connections.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Socket): void {
    this.#connections.delete(socket);
    if (this.#connections.size === 0) this.#deserted?.();
  }
}

/** The answer will say that the connection ends with it, so nobody sends another request on it. */
function endConnection(res: ServerResponse): void {
  if (!res.headersSent) res.shouldKeepAlive = false;
}

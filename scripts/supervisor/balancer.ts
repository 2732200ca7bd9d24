import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pause } from '../shared/waiting.ts';
import { type Backend, Backends } from './backends.ts';
import { readBody } from './balancer-body.ts';
import { forward, NotAnswered } from './balancer-forward.ts';
import { upgrade } from './balancer-upgrade.ts';

/** Maximum number of processes tried for a request. */
const ATTEMPTS = 3;
/** How long a request waits for a process if none is available. */
const TIMEOUT_MS = 3_000;
const ASK_AGAIN = 50;

/**
 * The one port in front of several API processes of this machine. Clients keep their connections while processes
 * come and go behind it: a process that is to stop is given no new request and finishes those it has. A request
 * that may be repeated goes to another process when one broke off before answering.
 */
export class Balancer {
  readonly #backends = new Backends();
  readonly #server: Server;
  readonly #live = new Set<Socket>();

  constructor() {
    this.#server = createServer((req, res) => {
      this.#serve(req, res).catch(() => res.destroy());
    });
    this.#server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      this.#upgrade(req, socket, head);
    });
    this.#server.requestTimeout = 30_000;
    this.#server.headersTimeout = 15_000;
    this.#server.keepAliveTimeout = 65_000;
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Number of processes that accept requests. */
  get serving(): number {
    return this.#backends.taken;
  }

  /** From now on the process on that port serves this slot, in place of the previous one. */
  use(place: number, port: number): Backend {
    return this.#backends.use(place, port);
  }

  /** Resolves when the process has finished its requests, or after `limitMs`. */
  retire(backend: Backend, limitMs: number): Promise<void> {
    return this.#backends.retire(backend, limitMs);
  }

  /** Refuses new requests; current ones continue. */
  refuse(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
  }

  close(): void {
    this.refuse();
    this.#server.closeAllConnections();
    for (const socket of this.#live) socket.destroy();
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readBody(req);
    const repeatable = body.whole && mayRepeat(req);
    const tried = new Set<Backend>();
    for (let attempt = 0; attempt < ATTEMPTS && !res.destroyed; attempt += 1) {
      const backend = await this.#choose(req, tried);
      if (backend === undefined) break;
      tried.add(backend);
      const end = this.#backends.begin(backend, 'requests');
      try {
        await forward(backend, req, res, body);
        return;
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        if (!(repeatable || (error.unsent && body.whole))) break;
      } finally {
        end();
      }
    }
    refuse(req, res);
  }

  /** A process that accepts requests; one already tried only if there is no other. */
  async #choose(req: IncomingMessage, tried: Set<Backend>): Promise<Backend | undefined> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const backend =
        isBound(req) && tried.size === 0
          ? this.#backends.boundTo(clientOf(req))
          : this.#backends.leastBusy('requests', tried);
      if (backend !== undefined) return backend;
      tried.clear();
      if (Date.now() > deadline) return undefined;
      await pause(ASK_AGAIN);
    }
  }

  #upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void {
    const backend = isBound(req)
      ? this.#backends.boundTo(clientOf(req))
      : this.#backends.leastBusy('connections', new Set());
    if (backend === undefined) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    const end = this.#backends.begin(backend, 'connections');
    this.#live.add(socket);
    socket.once('close', () => {
      this.#live.delete(socket);
      end();
    });
    upgrade(backend, req, socket, head);
  }
}

/** Safe to repeat by its method, or by its idempotency key, which takes effect only once. */
function mayRepeat({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;
}

/** Long polling needs the same process for all its requests; a WebSocket is one connection and may use any. */
function isBound({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/socket.io/') && /[?&](transport=polling|sid=)/.test(url);
}

function clientOf({ headers, socket }: IncomingMessage): string {
  return `${headers['x-forwarded-for'] ?? ''} ${socket.remoteAddress ?? ''}`;
}

/** Sends the same answer as an unavailable API. */
function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const problem = {
    type: 'about:blank',
    title: 'Service unavailable',
    status: 503,
    detail: 'No process could answer. Repeat the request with the same Idempotency-Key.',
    instance: (req.url ?? '/').split('?')[0],
    code: 'common.UNAVAILABLE',
    requestId: randomUUID(),
    errors: [],
  };
  res
    .writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' })
    .end(JSON.stringify(problem));
}

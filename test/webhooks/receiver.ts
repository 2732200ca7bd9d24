import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Milliseconds by the process's own clock. */
  at: number;
  path: string;
}

export type Behaviour = (request: Received, response: ServerResponse) => void;

export const takes: Behaviour = (_, response) => response.writeHead(200).end('ok');
export const answers =
  (status: number, headers: Record<string, string> = {}, text = ''): Behaviour =>
  (_, response) =>
    response.writeHead(status, headers).end(text);
/** Reads the request and never answers. */
export const hangs: Behaviour = () => undefined;

/** An integrator's server on 127.0.0.1, which does as it is told. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  does: Behaviour = takes;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      request.on('end', () => {
        const { headers, url = '' } = request;
        const one = { id: String(headers['webhook-id']), headers, body, at: performance.now(), path: url };
        this.received.push(one);
        this.does(one, response);
      });
    });
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The ids in the sequence of their arrival. */
  get ids(): string[] {
    return this.received.map(({ id }) => id);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

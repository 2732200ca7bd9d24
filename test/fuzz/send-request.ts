import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PlannedRequest } from '../support/example-requests.ts';
import type { Caller } from '../worlds/market.ts';

const PATIENCE_MS = 30_000;

export interface Answered {
  /** 0: the connection ended without an answer. */
  status: number;
  type: string;
  requestId: string;
  text: string;
}

/** Sends requests as they are, also those that fetch would refuse to send. */
export class Sender {
  readonly #base: string;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#base = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  close(): void {
    this.#agent.destroy();
  }

  send({ client }: Caller, planned: PlannedRequest): Promise<Answered> {
    const { method, path, body } = planned;
    const headers: Record<string, string | number> = {
      'X-Forwarded-For': client.address,
      ...(client.token === null ? {} : { Authorization: `Bearer ${client.token}` }),
      ...(client.cartToken === null ? {} : { 'X-Cart-Token': client.cartToken }),
      ...planned.headers,
      ...(body === null ? {} : { 'Content-Length': body.length }),
    };
    const { hostname, port } = new URL(this.#base);
    return new Promise((resolve) => {
      const lost = { status: 0, type: '', requestId: '' };
      const options = { hostname, port, path: `/api/v1${path}`, method, headers, agent: this.#agent };
      const sent = request({ ...options, timeout: PATIENCE_MS }, (response) => {
        const { statusCode: status = 0, headers: got } = response;
        const said = {
          status,
          type: got['content-type'] ?? '',
          requestId: String(got['x-request-id'] ?? ''),
        };
        text(response).then(
          (content) => resolve({ ...said, text: content }),
          (error: Error) => resolve({ ...lost, text: error.message }),
        );
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')));
      // A large body may be refused before it is sent: then the answer is there already, and this is ignored.
      sent.on('error', (error) => setTimeout(() => resolve({ ...lost, text: error.message }), 100));
      sent.end(body ?? undefined);
    });
  }
}

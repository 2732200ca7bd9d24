import { Agent, request } from 'node:http';

export interface Reply {
  /** 0 when there was none. */
  status: number;
  body: string;
}

const TIMEOUT_MS = 10_000;

/** A caller that keeps its connections open, and costs the machine less than fetch does. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  /** Never rejects. */
  call(method: 'GET' | 'POST', url: string, token: string, key?: string): Promise<Reply> {
    return new Promise((resolve) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      };
      const outgoing = request(
        url,
        { method, headers, agent: this.#agent, timeout: TIMEOUT_MS },
        (response) => {
          let body = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
          response.on('error', () => resolve({ status: 0, body: '' }));
        },
      );
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.on('error', ({ message }) => resolve({ status: 0, body: message }));
      outgoing.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

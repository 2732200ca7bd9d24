import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { request as secureRequest, Agent as TlsAgent } from 'node:https';
import { pointedAt, type Step } from './shop-flows.ts';

export interface Answer {
  status: number;
  body: Buffer;
  cookies: readonly string[];
}

const TIMEOUT_MS = 10_000;

/** Sends the requests of a shop's visitors over connections that stay open. */
export class Visitors {
  readonly #baseUrl: string;
  readonly #agent: PlainAgent | TlsAgent;
  readonly #isPlain: boolean;

  constructor(baseUrl: string, connections: number) {
    this.#baseUrl = baseUrl;
    this.#isPlain = baseUrl.startsWith('http:');
    const options = { keepAlive: true, maxSockets: connections };
    this.#agent = this.#isPlain ? new PlainAgent(options) : new TlsAgent(options);
  }

  /** Rejects without an answer within ten seconds. */
  ask(step: Step, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const [type, body] = contentOf(step);
    const content = body === null ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
    const send = this.#isPlain ? plainRequest : secureRequest;
    return new Promise((resolve, reject) => {
      const outgoing = send(
        this.#baseUrl + step.path,
        {
          method: step.method,
          agent: this.#agent,
          headers: { 'User-Agent': 'wasl-bench', Accept: '*/*', ...headers, ...content },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(parts),
              cookies: response.headers['set-cookie'] ?? [],
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function contentOf({ json, form }: Step): [type: string, body: string | null] {
  if (json !== undefined) return ['application/json', JSON.stringify(json)];
  if (form !== undefined) return ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
  return ['', null];
}

/** One visitor, who keeps cookies and what the steps say to keep. */
export class Visit {
  readonly #visitors: Visitors;
  readonly #cookies = new Map<string, string>();
  readonly #kept: Record<string, string> = {};

  constructor(visitors: Visitors) {
    this.#visitors = visitors;
  }

  /** Returns the answer's bytes. Rejects when the shop refuses; after a form it may send the visitor elsewhere. */
  async take(step: Step): Promise<number> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#kept, ...(cookie === '' ? {} : { Cookie: cookie }) };
    const { status, body, cookies } = await this.#visitors.ask(step, headers);
    const allowed = step.form === undefined ? 299 : 399;
    if (status < 200 || status > allowed) throw new Error(`${step.method} ${step.path}: ${status}`);
    for (const each of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.#cookies.set(name, value);
    }
    for (const [name, pointer] of Object.entries(step.keep ?? {})) {
      const value = pointedAt(JSON.parse(body.toString()), pointer);
      if (typeof value !== 'string') throw new Error(`${step.method} ${step.path}: no text at ${pointer}`);
      this.#kept[name] = value;
    }
    return body.length;
  }
}

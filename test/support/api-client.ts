import { expect } from 'chai';
import type { components } from '../../server/kernel/http/api-types.ts';
import { problemFault } from './problem-schema.ts';

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
export type Problem = Schema<'Problem'>;

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface CallOptions {
  /** A Blob is sent as is, with its own type; anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent as Idempotency-Key. */
  key?: string;
  /** Sent as If-Match, quoted. */
  version?: number;
}

/** A caller of the public API like any other client: HTTP, a token, an address. */
export class ApiClient {
  readonly #base: string;
  readonly address: string;
  token: string | null = null;
  cartToken: string | null = null;

  constructor(url: string, address: string) {
    this.#base = `${url}/api/v1`;
    this.address = address;
  }

  get url(): string {
    return this.#base.slice(0, -'/api/v1'.length);
  }

  async call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        'X-Forwarded-For': this.address,
        ...typeOf(options.body),
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
        ...(this.cartToken === null ? {} : { 'X-Cart-Token': this.cartToken }),
        ...(options.key === undefined ? {} : { 'Idempotency-Key': options.key }),
        ...(options.version === undefined ? {} : { 'If-Match': `"${options.version}"` }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: encoded(options.body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    // The service under test checks its successful responses itself; problem documents are checked here.
    if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
      expect(problemFault(JSON.parse(text)), text).to.equal(null);
    }
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      headers: response.headers,
    };
  }

  async #ok<T>(method: string, path: string, options?: CallOptions): Promise<T> {
    const { status, body } = await this.call<T>(method, path, options);
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** These expect success and return the body. */
  get<T>(path: string): Promise<T> {
    return this.#ok<T>('GET', path);
  }
  post<T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
    return this.#ok<T>('POST', path, { ...options, ...(body === undefined ? {} : { body }) });
  }
  patch<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
    return this.#ok<T>('PATCH', path, { ...options, body });
  }
  put<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
    return this.#ok<T>('PUT', path, { ...options, body });
  }
  delete<T>(path: string): Promise<T> {
    return this.#ok<T>('DELETE', path);
  }

  /** Expects a refusal with this status and code in a complete problem document, and returns the document. */
  async refused(
    status: number,
    code: string,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Problem> {
    const answer = await this.call<Problem>(method, path, options);
    expect({ status: answer.status, code: answer.body?.code }, JSON.stringify(answer.body)).to.deep.equal({
      status,
      code,
    });
    expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/);
    expect(answer.body).to.include.keys(
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
      'requestId',
      'errors',
    );
    return answer.body;
  }
}

/** The Content-Type to set; none for a Blob, where fetch sets it. */
function typeOf(body: unknown): Record<string, string> {
  return body === undefined || body instanceof Blob ? {} : { 'Content-Type': 'application/json' };
}

function encoded(body: unknown): Blob | string {
  return body instanceof Blob ? body : JSON.stringify(body);
}

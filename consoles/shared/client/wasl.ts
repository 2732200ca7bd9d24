import { ANSWER_TIMEOUT_MS, fetchInTime } from '../api/fetch-in-time.ts';
import { pause } from '../api/pause.ts';
import { problemOf } from '../api/problem.ts';
import { waitBeforeRepeat } from '../api/retry-rule.ts';
import { LiveChannel, type LiveOptions } from '../live/live-channel.ts';
import { openEngineSocket } from './engine-socket.ts';
import type {
  CallOptions,
  Described,
  InputArgument,
  Item,
  ListOperation,
  OperationId,
  Output,
} from './operation-types.ts';
import { OPERATIONS } from './operations.ts';

export interface WaslOptions {
  /** Origin of the service. */
  url: string;
  /** An API key; or a function that returns an access token, asked before every attempt. */
  token: string | (() => string | Promise<string>);
  /** Language of titles and details; English by default. */
  locale?: 'en' | 'ar';
  /** Milliseconds for one attempt; 20 seconds by default. */
  timeoutMs?: number;
  /** How often a call is sent again at most; 4 by default. */
  maxRepeats?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Used in place of the global fetch. */
  fetch?: typeof fetch;
  /** Called before a call is sent again. */
  onRepeat?(repeat: { operation: OperationId; waitMs: number; error: unknown }): void;
}

/** A successful answer with what its headers say. */
export interface Answered<T> {
  body: T;
  status: number;
  /** For If-Match and If-None-Match, in quotes; null if the answer has none. */
  etag: string | null;
  /** Whether an earlier attempt with the same Idempotency-Key took effect. */
  replayed: boolean;
}

/** Loosely typed: that the input fits the operation is ensured by the callers' types. */
interface AnyInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const MAX_REPEATS = 4;

/**
 * A client of the API for programs. Operations are called by their operationId. Every POST gets an Idempotency-Key, kept
 * over its repeats. What is limited, unavailable or not answered is repeated where that is safe (`waitBeforeRepeat`).
 * Throws ProblemError for a refusal and NoAnswerError when no answer came.
 */
export class Wasl {
  readonly #options: WaslOptions;

  constructor(options: WaslOptions) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, '') };
  }

  /** The body of a successful answer. */
  async call<Op extends OperationId>(operation: Op, ...[input]: InputArgument<Op>): Promise<Output<Op>> {
    return (await this.answer(operation, ...([input] as unknown as InputArgument<Op>))).body;
  }

  /** Same, with status and headers. */
  async answer<Op extends OperationId>(
    operation: Op,
    ...[input]: InputArgument<Op>
  ): Promise<Answered<Output<Op>>> {
    const response = await this.#send(operation, (input ?? {}) as AnyInput, 'application/json');
    const text = await response.text();
    return {
      body: (text === '' ? undefined : JSON.parse(text)) as Output<Op>,
      status: response.status,
      etag: response.headers.get('etag'),
      replayed: response.headers.get('idempotent-replayed') === 'true',
    };
  }

  /** A file, from an operation that answers one of this type: `text/csv`, `application/pdf`, `text/html`. */
  async file<Op extends OperationId>(
    operation: Op,
    type: string,
    ...[input]: InputArgument<Op>
  ): Promise<Blob> {
    return (await this.#send(operation, (input ?? {}) as AnyInput, type)).blob();
  }

  /** The pages of a list, each fetched when it is asked for. */
  async *pages<Op extends ListOperation>(
    operation: Op,
    ...[input]: InputArgument<Op>
  ): AsyncGenerator<Item<Op>[], void, undefined> {
    const asked = (input ?? {}) as AnyInput;
    let cursor: string | null = null;
    do {
      const query: Record<string, unknown> = { ...asked.query, ...(cursor === null ? {} : { cursor }) };
      const next = [{ ...asked, query }] as unknown as InputArgument<Op>;
      const answer: unknown = await this.call(operation, ...next);
      const page = answer as { data: unknown[]; page: { nextCursor: string | null } };
      yield page.data as Item<Op>[];
      cursor = page.page.nextCursor;
    } while (cursor !== null);
  }

  /** The items of a list, over all its pages. */
  async *list<Op extends ListOperation>(
    operation: Op,
    ...input: InputArgument<Op>
  ): AsyncGenerator<Item<Op>, void, undefined> {
    for await (const page of this.pages(operation, ...input)) yield* page;
  }

  /**
   * The live channel: connects again after every interruption, and goes on where it was, without gap or repetition. The
   * caller starts it, follows what it shows, and closes it.
   */
  live(options: Omit<LiveOptions, 'url' | 'token'>): LiveChannel {
    const { url, token, headers } = this.#options;
    const tokens = typeof token === 'string' ? token : async () => token();
    return new LiveChannel(
      { ...(headers === undefined ? {} : { headers }), ...options, url, token: tokens },
      openEngineSocket,
    );
  }

  async #send(operation: OperationId, input: AnyInput, accept: string): Promise<Response> {
    const described: Described = OPERATIONS[operation];
    const repeatable = described.method === 'GET' || described.keyed;
    const key = described.keyed ? (input.idempotencyKey ?? crypto.randomUUID()) : null;
    const { maxRepeats = MAX_REPEATS } = this.#options;
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await this.#attempt(described, input, { accept, key });
      } catch (error) {
        const waitMs = repeats < maxRepeats ? waitBeforeRepeat({ error, repeats, repeatable }) : null;
        if (waitMs === null) throw error;
        this.#options.onRepeat?.({ operation, waitMs, error });
        await pause(waitMs, input.signal);
      }
    }
  }

  async #attempt(
    { method, path, commas }: Described,
    input: AnyInput,
    { accept, key }: { accept: string; key: string | null },
  ): Promise<Response> {
    const { url, token, locale = 'en', timeoutMs = ANSWER_TIMEOUT_MS, headers, fetch } = this.#options;
    const { body } = input;
    const isFile = body instanceof Blob;
    const request = new Request(`${url}/api/v1${filled(path, input.path)}${search(input.query, commas)}`, {
      method,
      headers: {
        ...headers,
        Accept: accept,
        'Accept-Language': locale,
        Authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        ...(body === undefined || isFile ? {} : { 'Content-Type': 'application/json' }),
        ...(key === null ? {} : { 'Idempotency-Key': key }),
        ...(input.ifMatch === undefined ? {} : { 'If-Match': versionText(input.ifMatch) }),
        ...input.headers,
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    const response = await fetchInTime(request, {
      timeout: input.timeoutMs ?? timeoutMs,
      ...(fetch === undefined ? {} : { through: fetch }),
    });
    if (!response.ok && response.status !== 304) throw await problemOf(response);
    return response;
  }
}

function filled(path: string, values: AnyInput['path'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function search(query: AnyInput['query'] = {}, commas: readonly string[]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && !commas.includes(name))
      for (const each of value) parameters.append(name, String(each));
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function versionText(version: number | string): string {
  return typeof version === 'number' ? `"${version}"` : version;
}

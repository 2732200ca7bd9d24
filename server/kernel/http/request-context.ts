import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Locale } from '../texts/locale.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';
import { parseTraceparent } from '../tracing/tracing.ts';
import type { OperationRules } from './contract.ts';
import { preferredLanguage } from './negotiate.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Alternating names and values, the form Node writes fastest. */
export type HeaderList = (string | number)[];

/** Headers of every response. */
const COMMON_HEADERS: HeaderList = [
  ...['Vary', 'Accept-Language, Authorization'],
  ...Object.entries(SECURITY_HEADERS).flat(),
];

/** Called at the end of a request. */
export type Observer = (operation: string, status: number, seconds: number) => void;

/** Available to every request from its start. */
export class RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  /** The requested path, undecoded. */
  readonly path: string;
  /** The query, without the question mark. */
  readonly search: string;
  /** Additional response headers collected so far. */
  readonly #headers: HeaderList;
  /** The matched operation; null until known, and outside the API. */
  operation: OperationRules | null = null;
  /** The client's address; read early, because a closed connection no longer has it. */
  address: string | null = null;
  /** The traceparent of the request's own span; undefined while no traces are recorded. */
  trace: string | undefined;
  readonly #parent: string | string[] | undefined;
  readonly #root: Logger;
  #log: Logger | null = null;

  constructor(req: IncomingMessage, root: Logger) {
    const given = req.headers['x-request-id'];
    this.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const target = originForm(req.url ?? '/');
    const end = target.indexOf('?');
    this.path = end === -1 ? target : target.slice(0, end);
    this.search = end === -1 ? '' : target.slice(end + 1);
    this.locale = localeOf(req, this.search);
    this.#headers = ['X-Request-Id', this.requestId];
    this.#parent = req.headers.traceparent;
    this.#root = root;
  }

  /** Adds a response header. Call once per header. */
  addHeader(name: string, value: string | number): void {
    this.#headers.push(name, value);
  }

  /**
   * All response headers. Setting them together is cheaper than one by one.
   * @param common Replaces the headers of every response.
   */
  headers(common: HeaderList = COMMON_HEADERS): HeaderList {
    return common.concat(this.#headers);
  }

  /** Created on first use: most requests log only their end. */
  get log(): Logger {
    this.#log ??= this.#root.child(this.ids());
    return this.#log;
  }

  /** Identifies the request in log lines. */
  ids(): { requestId: string; traceId: string } {
    const known = parseTraceparent(this.trace ?? this.#parent)?.traceId;
    return { requestId: this.requestId, traceId: known ?? randomUUID().replaceAll('-', '') };
  }
}

/** Stored on the request itself: entries of a WeakMap survive until a full garbage collection. */
const CONTEXT = Symbol('context');
type Begun = IncomingMessage & { [CONTEXT]?: RequestContext };

export function contextOf(req: Begun): RequestContext {
  const context = req[CONTEXT];
  if (context === undefined) throw new Error('request context is missing');
  return context;
}

/** Assigns request id, trace id, locale and logger to a request; logs and observes its end. */
export function beginRequest(
  root: Logger,
  observe: Observer,
  tracing: Tracing | null = null,
): (req: Begun, res: ServerResponse) => void {
  return (req, res) => {
    const context = new RequestContext(req, root);
    req[CONTEXT] = context;
    if (tracing !== null) traceRequest(tracing, context, req, res);
    const began = performance.now();
    res.once('close', () => {
      const milliseconds = performance.now() - began;
      observe(context.operation?.id ?? 'none', res.statusCode, milliseconds / 1_000);
      logEnd(root, context, req.method, res, milliseconds);
    });
  };
}

/** The span of a request. Its path is not recorded, because it may contain a token; its operation is known at the end. */
function traceRequest(tracing: Tracing, context: RequestContext, req: Begun, res: ServerResponse): void {
  const given = req.headers.traceparent;
  const method = req.method ?? 'GET';
  const span: Span = tracing.begin(method, 'server', typeof given === 'string' ? given : undefined, {
    ...{ 'http.request.method': method, 'wasl.request_id': context.requestId },
  });
  context.trace = span.trace;
  res.once('close', () => {
    const operation = context.operation?.id;
    if (operation !== undefined) span.rename(operation);
    const failed = res.statusCode >= 500;
    span.end({ 'http.response.status_code': res.statusCode, 'wasl.finished': res.writableFinished }, failed);
  });
}

/** Logs the path without its query, because a search may contain a person's name. */
function logEnd(
  root: Logger,
  context: RequestContext,
  method: string | undefined,
  res: ServerResponse,
  milliseconds: number,
): void {
  const level = res.statusCode >= 500 ? 'error' : 'info';
  if (!root.isLevelEnabled(level)) return;
  const end = { method, path: context.path, status: res.statusCode, milliseconds };
  root[level]({ ...context.ids(), ...end, finished: res.writableFinished }, 'request');
}

/** Applies the headers collected so far, for code that responds through Express. */
export function applyHeaders(req: IncomingMessage, res: ServerResponse): void {
  const headers = contextOf(req).headers();
  for (let at = 0; at < headers.length; at += 2) res.setHeader(String(headers[at]), headers[at + 1] ?? '');
}

/** Strips scheme and host, which a proxy may send. */
function originForm(url: string): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Parsed Accept-Language headers; only few distinct values occur. */
const locales = new LRUCache<string, Locale>({ max: 500 });
const MAX_REMEMBERED_LENGTH = 200;

/** `?locale=` takes precedence over Accept-Language, in refusals too. */
function localeOf({ headers }: IncomingMessage, search: string): Locale {
  const asked = search.includes('locale') ? new URLSearchParams(search).get('locale') : null;
  if (asked === 'ar' || asked === 'en') return asked;
  const header = headers['accept-language'];
  if (header === undefined) return 'en';
  const known = locales.get(header);
  if (known !== undefined) return known;
  const locale = preferredLanguage(header, ['en', 'ar']);
  if (header.length <= MAX_REMEMBERED_LENGTH) locales.set(header, locale);
  return locale;
}

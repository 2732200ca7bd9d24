import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Locale } from '../texts/locale.ts';
import type { OperationRules } from './contract.ts';
import { preferredLanguage } from './negotiate.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Names and values in turn, as Node writes them with the least work. */
export type HeaderList = (string | number)[];

/** What every answer has. */
const COMMON_HEADERS: HeaderList = [
  ...['Vary', 'Accept-Language, Authorization'],
  ...Object.entries(SECURITY_HEADERS).flat(),
];

/** Notes how a request ended. */
export type Observer = (operation: string, status: number, seconds: number) => void;

/** What every request has from its first moment. */
export class RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  /** What is asked for: the path, as it was written. */
  readonly path: string;
  /** What stands behind the path's question mark. */
  readonly search: string;
  /** Of this answer, besides what every answer has, collected on the way. */
  readonly #headers: HeaderList;
  /** The operation of the contract that is meant; null while it is not known, and for everything beside the API. */
  operation: OperationRules | null = null;
  /** The caller's address, read while the connection stands: a closed one no longer has it. */
  address: string | null = null;
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

  /** Adds a header to the answer: each is added once. */
  addHeader(name: string, value: string | number): void {
    this.#headers.push(name, value);
  }

  /**
   * Headers of the answer. Setting them on it one by one costs more than all at once.
   * @param common In place of what every answer has.
   */
  headers(common: HeaderList = COMMON_HEADERS): HeaderList {
    return common.concat(this.#headers);
  }

  /** Made when somebody has something to say: most requests have nothing but their end. */
  get log(): Logger {
    this.#log ??= this.#root.child(this.ids());
    return this.#log;
  }

  /** What a line of the log names the request by. */
  ids(): { requestId: string; traceId: string } {
    const given = typeof this.#parent === 'string' ? TRACEPARENT.exec(this.#parent)?.[1] : undefined;
    return { requestId: this.requestId, traceId: given ?? randomUUID().replaceAll('-', '') };
  }
}

/** On the request itself: a WeakMap keeps what it holds until all garbage is collected, not just the young. */
const CONTEXT = Symbol('context');
type Begun = IncomingMessage & { [CONTEXT]?: RequestContext };

export function contextOf(req: Begun): RequestContext {
  const context = req[CONTEXT];
  if (context === undefined) throw new Error('request context is missing');
  return context;
}

/** Gives a request its id, trace id, language and logger; logs and observes its end. */
export function beginRequest(root: Logger, observe: Observer): (req: Begun, res: ServerResponse) => void {
  return (req, res) => {
    const context = new RequestContext(req, root);
    req[CONTEXT] = context;
    const began = performance.now();
    res.once('close', () => {
      const milliseconds = performance.now() - began;
      observe(context.operation?.id ?? 'none', res.statusCode, milliseconds / 1_000);
      logEnd(root, context, req.method, res, milliseconds);
    });
  };
}

/** The path without its query: a search may name a person. */
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

/** Sets on an answer what has been collected so far, for those who answer in Express' way. */
export function applyHeaders(req: IncomingMessage, res: ServerResponse): void {
  const headers = contextOf(req).headers();
  for (let at = 0; at < headers.length; at += 2) res.setHeader(String(headers[at]), headers[at + 1] ?? '');
}

/** A proxy may name what it asks for with scheme and host; these are not looked at. */
function originForm(url: string): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Accept-Language is one of few texts, the same again and again. */
const locales = new LRUCache<string, Locale>({ max: 500 });
const MAX_REMEMBERED_LENGTH = 200;

/** `?locale=` wins over Accept-Language, in refusals too. */
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

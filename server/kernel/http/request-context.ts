import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Locale } from '../texts/locale.ts';
import type { OperationRules } from './contract.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** By name, each written in one way only. */
export type AnswerHeaders = Record<string, string | number>;

/** What every answer has. */
const COMMON_HEADERS: AnswerHeaders = { Vary: 'Accept-Language, Authorization', ...SECURITY_HEADERS };

/** What every request has from its first moment. */
export class RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  /** What is asked for: the path, as it was written. */
  readonly path: string;
  /** What stands behind the path's question mark. */
  readonly search: string;
  /** Of the answer, collected on the way: setting them on it one by one costs more than all at once. */
  readonly headers: AnswerHeaders;
  /** The operation of the contract that is meant; null while it is not known, and for everything beside the API. */
  operation: OperationRules | null = null;
  /** The caller's address, read while the connection stands: a closed one no longer has it. */
  address: string | null = null;
  readonly #parent: string | string[] | undefined;
  readonly #root: Logger;
  #log: Logger | null = null;

  constructor(req: Request, root: Logger) {
    const given = req.headers['x-request-id'];
    this.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const target = originForm(req.url);
    const end = target.indexOf('?');
    this.path = end === -1 ? target : target.slice(0, end);
    this.search = end === -1 ? '' : target.slice(end + 1);
    this.locale = localeOf(req, this.search);
    this.headers = { 'X-Request-Id': this.requestId, ...COMMON_HEADERS };
    this.#parent = req.headers.traceparent;
    this.#root = root;
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

/** The operation that a request meant; null for none, and for what was answered before anybody looked. */
export function operationOf(req: Begun): OperationRules | null {
  return req[CONTEXT]?.operation ?? null;
}

/** Gives a request its id, trace id, language and logger, and logs its end. */
export function beginRequest(root: Logger): RequestHandler {
  return (req: Request & Begun, res: Response, next: NextFunction) => {
    const context = new RequestContext(req, root);
    req[CONTEXT] = context;
    const began = performance.now();
    res.once('close', () => logEnd(root, context, req, res, performance.now() - began));
    next();
  };
}

/** The path without its query: a search may name a person. */
function logEnd(
  root: Logger,
  context: RequestContext,
  req: Request,
  res: Response,
  milliseconds: number,
): void {
  const level = res.statusCode >= 500 ? 'error' : 'info';
  if (!root.isLevelEnabled(level)) return;
  const { method } = req;
  const end = { method, path: context.path, status: res.statusCode, milliseconds };
  root[level]({ ...context.ids(), ...end, finished: res.writableFinished }, 'request');
}

/** Sets on an answer what has been collected so far, for those who answer in Express' way. */
export function applyHeaders(req: Request, res: Response): void {
  for (const [name, value] of Object.entries(contextOf(req).headers)) res.setHeader(name, value);
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
function localeOf(req: Request, search: string): Locale {
  const asked = search.includes('locale') ? new URLSearchParams(search).get('locale') : null;
  if (asked === 'ar' || asked === 'en') return asked;
  const header = req.headers['accept-language'];
  if (header === undefined) return 'en';
  const known = locales.get(header);
  if (known !== undefined) return known;
  const locale = req.acceptsLanguages('en', 'ar') === 'ar' ? 'ar' : 'en';
  if (header.length <= MAX_REMEMBERED_LENGTH) locales.set(header, locale);
  return locale;
}

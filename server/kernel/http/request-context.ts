import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Locale } from '../texts/locale.ts';
import type { OperationRules } from './contract.ts';
import type { BinaryBody } from './operation.ts';
import type { RateState } from './rate-limit.ts';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** By name, each written in one way only. */
export type AnswerHeaders = Record<string, string | number>;

/** What every request has from its first moment. */
export class RequestContext {
  readonly requestId: string;
  readonly locale: Locale;
  /** Of the answer, as they come up: set on it one by one, they cost more than all at once. See `tellHeaders`. */
  headers: AnswerHeaders = {};
  /** What the contract says of the operation that is meant; null for none, undefined before anybody looked. */
  rules: OperationRules | null | undefined;
  /** The picture that came as the body; null without one. */
  bytes: BinaryBody | null = null;
  /** Who asks, told while the connection stands: of one that is gone nobody knows it any more. */
  address: string | null = null;
  /** The budget once it has been spent. */
  spent: Promise<RateState> | null = null;
  readonly #parent: string | string[] | undefined;
  readonly #root: Logger;
  #log: Logger | null = null;

  constructor(req: IncomingMessage, root: Logger) {
    const given = req.headers['x-request-id'];
    this.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    this.#parent = req.headers.traceparent;
    this.locale = localeOf(req);
    this.#root = root;
  }

  /** Made when somebody has something to say: most requests have nothing but their end. */
  get log(): Logger {
    this.#log ??= this.#root.child({ requestId: this.requestId, traceId: this.#traceId() });
    return this.#log;
  }

  #traceId(): string {
    const given = typeof this.#parent === 'string' ? TRACEPARENT.exec(this.#parent)?.[1] : undefined;
    return given ?? randomBytes(16).toString('hex');
  }
}

/** Sets on an answer what has come up so far, for those who answer in Express' way. */
export function tellHeaders(req: IncomingMessage, res: ServerResponse): void {
  for (const [name, value] of Object.entries(contextOf(req).headers)) res.setHeader(name, value);
}

/** On the request itself: a WeakMap keeps what it holds until all garbage is collected, not just the young. */
const CONTEXT = Symbol('context');
type Begun = IncomingMessage & { [CONTEXT]?: RequestContext };

export function contextOf(req: Begun): RequestContext {
  const context = req[CONTEXT];
  if (context === undefined) throw new Error('request context is missing');
  return context;
}

/** Gives a request its id, trace id, language and logger, and logs its end. */
export function beginRequest(req: Begun, res: ServerResponse, log: Logger): RequestContext {
  const context = new RequestContext(req, log);
  req[CONTEXT] = context;
  const began = performance.now();
  // The path without its query: a search may name a person. Express shortens `url` on its way.
  const [path] = (req.url ?? '/').split('?', 1);
  res.once('close', () => {
    const level = res.statusCode >= 500 ? 'error' : 'info';
    if (!log.isLevelEnabled(level)) return;
    context.log[level](
      {
        method: req.method,
        path,
        status: res.statusCode,
        milliseconds: performance.now() - began,
        finished: res.writableFinished,
      },
      'request',
    );
  });
  return context;
}

/** Headers of browsers are few and the same again and again. */
const spoken = new LRUCache<string, Locale>({ max: 500 });

/** `?locale=` wins over Accept-Language, in refusals too. */
function localeOf(req: IncomingMessage): Locale {
  const query = req.url?.split('?')[1] ?? '';
  const asked = query.includes('locale') ? new URLSearchParams(query).get('locale') : null;
  if (asked === 'ar' || asked === 'en') return asked;
  const header = req.headers['accept-language'];
  if (header === undefined) return 'en';
  const known = spoken.get(header);
  if (known !== undefined) return known;
  const best = express.request.acceptsLanguages.call({ headers: req.headers } as never, 'en', 'ar');
  const locale = best === 'ar' ? 'ar' : 'en';
  if (header.length <= 200) spoken.set(header, locale);
  return locale;
}

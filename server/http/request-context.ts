import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Locale } from './operation.ts';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What every request has from its first moment. */
export interface RequestContext {
  requestId: string;
  locale: Locale;
  log: Logger;
}

const contexts = new WeakMap<Request, RequestContext>();

export function contextOf(req: Request): RequestContext {
  const context = contexts.get(req);
  if (context === undefined) throw new Error('request context is missing');
  return context;
}

/** Gives each request its id, trace id, language and logger, and logs its end. */
export function requestContext(log: Logger) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const given = req.get('x-request-id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : uuidv7();
    const traceId = TRACEPARENT.exec(req.get('traceparent') ?? '')?.[1] ?? randomBytes(16).toString('hex');
    const locale = localeOf(req);
    const child = log.child({ requestId, traceId });
    contexts.set(req, { requestId, locale, log: child });
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('Vary', 'Accept-Language, Authorization');
    const start = process.hrtime.bigint();
    res.once('close', () => {
      const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
      const level = res.statusCode >= 500 ? 'error' : 'info';
      // The path without its query: a search may name a person.
      child[level](
        {
          method: req.method,
          path: req.baseUrl + req.path,
          status: res.statusCode,
          milliseconds,
          finished: res.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}

/** `?locale=` wins over Accept-Language, in refusals too. */
function localeOf(req: Request): Locale {
  const asked = new URLSearchParams(req.url.split('?')[1] ?? '').get('locale');
  if (asked === 'ar' || asked === 'en') return asked;
  return req.acceptsLanguages('en', 'ar') === 'ar' ? 'ar' : 'en';
}

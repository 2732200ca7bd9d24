import type { NextFunction, Request, Response } from 'express';
import { renderProblem, toWaslError } from './problem.ts';
import { applyHeaders, contextOf } from './request-context.ts';

/**
 * Answers whatever was thrown as a problem document, and logs what is not the caller's doing. The last of the
 * application; Express tells by its four parameters that it takes errors.
 */
export function answerProblem(thrown: unknown, req: Request, res: Response, next: NextFunction): void {
  const context = contextOf(req);
  const { requestId, locale, log } = context;
  const error = toWaslError(thrown);
  if (error.status >= 500) log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.cause !== undefined)
    log.warn({ err: error.cause }, 'a value passed validation and could not be used');
  // Half an answer is none: Express breaks the connection off, so that the caller sees it.
  if (res.headersSent) {
    next(thrown);
    return;
  }
  applyHeaders(req, res);
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  res.setHeader('Content-Language', locale);
  res.setHeader('Cache-Control', 'no-store');
  const body = renderProblem(error, { instance: context.path, requestId, locale });
  res.status(error.status).type('application/problem+json').send(JSON.stringify(body));
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderProblem, toWaslError } from './problem.ts';
import { applyHeaders, contextOf } from './request-context.ts';

/** Responds to any error with a problem document, and logs errors not caused by the client. */
export function answerProblem(thrown: unknown, req: IncomingMessage, res: ServerResponse): void {
  const context = contextOf(req);
  const { requestId, locale, log } = context;
  const error = toWaslError(thrown);
  if (error.status >= 500) log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.code === 'idempotency.MISMATCH')
    // The client's mistake; the service did nothing, and nothing of the service is wrong.
    log.info('refused: the Idempotency-Key was used for a different request before');
  else if (error.cause !== undefined)
    log.warn({ err: error.cause }, 'a value passed validation but could not be processed');
  if (res.headersSent) {
    // Headers are already sent: abort the connection, so that the client notices the incomplete response.
    res.destroy();
    return;
  }
  applyHeaders(req, res);
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  const body = renderProblem(error, { instance: context.path, requestId, locale });
  const json = JSON.stringify(body);
  res.setHeader('Content-Language', locale);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.writeHead(error.status).end(req.method === 'HEAD' ? undefined : json);
}

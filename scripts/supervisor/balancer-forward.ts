import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Backend } from './backends.ts';
import type { Body } from './balancer-body.ts';
import { forwardedFor, passedOn } from './balancer-headers.ts';

/** The process closed the connection before it began to answer. */
export class NotAnswered extends Error {
  /** The process was not reached, so it has seen nothing of the request. */
  readonly unsent: boolean;

  constructor(unsent: boolean, cause: unknown) {
    super('The process did not answer.', { cause });
    this.unsent = unsent;
  }
}

/** Milliseconds; longer than any API request takes, so a process that is silent for this long is stuck. */
const SILENCE = 60_000;

/** Forwards a request and its answer. Rejects with NotAnswered if it fails before anything was sent to the client. */
export function forward(
  { port, agent }: Backend,
  req: IncomingMessage,
  res: ServerResponse,
  body: Body,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = passedOn(req, ['x-forwarded-for', ...(body.whole ? ['content-length'] : [])]);
    headers.push('X-Forwarded-For', forwardedFor(req));
    if (body.whole && (hasBody(req) || MEANT_FOR_BODIES.has(req.method ?? '')))
      headers.push('Content-Length', String(body.start.length));
    const path = req.url ?? '/';
    const outgoing = request({
      host: '127.0.0.1',
      port,
      agent,
      method: req.method ?? 'GET',
      path,
      headers,
      setHost: false,
      timeout: SILENCE,
    });
    const abort = () => outgoing.destroy();
    res.once('close', abort);
    outgoing.once('timeout', () => outgoing.destroy(new Error('The process is silent.')));
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      res.off('close', abort);
      if (res.headersSent || res.destroyed) {
        res.destroy();
        resolve();
      } else {
        reject(new NotAnswered(error.code === 'ECONNREFUSED', error));
      }
    });
    outgoing.once('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', passedOn(answer));
      answer.pipe(res);
      // A truncated answer must not look complete.
      answer.once('aborted', () => res.destroy());
      answer.once('error', () => res.destroy());
      res.once('close', resolve);
    });
    outgoing.write(body.start);
    if (body.whole) outgoing.end();
    else req.pipe(outgoing);
  });
}

/** Methods that need a Content-Length: without one they would be sent with a chunked body. */
const MEANT_FOR_BODIES = new Set(['POST', 'PUT', 'PATCH']);

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

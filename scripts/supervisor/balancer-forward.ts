import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Backend } from './backends.ts';
import type { Body } from './balancer-body.ts';
import { forwardedFor, passedOn } from './balancer-headers.ts';

/** The process broke off before it began to answer. */
export class NotAnswered extends Error {
  /** It was not even reached: nothing of the request has been seen. */
  readonly unsent: boolean;

  constructor(unsent: boolean, cause: unknown) {
    super('The process did not answer.', { cause });
    this.unsent = unsent;
  }
}

/** Longer than the API takes for anything; a process silent for so long is stuck. Milliseconds. */
const SILENCE = 60_000;

/** Passes a request on and its answer back. Rejects with NotAnswered as long as the client was sent nothing. */
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
      // An answer cut off in the middle must not look whole.
      answer.once('aborted', () => res.destroy());
      answer.once('error', () => res.destroy());
      res.once('close', resolve);
    });
    outgoing.write(body.start);
    if (body.whole) outgoing.end();
    else req.pipe(outgoing);
  });
}

/** Without a length these would go out in chunks, which is a body of its own kind. */
const MEANT_FOR_BODIES = new Set(['POST', 'PUT', 'PATCH']);

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

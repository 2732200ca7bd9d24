import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { operationOf } from '../http/request-context.ts';
import type { Metrics } from './metrics.ts';

export interface MeteredListenerOptions {
  metrics: Pick<Metrics, 'request'>;
  /** The figures of all processes in Prometheus' text format. */
  text(): Promise<string>;
  /** Null: only this machine may ask for them. */
  token: string | null;
  log: Logger;
}

const PATH = '/metrics';
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** The application with its requests counted and timed, and GET /metrics beside it: outside the API and its budgets. */
export function meteredListener(
  application: RequestListener,
  options: MeteredListenerOptions,
): RequestListener {
  return (req, res) => {
    if (req.url?.split('?', 1)[0] === PATH) {
      void answer(req, res, options);
      return;
    }
    const began = performance.now();
    res.once('close', () => {
      const operation = operationOf(req)?.id ?? 'none';
      options.metrics.request(operation, res.statusCode, (performance.now() - began) / 1_000);
    });
    application(req, res);
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { text, token, log }: MeteredListenerOptions,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.setHeader('Allow', 'GET, HEAD');
    plain(res, 405, 'Only GET.\n');
    return;
  }
  if (!isOwnMachine(req) && !brings(req, token)) {
    res.setHeader('WWW-Authenticate', 'Bearer');
    plain(res, 401, 'Send the METRICS_TOKEN as a bearer token.\n');
    return;
  }
  try {
    plain(res, 200, await text());
  } catch (error) {
    log.error({ err: error }, 'the figures could not be told');
    plain(res, 500, 'The figures could not be collected.\n');
  }
}

function plain(res: ServerResponse, status: number, body: string): void {
  res.setHeader('Content-Type', `text/plain; ${status === 200 ? 'version=0.0.4; ' : ''}charset=utf-8`);
  res.writeHead(status).end(body);
}

/** A request that a proxy on this machine passes on is not this machine's own. */
function isOwnMachine({ headers, socket }: IncomingMessage): boolean {
  const passedOn = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  );
  return !passedOn && LOOPBACK.test(socket.remoteAddress ?? '');
}

function brings({ headers }: IncomingMessage, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

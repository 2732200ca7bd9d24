import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

export interface MetricsEndpointOptions {
  /** Metrics of all processes in Prometheus' text format. */
  text(): Promise<string>;
  /** Null: only this machine may read them. */
  token: string | null;
  log: Logger;
}

export const METRICS_PATH = '/metrics';
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** GET /metrics, outside the API and its rate limits. */
export function metricsEndpoint(options: MetricsEndpointOptions): RequestHandler {
  return (req, res, next) => {
    answer(req, res, options).catch(next);
  };
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { text, token, log }: MetricsEndpointOptions,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
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
    log.error({ err: error }, 'the metrics could not be collected');
    plain(res, 500, 'The metrics could not be collected.\n');
  }
}

function plain(res: ServerResponse, status: number, body: string): void {
  res.setHeader('Content-Type', `text/plain; ${status === 200 ? 'version=0.0.4; ' : ''}charset=utf-8`);
  res.writeHead(status).end(body);
}

/** A request forwarded by a proxy on this machine is not from this machine. */
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

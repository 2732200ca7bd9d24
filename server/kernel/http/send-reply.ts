import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId, OperationReply, PreparedBody } from './operation.ts';
import { contextOf, type HeaderList } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Browsers may store it but must revalidate every time. */
const REVALIDATED = 'no-cache';

/** Sends a serialized response; 304 if the client has it. */
export function sendPrepared(req: IncomingMessage, res: ServerResponse, { json, etag }: PreparedBody): void {
  const headers = contextOf(req).headers();
  headers.push('ETag', etag, 'Cache-Control', REVALIDATED);
  if (etagMatches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', JSON_TYPE, 'Content-Length', json.length);
  res.writeHead(200, headers).end(json);
}

/** Sends an operation's response; 304 if the client has it. Shared caches must not store it. */
export function sendReply(
  req: IncomingMessage,
  res: ServerResponse,
  reply: OperationReply<OperationId>,
): void {
  const headers = headersOf(contextOf(req).headers(), reply);
  if (reply.text !== undefined) {
    const { type, content } = reply.text;
    send(res, reply.status, headers, type.startsWith('text/') ? `${type}; charset=utf-8` : type, content);
  } else if (reply.body === undefined) res.writeHead(reply.status, headers).end();
  else if (hasAlready(req, reply)) res.writeHead(304, headers).end();
  else send(res, reply.status, headers, JSON_TYPE, JSON.stringify(reply.body));
}

function send(
  res: ServerResponse,
  status: number,
  headers: HeaderList,
  type: string,
  content: string | Buffer,
): void {
  headers.push('Content-Type', type, 'Content-Length', Buffer.byteLength(content));
  res.writeHead(status, headers).end(content);
}

/** Headers of the request and the reply. The reply's take precedence, except that Vary is merged. */
function headersOf(headers: HeaderList, reply: OperationReply<OperationId>): HeaderList {
  if (reply.etag !== undefined) headers.push('ETag', `"${reply.etag}"`);
  if (reply.replayed === true) headers.push('Idempotent-Replayed', 'true');
  // The same resource exists in another media type.
  const varies = reply.text === undefined ? {} : { Vary: 'Accept' };
  for (const [name, value] of Object.entries({ ...varies, ...reply.headers })) {
    const known = headers.indexOf(name);
    if (known === -1) headers.push(name, value);
    else headers[known + 1] = name === 'Vary' ? `${headers[known + 1]}, ${value}` : value;
  }
  headers.push('Cache-Control', 'no-store');
  return headers;
}

/** Whether the client's copy is current. */
function hasAlready(
  { method, headers }: IncomingMessage,
  { etag, headers: own }: OperationReply<OperationId>,
): boolean {
  const tag = etag === undefined ? own?.ETag : `"${etag}"`;
  return method === 'GET' && tag !== undefined && etagMatches(headers['if-none-match'], tag);
}

/** Whether If-None-Match contains this ETag. */
function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}

import type { Request, Response } from 'express';
import type { OperationId, OperationReply, PreparedBody } from './operation.ts';
import { type AnswerHeaders, contextOf } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Kept by browsers, and asked about every time. */
const REVALIDATED = 'no-cache';

/** A response whose text was made before; 304 for a client that has it. */
export function sendPrepared(req: Request, res: Response, { json, etag }: PreparedBody): void {
  const { headers } = contextOf(req);
  headers.ETag = etag;
  headers['Cache-Control'] = REVALIDATED;
  if (etagMatches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  headers['Content-Type'] = JSON_TYPE;
  headers['Content-Length'] = json.length;
  res.writeHead(200, headers).end(json);
}

/** A response as its operation gave it; 304 for a client that has it. Nothing in between may keep it. */
export function sendReply(req: Request, res: Response, reply: OperationReply<OperationId>): void {
  // A copy: should one of these not be fit to be sent, the refusal must not have it.
  const headers = { ...contextOf(req).headers };
  if (reply.etag !== undefined) headers.ETag = `"${reply.etag}"`;
  if (reply.replayed === true) headers['Idempotent-Replayed'] = 'true';
  for (const [name, value] of Object.entries(reply.headers ?? {}))
    headers[name] = name === 'Vary' ? `${headers.Vary}, ${value}` : value;
  headers['Cache-Control'] = 'no-store';
  if (reply.text !== undefined) {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.status(reply.status).type(reply.text.type).vary('Accept').send(reply.text.content);
  } else if (reply.body === undefined) res.writeHead(reply.status, headers).end();
  else if (hasAlready(req, headers)) res.writeHead(304, headers).end();
  else {
    // Without what Express looks up for every answer: its settings, a digest.
    const json = JSON.stringify(reply.body);
    headers['Content-Type'] = JSON_TYPE;
    headers['Content-Length'] = Buffer.byteLength(json);
    res.writeHead(reply.status, headers).end(json);
  }
}

/** Whether the client has this very response. */
function hasAlready({ method, headers: asked }: Request, { ETag: etag }: AnswerHeaders): boolean {
  return method === 'GET' && typeof etag === 'string' && etagMatches(asked['if-none-match'], etag);
}

/** Whether If-None-Match names this response, among others perhaps. */
function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}

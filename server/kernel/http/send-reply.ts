import type { Request, Response } from 'express';
import type { OperationId, OperationReply } from './operation.ts';
import { meets, type PreparedBody, REVALIDATED } from './repeats.ts';
import { type AnswerHeaders, contextOf } from './request-context.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer whose text was made before; 304 for who has it. */
export function sendPrepared(req: Request, res: Response, { json, etag }: PreparedBody): void {
  const { headers } = contextOf(req);
  headers.ETag = etag;
  headers['Cache-Control'] = REVALIDATED;
  if (meets(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  headers['Content-Type'] = JSON_TYPE;
  headers['Content-Length'] = json.length;
  res.writeHead(200, headers).end(json);
}

/** An answer as its operation gave it; 304 for who has it. Nothing in between may keep it. */
export function sendReply(req: Request, res: Response, reply: OperationReply<OperationId>): void {
  // A copy: should one of these not be fit to be sent, the refusal must not have it.
  const headers = { ...contextOf(req).headers };
  if (reply.etag !== undefined) headers.ETag = `"${reply.etag}"`;
  if (reply.replayed === true) headers['Idempotent-Replayed'] = 'true';
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    headers[name] = name === 'Vary' ? `${headers.Vary}, ${value}` : value;
  }
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

/** Whether the caller has this very answer. */
function hasAlready({ method, headers: asked }: Request, { ETag: etag }: AnswerHeaders): boolean {
  return method === 'GET' && typeof etag === 'string' && meets(asked['if-none-match'], etag);
}

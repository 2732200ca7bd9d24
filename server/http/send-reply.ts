import type { Request, Response } from 'express';
import type { OperationId, OperationReply } from './operation.ts';
import { meets, type PreparedBody, REVALIDATED } from './repeats.ts';

/** An answer whose text was made before; 304 for who has it. */
export function sendPrepared(req: Request, res: Response, { json, etag }: PreparedBody): void {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', REVALIDATED);
  if (meets(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  res.type('json').setHeader('Content-Length', json.length);
  res.end(json);
}

/** An answer as its operation gave it; 304 for who has it. Nothing in between may keep it. */
export function sendReply(req: Request, res: Response, reply: OperationReply<OperationId>): void {
  if (reply.etag !== undefined) res.setHeader('ETag', `"${reply.etag}"`);
  if (reply.replayed === true) res.setHeader('Idempotent-Replayed', 'true');
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.status(reply.status);
  if (reply.text !== undefined) res.type(reply.text.type).vary('Accept').send(reply.text.content);
  else if (reply.body === undefined) res.end();
  else if (hasAlready(req, res)) res.status(304).end();
  else {
    // Without what Express looks up for every answer: its settings, a digest.
    const json = Buffer.from(JSON.stringify(reply.body));
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  }
}

/** Whether the caller has this very answer. */
function hasAlready(req: Request, res: Response): boolean {
  const etag = res.getHeader('ETag');
  return req.method === 'GET' && typeof etag === 'string' && meets(req.headers['if-none-match'], etag);
}

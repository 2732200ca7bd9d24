import type { IncomingMessage } from 'node:http';

export interface Body {
  /** Read so far. */
  readonly start: Buffer;
  /** Nothing follows: it can be sent again. */
  readonly whole: boolean;
}

/** A body larger than this is passed on as it comes, and only once. Bytes. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Reads a request's body as far as it is kept. Rejects when the client broke off. */
export function readBody(req: IncomingMessage): Promise<Body> {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) {
    req.resume();
    return Promise.resolve({ start: Buffer.alloc(0), whole: true });
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (whole: boolean) => {
      req.off('data', take).off('end', end).off('close', broken);
      if (!whole) req.pause();
      resolve({ start: Buffer.concat(chunks), whole });
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BUFFERED_BYTES) finish(false);
    };
    const end = () => finish(true);
    const broken = () => reject(new Error('The client broke off.'));
    req.on('data', take).once('end', end).once('close', broken);
  });
}

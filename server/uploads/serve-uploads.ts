import { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import type { FileStore } from './file-store.ts';

export const UPLOADS_PREFIX = '/uploads';

/** A picture that opens as a page of its own can run nothing and reach nothing. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";
const A_YEAR = 365 * 86_400;

/** Where the pictures are looked at: their names are the permission, and what a name stands for never changes. */
export function serveUploads(files: FileStore): Router {
  const router = Router();
  router.get('/:name', (req: Request, res: Response, next: NextFunction) => {
    send(files, String(req.params.name), res).catch(next);
  });
  return router;
}

async function send(files: FileStore, name: string, res: Response): Promise<void> {
  const found = await files.find(name);
  if (found === null) throw new WaslError('common.NOT_FOUND', { detail: 'There is no such picture.' });
  res.set({
    'Content-Type': found.type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': `private, max-age=${A_YEAR}, immutable`,
  });
  res.send(found.bytes);
}

/** Where a picture of this name is looked at. */
export function urlOf(name: string): string {
  return `${UPLOADS_PREFIX}/${name}`;
}

import { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../../actors/errors.ts';
import { readFileName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { A_YEAR } from './image-reader.ts';

export const UPLOADS_PREFIX = '/uploads';

/** A picture that opens as a page of its own can run nothing and reach nothing. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Where the pictures are looked at: their names are the permission, and what a name stands for never changes. */
export function serveUploads(files: FileStore): Router {
  const router = Router();
  router.get('/:name', (req: Request, res: Response, next: NextFunction) => {
    send(files, String(req.params.name), res).catch(next);
  });
  return router;
}

async function send(files: FileStore, name: string, res: Response): Promise<void> {
  const known = readFileName(name);
  const bytes = known === null ? null : await files.find(name);
  if (known === null || bytes === null)
    throw new WaslError('common.NOT_FOUND', { detail: 'There is no such picture.' });
  const { type, audience } = known;
  res.set({
    'Content-Type': type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    // What everybody may see, other sites' pages and shared caches may hold.
    'Cross-Origin-Resource-Policy': audience === 'public' ? 'cross-origin' : 'same-origin',
    'Cache-Control': `${audience}, max-age=${A_YEAR}, immutable`,
  });
  res.send(bytes);
}

/** Where a picture of this name is looked at. */
export function urlOf(name: string): string {
  return `${UPLOADS_PREFIX}/${name}`;
}

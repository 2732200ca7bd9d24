import { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../../actors/errors.ts';
import { readFileName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { YEAR_S } from './image-reader.ts';

export const UPLOADS_PREFIX = '/uploads';

/** A picture opened as a page of its own can run nothing and load nothing. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Serves pictures. Knowing a name is the permission, and its content never changes. */
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
    throw new WaslError('common.NOT_FOUND', { detail: 'This picture does not exist.' });
  const { type, audience } = known;
  res.set({
    'Content-Type': type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    // Public pictures may be embedded by other sites and stored in shared caches.
    'Cross-Origin-Resource-Policy': audience === 'public' ? 'cross-origin' : 'same-origin',
    'Cache-Control': `${audience}, max-age=${YEAR_S}, immutable`,
  });
  res.send(bytes);
}

/** Address of the picture with this name. */
export function urlOf(name: string): string {
  return `${UPLOADS_PREFIX}/${name}`;
}

import { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../../actors/errors.ts';
import type { Secrets } from '../security/secrets.ts';
import { type Audience, readFileName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { YEAR_S } from './image-reader.ts';
import { LINK_LIFE_S, type LinkOf, PrivateLinks } from './private-links.ts';

export const UPLOADS_PREFIX = '/uploads';

/** A picture opened as a page of its own can run nothing and load nothing. */
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves pictures, whose content never changes: public ones to everybody, private ones for as long as their signed link
 * is good. A private one without a link is as absent as one that does not exist.
 */
export function serveUploads(files: FileStore, secrets: Secrets): Router {
  const router = Router();
  const links = new PrivateLinks(secrets);
  router.get('/:name', (req: Request, res: Response, next: NextFunction) => {
    const name = String(req.params.name);
    const admits = () => links.admits(name, req.query);
    send(files, { name, admits }, res).catch(next);
  });
  return router;
}

async function send(
  files: FileStore,
  { name, admits }: { name: string; admits: () => boolean },
  res: Response,
): Promise<void> {
  const known = readFileName(name);
  const mayRead = known !== null && (known.audience === 'public' || admits());
  const bytes = mayRead ? await files.find(name) : null;
  if (known === null || bytes === null)
    throw new WaslError('common.NOT_FOUND', { detail: 'This picture does not exist.' });
  res.set({ 'Content-Type': known.type, ...pictureHeaders(known.audience) });
  res.send(bytes);
}

/** The headers of a picture besides its type. */
export function pictureHeaders(audience: Audience): Record<string, string> {
  return {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    // Public pictures may be embedded by other sites and stored in shared caches.
    'Cross-Origin-Resource-Policy': audience === 'public' ? 'cross-origin' : 'same-origin',
    'Cache-Control':
      audience === 'public' ? `public, max-age=${YEAR_S}, immutable` : `private, max-age=${LINK_LIFE_S}`,
  };
}

/** Address of the public picture with this name. */
export function urlOf(name: string): string {
  return `${UPLOADS_PREFIX}/${name}`;
}

/** Addresses of private pictures, each good for a few minutes. */
export function privateLinks(secrets: Secrets): LinkOf {
  const links = new PrivateLinks(secrets);
  return (name) => `${urlOf(name)}?${links.queryFor(name)}`;
}

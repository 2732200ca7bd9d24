import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import { AppCatalogue } from './app-catalogue.ts';

export const APPS_PREFIX = '/apps';
/** Where Android looks for the apps that may open a host's links. */
const LINKS = '/.well-known/assetlinks.json';

/** The APK files that the list names, and for Android which apps open this host's links. */
export function serveApps(folder: string, budget: RequestHandler): Router {
  const catalogue = new AppCatalogue(folder);
  const router = Router();
  router.get(LINKS, budget, (_: Request, res: Response, next: NextFunction) => {
    linksOf(catalogue).then((links) => res.json(links), next);
  });
  router.get(`${APPS_PREFIX}/:file`, budget, (req: Request, res: Response, next: NextFunction) => {
    send(catalogue, String(req.params.file), res, next).catch(next);
  });
  return router;
}

async function linksOf(catalogue: AppCatalogue) {
  const given = await catalogue.read();
  if (given === null) throw new WaslError('common.NOT_FOUND', { detail: 'No apps are given out.' });
  // As certificates are written there: AB:CD:…
  const signer = given.signer.toUpperCase().match(/../g)?.join(':') ?? '';
  return given.apps.map(({ id }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: id, sha256_cert_fingerprints: [signer] },
  }));
}

async function send(catalogue: AppCatalogue, file: string, res: Response, next: NextFunction): Promise<void> {
  const given = await catalogue.read();
  const app = given?.apps.find((each) => each.file === file);
  if (app === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'This app is not given out.' });
  res.set({
    'Content-Type': 'application/vnd.android.package-archive',
    'Content-Disposition': `attachment; filename="${file}"`,
    // A file may be built again under the same name.
    'Cache-Control': 'no-cache',
    ETag: `"${app.sha256}"`,
  });
  // Its folder may be below one that begins with a dot, as .data is.
  const options = {
    root: catalogue.folder,
    dotfiles: 'allow',
    cacheControl: false,
    lastModified: false,
  } as const;
  res.sendFile(file, options, (error) => {
    if (error === undefined) return;
    if (res.headersSent) res.destroy();
    else next(new WaslError('common.NOT_FOUND', { detail: 'This app is not given out.' }));
  });
}

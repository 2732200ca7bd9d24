import { Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import { preferredLanguage } from '../kernel/http/negotiate.ts';
import { ConsoleFiles } from './console-files.ts';
import { consolePolicy, noDevice } from './console-policy.ts';
import { sendBuiltFile } from './console-router.ts';
import { linksOf, MISSING } from './guide-links.ts';

const NAME = 'docs';

/**
 * Serves the guide: files only, a folder's page being its `index.html`. Its root leads to the reader's language.
 * @param address The guide's own, for its links; null: unknown.
 */
export function guideRouter(consolesDir: string, address: string | null): Router {
  let files: ConsoleFiles | null = null;
  const router = Router({ strict: true });
  router.use(consolePolicy({ origins: [] }), (req, res) => {
    res.setHeader('Permissions-Policy', noDevice());
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      throw new WaslError('common.METHOD_NOT_ALLOWED');
    }
    files ??= ConsoleFiles.open(consolesDir, NAME);
    if (files === null)
      throw new WaslError('common.NOT_FOUND', { detail: 'The guide has not been built. Run: npm run build' });
    const [asked = ''] = req.originalUrl.split('?');
    const name = req.path.slice(1);
    const redirect = (status: number, to: string) => res.redirect(status, `${req.baseUrl}/${to}`);
    if (asked === req.baseUrl || name === '') {
      res.setHeader('Vary', 'Accept-Language');
      return redirect(302, `${preferredLanguage(req.get('accept-language'), ['en', 'ar'])}/`);
    }
    // Without the trailing slash, relative addresses in the page would resolve wrongly.
    if (files.find(`${name}/index.html`) !== null) return redirect(308, `${name}/`);
    const file = files.find(name.endsWith('/') ? `${name}index.html` : name);
    if (file !== null) {
      const links = address === null ? undefined : linksOf(address, name);
      if (links !== undefined) res.setHeader('Link', links);
      return sendBuiltFile(req, res, files, file, name.endsWith(MISSING) ? 404 : 200);
    }
    if (/\.\w+$/.test(name)) throw new WaslError('common.NOT_FOUND', { detail: 'This file does not exist.' });
    redirect(302, `${name.startsWith('ar/') ? 'ar' : 'en'}/${MISSING}`);
  });
  return router;
}

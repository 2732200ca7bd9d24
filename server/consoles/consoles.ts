import { type RequestHandler, Router } from 'express';
import type { Config } from '../kernel/process/config.ts';
import type { DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { ConsoleSurface } from '../kernel/security/surface-roles.ts';
import { consoleRouter } from './console-router.ts';
import { guideAddress } from './guide-links.ts';
import { guideRouter } from './guide-router.ts';

export { ConsoleFiles, ENCODINGS, type Encoding } from './console-files.ts';
export { consoleHeaders, guideHeaders } from './console-policy.ts';
export { acceptedEncoding, consoleRouter, FOREVER, knows, sendBuiltFile } from './console-router.ts';
export { pageLinks } from './guide-links.ts';

export const SURFACES: readonly ConsoleSurface[] = ['dispatch', 'driver', 'seller'];

/**
 * Every console and the guide at its path. A host of its own redirects from its root to its console; the API's host
 * redirects to the guide, and the guide's host has nothing else.
 */
export function consoles(config: Config, demoAccounts: DemoAccountsOf): Router {
  const { consolesDir, surfaceHosts, apiHost, docsHost, map, demo, minPasswordLength } = config;
  const streetRoutes = config.travelTimesUrl !== null;
  const router = Router({ strict: true });
  const guide = guideRouter(consolesDir, guideAddress(config));
  if (docsHost !== null) router.use(onHost(docsHost, guide));
  router.get('/', (req, res, next) => {
    if (apiHost !== null && req.host === apiHost) return res.redirect(302, '/guide');
    const surface = SURFACES.find(
      (known) => surfaceHosts[known] !== null && surfaceHosts[known] === req.host,
    );
    if (surface === undefined) return next();
    res.redirect(302, `/${surface}/`);
  });
  for (const surface of SURFACES) {
    router.use(
      `/${surface}`,
      consoleRouter({ surface, consolesDir, map, streetRoutes, demo, minPasswordLength, demoAccounts }),
    );
  }
  router.use('/guide', guide);
  return router;
}

/** The guide at the root of its own host; its addresses below /guide lead there. */
function onHost(host: string, guide: Router): RequestHandler {
  return (req, res, next) => {
    if (req.host !== host) return next();
    const [, rest] = /^\/guide(?:\/(.*))?$/.exec(req.originalUrl) ?? [];
    if (rest === undefined && req.path !== '/guide') return guide(req, res, next);
    // Another slash in front would name another host.
    res.redirect(308, `/${(rest ?? '').replace(/^[\\/]+/, '')}`);
  };
}

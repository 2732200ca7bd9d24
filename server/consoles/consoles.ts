import { Router } from 'express';
import type { Config } from '../kernel/process/config.ts';
import type { DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { ConsoleSurface } from '../kernel/security/surface-roles.ts';
import { consoleRouter } from './console-router.ts';
import { guideRouter } from './guide-router.ts';

export { ConsoleFiles, ENCODINGS, type Encoding } from './console-files.ts';
export { consoleHeaders } from './console-policy.ts';
export { acceptedEncoding, consoleRouter, FOREVER, knows, sendBuiltFile } from './console-router.ts';

export const SURFACES: readonly ConsoleSurface[] = ['dispatch', 'driver', 'seller'];

/**
 * Every console and the guide at its path. A host of its own redirects from its root to its console; the API's host redirects to the
 * guide.
 */
export function consoles(config: Config, demoAccounts: DemoAccountsOf): Router {
  const { consolesDir, surfaceHosts, apiHost, map, demo, minPasswordLength } = config;
  const streetRoutes = config.travelTimesUrl !== null;
  const router = Router({ strict: true });
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
  router.use('/guide', guideRouter(consolesDir));
  return router;
}

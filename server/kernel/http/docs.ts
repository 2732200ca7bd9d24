import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type Response, Router } from 'express';
import helmet from 'helmet';
import type { Document } from 'openapi-backend';
import swaggerUi from 'swagger-ui-express';
import { projectRoot } from '../../../db/root.ts';
import { type DemoSignIn, shownDocument } from './docs-document.ts';
import { liveEvents } from './docs-live.ts';
import { docsPage } from './docs-page.ts';

const HERE = path.join(projectRoot, 'server/kernel/http');
const { resolve } = createRequire(path.join(projectRoot, 'package.json'));
const FONTS = path.dirname(
  resolve('@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-400-normal.woff2'),
);

/** Files of ours beside the page, by the name that the page asks for. */
const OURS: Readonly<Record<string, string>> = {
  'page.js': path.join(HERE, 'docs.browser.js'),
  'session.js': path.join(HERE, 'docs-session.browser.js'),
  'page.css': path.join(HERE, 'docs.browser.css'),
  'tokens.css': path.join(projectRoot, 'consoles/shared/theme/tokens.css'),
  'asyncapi.yaml': path.join(projectRoot, 'realtime/asyncapi.yaml'),
};

export interface DocsOptions {
  document: () => Document;
  /** The demo installation's people, whom the page offers to sign in as; none elsewhere. */
  demo: readonly DemoSignIn[];
  /** Files of ours; others in a test. */
  files?: Readonly<Record<string, string>>;
}

/**
 * The interactive documentation: Swagger's list of operations in a page of ours, with groups by role, a search, one
 * sign-in for all operations, and the events of the live channel. Its policy allows no inline script; Swagger's inline
 * styles and data images need an exception.
 */
export function docs({ document, demo, files = OURS }: DocsOptions): Router {
  const router = Router();
  // Made for who asks first, if anybody does: they take megabytes.
  let page: string | null = null;
  let shown: string | null = null;
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
    }),
  );
  router.get('/', (req, res) => {
    // What the page asks for is named from the root, but people share this address.
    if (!req.originalUrl.split('?')[0]?.endsWith('/')) return res.redirect(301, '/docs/');
    const { description: conventions = '' } = document().info;
    page ??= docsPage({ demo, events: liveEvents(), conventions });
    return res.type('html').send(page);
  });
  router.get('/document.json', (_, res) => {
    shown ??= JSON.stringify(shownDocument(document(), demo));
    res.type('json').send(shown);
  });
  for (const [name, file] of Object.entries(files)) router.get(`/${name}`, (_, res) => sendFrom(res, file));
  router.use('/fonts', express.static(FONTS, { index: false }));
  router.use(swaggerUi.serve);
  return router;
}

/** An absolute path is refused when a folder above begins with a dot, as in ~/.local/src; below a root only its rest counts. */
function sendFrom(res: Response, file: string): void {
  res.sendFile(path.basename(file), { root: path.dirname(file) });
}

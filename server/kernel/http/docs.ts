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

/** Our files next to the page, by the requested name. */
const OURS: Readonly<Record<string, string>> = {
  'page.js': path.join(HERE, 'docs.browser.js'),
  'session.js': path.join(HERE, 'docs-session.browser.js'),
  'page.css': path.join(HERE, 'docs.browser.css'),
  'tokens.css': path.join(projectRoot, 'consoles/shared/theme/tokens.css'),
  'asyncapi.yaml': path.join(projectRoot, 'realtime/asyncapi.yaml'),
};

export interface DocsOptions {
  document: () => Document;
  /** Demo accounts offered for sign-in; empty otherwise. */
  demo: readonly DemoSignIn[];
  /** Overridden in tests. */
  files?: Readonly<Record<string, string>>;
}

/**
 * The interactive documentation: Swagger UI in our page with groups by role, search, one sign-in for all operations,
 * and the live channel's events. Its policy forbids inline scripts; Swagger's inline styles and data images need an
 * exception.
 */
export function docs({ document, demo, files = OURS }: DocsOptions): Router {
  const router = Router();
  // Created on first request, because they take megabytes.
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
    // The page's assets are addressed from the root, but people share this address.
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

/** Relative to a root: sendFile refuses an absolute path with a dot folder in it, such as ~/.local/src. */
function sendFrom(res: Response, file: string): void {
  res.sendFile(path.basename(file), { root: path.dirname(file) });
}

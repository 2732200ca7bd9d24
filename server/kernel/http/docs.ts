import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Document } from 'openapi-backend';
import swaggerUi from 'swagger-ui-express';
import { projectRoot } from '../../../db/root.ts';

const SESSION_SCRIPT = path.join(projectRoot, 'server/kernel/http/docs-session.browser.js');

/**
 * The interactive documentation. swagger-ui-express serves its set-up as a script file, so scripts need no
 * exception in the policy; its inline styles and data images do.
 * @param sessionScript Absolute path of the script that the page runs beside Swagger's own.
 */
export function docs(document: () => Document, sessionScript = SESSION_SCRIPT): Router {
  const router = Router();
  // Made for who asks first, if anybody does: it takes megabytes.
  let page: RequestHandler | null = null;
  const prepare: RequestHandler = (_req, _res, next) => {
    page ??= pageOf(document());
    next();
  };
  const show: RequestHandler = (req, res, next) => page?.(req, res, next);
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
  router.get('/session.js', (_, res) => {
    // An absolute path is refused when a folder above begins with a dot, as in ~/.local/src; below a root only its rest counts.
    res.sendFile(path.basename(sessionScript), { root: path.dirname(sessionScript) });
  });
  // What serves the page's script knows of the page once that has been made.
  router.use(prepare, swaggerUi.serve, show);
  return router;
}

function pageOf(document: Document): RequestHandler {
  return swaggerUi.setup(withoutOptionalPrefills(document), {
    customSiteTitle: 'Wasl API',
    customJs: '/docs/session.js',
    swaggerOptions: {
      persistAuthorization: false,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
    },
  });
}

interface ShownParameter {
  name?: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}

/** Needed on every edit, though the contract cannot mark it so: see components.parameters.IfMatch. */
const NEEDED_HEADER = 'If-Match';

/**
 * The page fills every parameter's example into its form. A cursor, filter or Idempotency-Key that nobody asked for
 * would spoil the call, so optional ones stay empty and show their example in words.
 */
function withoutOptionalPrefills(document: Document): Document {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths ?? {}).flatMap((item) => Object.values(item ?? {}));
  const inline = operations.flatMap((operation) => parametersOf(operation));
  const shared = Object.values(copy.components?.parameters ?? {}) as ShownParameter[];
  for (const parameter of [...shared, ...inline]) {
    if (parameter.example === undefined || parameter.required === true || parameter.name === NEEDED_HEADER)
      continue;
    parameter.description = `${parameter.description ?? ''} E.g. \`${String(parameter.example)}\`.`.trim();
    delete parameter.example;
  }
  return copy;
}

function parametersOf(operation: unknown): ShownParameter[] {
  const isOperation = typeof operation === 'object' && operation !== null && 'parameters' in operation;
  return isOperation && Array.isArray(operation.parameters) ? (operation.parameters as ShownParameter[]) : [];
}

import { Router } from 'express';
import helmet from 'helmet';
import type { Document } from 'openapi-backend';
import swaggerUi from 'swagger-ui-express';

/**
 * The interactive documentation. swagger-ui-express serves its set-up as a script file, so scripts need no
 * exception in the policy; its inline styles and data images do.
 */
export function docs(document: Document): Router {
  const router = Router();
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          frameAncestors: ["'none'"],
        },
      },
    }),
  );
  router.use(
    swaggerUi.serve,
    swaggerUi.setup(document, {
      customSiteTitle: 'Wasl API',
      swaggerOptions: {
        persistAuthorization: false,
        displayRequestDuration: true,
        docExpansion: 'none',
        filter: true,
        tryItOutEnabled: true,
      },
    }),
  );
  return router;
}

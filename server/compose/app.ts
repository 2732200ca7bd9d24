import type { RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { WaslError } from '../../actors/errors.ts';
import { serveApps } from '../apps/apps.ts';
import { consoles } from '../consoles/consoles.ts';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import { answerProblem } from '../kernel/http/answer-problem.ts';
import type { Middleware } from '../kernel/http/api.ts';
import { type Contract, describedDocument } from '../kernel/http/contract.ts';
import { docs } from '../kernel/http/docs.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { applyHeaders, beginRequest, type Observer } from '../kernel/http/request-context.ts';
import { METRICS_PATH } from '../kernel/metrics/metrics-endpoint.ts';
import type { Config } from '../kernel/process/config.ts';
import { DEMO_PEOPLE, type DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Tracing } from '../kernel/tracing/tracing.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { serveUploads, UPLOADS_PREFIX } from '../kernel/uploads/serve-uploads.ts';
import { type PageSessions, type Storefront, storefront } from '../storefront/storefront.ts';
import { type HealthOptions, health, ready } from './health.ts';

export interface AppOptions {
  config: Config;
  contract: Contract;
  api: Middleware;
  /** In-process operations, for the shop's pages. */
  shop: InProcess;
  sessions: PageSessions;
  secrets: Secrets;
  budgets: AddressBudgets;
  health: HealthOptions;
  files: FileStore;
  demoAccounts: DemoAccountsOf;
  metrics: RequestHandler;
  /** Records the outcome of every request. */
  observe: Observer;
  /** Null: no traces are recorded. */
  tracing: Tracing | null;
  log: Logger;
}

/**
 * Builds the handler chain of every request on one Express router: request context, API, cached shop pages, then the
 * Express application with health, documentation, pictures, consoles and all other pages, and last the error response.
 * Only the application gets Express request and response objects: creating them costs more than the API needs to serve
 * a cached answer.
 */
export function createApp(options: AppOptions): RequestListener {
  const { kept, pages } = shopOf(options);
  const router = express.Router();
  const begin = beginRequest(options.log, options.observe, options.tracing);
  router.use((req, res, next) => {
    begin(req, res);
    options.api(req, res, next);
  });
  router.use((req, res, next) => kept(req, res, next));
  router.use(secondaryApp(options, pages));
  // Reached on errors only: the application ends unmatched requests with a 404.
  return (req, res) => router(req as Request, res as Response, (error) => answerProblem(error, req, res));
}

function shopOf(options: AppOptions): Storefront {
  const { config } = options;
  return storefront({
    ...options,
    ...{ consolesDir: config.consolesDir, publicOrigin: config.publicOrigin },
    minPasswordLength: config.minPasswordLength,
    map: config.map,
    sending: { EMAIL: config.sending.email !== null, PHONE: config.sending.sms !== null },
  });
}

function secondaryApp(options: AppOptions, pages: express.Router): express.Express {
  const { config } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustedProxies.length === 0 ? false : config.trustedProxies);
  mountSecondary(app, options, pages);
  return app;
}

function mountSecondary(app: express.Express, options: AppOptions, pages: express.Router): void {
  const { config, contract } = options;
  app.use((req, res, next) => {
    applyHeaders(req, res);
    next();
  });
  app.all(METRICS_PATH, options.metrics);
  app.get('/health', health(options.health));
  app.get('/ready', ready(options));
  const document = () => describedDocument(contract, config.limits);
  const budget = spend(options.budgets);
  let text: Buffer | null = null;
  app.get('/openapi.json', budget, (_, res) => {
    text ??= Buffer.from(JSON.stringify(document()));
    res.type('json').send(text);
  });
  app.use('/docs', budget, docs({ document, demo: config.demo ? Object.values(DEMO_PEOPLE) : [] }));
  app.use(UPLOADS_PREFIX, budget, serveUploads(options.files, options.secrets));
  app.use(serveApps(config.apps.folder, budget));
  app.use(consoles(config, options.demoAccounts));
  app.use(pages);
  app.use(() => {
    throw new WaslError('common.NOT_FOUND', {
      detail: 'This path does not exist. The API is at /api/v1, its documentation at /docs.',
    });
  });
}

function spend(budgets: AddressBudgets): RequestHandler {
  return (req: Request, res: Response, next: NextFunction): void => {
    const spent = () => {
      applyHeaders(req, res);
      next();
    };
    budgets.spend(req, 'browse').then(spent, next);
  };
}

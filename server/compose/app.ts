import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { WaslError } from '../../actors/errors.ts';
import { consoles } from '../consoles/consoles.ts';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import { answerProblem } from '../kernel/http/answer-problem.ts';
import { type Contract, describedDocument } from '../kernel/http/contract.ts';
import { docs } from '../kernel/http/docs.ts';
import { applyHeaders, beginRequest } from '../kernel/http/request-context.ts';
import type { Config } from '../kernel/process/config.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { serveUploads, UPLOADS_PREFIX } from '../kernel/uploads/serve-uploads.ts';
import { type HealthOptions, health, ready } from './health.ts';

export interface AppOptions {
  config: Config;
  contract: Contract;
  api: RequestHandler;
  budgets: AddressBudgets;
  health: HealthOptions;
  files: FileStore;
  log: Logger;
}

/** Every request's way: its context, then the API, or health, documentation, pictures and consoles beside it. */
export function createApp(options: AppOptions): express.Express {
  const { config } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustedProxies.length === 0 ? false : config.trustedProxies);
  app.use(beginRequest(options.log));
  app.use(options.api);
  serveBeside(app, options);
  app.use(answerProblem);
  return app;
}

function serveBeside(app: express.Express, options: AppOptions): void {
  const { config, contract } = options;
  app.use((req, res, next) => {
    applyHeaders(req, res);
    next();
  });
  app.get('/health', health(options.health));
  app.get('/ready', ready(options));
  const document = () => describedDocument(contract, config.limits);
  let text: Buffer | null = null;
  app.get('/openapi.json', (_, res) => {
    text ??= Buffer.from(JSON.stringify(document()));
    res.type('json').send(text);
  });
  app.use('/docs', docs(document));
  app.use(UPLOADS_PREFIX, spend(options.budgets), serveUploads(options.files));
  app.use(consoles(config));
  app.use(() => {
    throw new WaslError('common.NOT_FOUND', {
      detail: 'There is no such path. The API lives under /api/v1, its documentation at /docs.',
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

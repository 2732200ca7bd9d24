import type { RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { WaslError } from '../../actors/errors.ts';
import { consoles } from '../consoles/consoles.ts';
import { type Adapter, API_PREFIX } from '../kernel/http/adapter.ts';
import { type Contract, describedDocument } from '../kernel/http/contract.ts';
import { docs } from '../kernel/http/docs.ts';
import { renderProblem, toWaslError } from '../kernel/http/problem.ts';
import { contextOf, tellHeaders } from '../kernel/http/request-context.ts';
import type { Config } from '../kernel/process/config.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { serveUploads, UPLOADS_PREFIX } from '../kernel/uploads/serve-uploads.ts';
import { type HealthOptions, health, ready } from './health.ts';

const CSV = 'text/csv';
/** Whatever an operation allows for files: parsing and validating JSON holds everybody else up. */
const MAX_JSON_BODY_BYTES = 512 * 1024;

export interface AppOptions {
  config: Config;
  contract: Contract;
  api: Adapter;
  health: HealthOptions;
  files: FileStore;
}

/** What stands behind the front: the API under its prefix, and health, documentation, pictures and consoles beside it. */
export function createApp(options: AppOptions): RequestListener {
  const { config } = options;
  const beside = bareApp(config);
  serveBeside(beside, options);
  beside.use(problems);
  const api = apiListener(options.api, config);
  return (req, res) => {
    const url = originForm(req.url ?? '/');
    req.url = url;
    (isApi(url) ? api : beside)(req, res);
  };
}

/** A proxy may name what it asks for with scheme and host; these are not looked at. */
function originForm(url: string): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * The API has a router of its own, which goes by the contract; that of Express in front of it would have one way to
 * choose from, and takes a sixth of the time of a cart. So it gets what Express makes of request and
 * response, and nothing more.
 */
function apiListener(api: Adapter, config: Config): RequestListener {
  const app = bareApp(config);
  const answer = answerApi(api, config.bodyLimit);
  return (incoming, outgoing) => {
    const req = Object.setPrototypeOf(incoming, app.request) as Request;
    const res = Object.setPrototypeOf(outgoing, app.response) as Response;
    req.originalUrl = req.url;
    req.res = res;
    res.req = req;
    answer(req, res, (error) => problems(error, req, res));
  };
}

function bareApp(config: Config): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustedProxies.length === 0 ? false : config.trustedProxies);
  return app;
}

function isApi(url: string): boolean {
  return (
    url.startsWith(API_PREFIX) &&
    (url.length === API_PREFIX.length || '/?'.includes(url.charAt(API_PREFIX.length)))
  );
}

function serveBeside(app: express.Express, options: AppOptions): void {
  const { config, contract } = options;
  app.use((req, res, next) => {
    tellHeaders(req, res);
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
  app.use(UPLOADS_PREFIX, spend(options.api), serveUploads(options.files));
  app.use(consoles(config));
  app.use(() => {
    throw new WaslError('common.NOT_FOUND', {
      detail: 'There is no such path. The API lives under /api/v1, its documentation at /docs.',
    });
  });
}

function spend(api: Pick<Adapter, 'spend'>) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const told = () => {
      tellHeaders(req, res);
      next();
    };
    api.spend(req).then(told, next);
  };
}

/** The budget, then the body, then the operation. */
function answerApi(api: Adapter, bodyLimit: number) {
  const read = readBody(api, bodyLimit);
  return (req: Request, res: Response, next: NextFunction): void => {
    const handle = (error?: unknown) => {
      if (error !== undefined) next(error);
      else api.handle(req, res).catch(next);
    };
    api
      .spend(req)
      .then(() => {
        if (!hasBody(req)) handle();
        else {
          requireKnownType(api, req);
          read(req, res, handle);
        }
      })
      .catch(next);
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * JSON bodies up to `usual` bytes, or to what their operation says; where it takes CSV, that as the field `csv`; where
 * it takes a picture, its bytes, unparsed.
 */
function readBody(api: Pick<Adapter, 'body'>, usual: number) {
  const json = (limit: number) =>
    express.json({ limit, strict: false, inflate: false, type: 'application/json' });
  const small = json(usual);
  return (req: Request, res: Response, next: NextFunction): void => {
    const { bodyLimit, takesCsv, imageTypes } = api.body(req);
    const limit = bodyLimit ?? usual;
    if (imageTypes.length > 0) {
      express.raw({ limit, inflate: false, type: [...imageTypes] })(req, res, (error?: unknown) => {
        takeBytes(req);
        next(error);
      });
    } else if (takesCsv && isCsv(req)) {
      express.text({ limit, inflate: false, type: CSV })(req, res, (error?: unknown) => {
        if (typeof req.body === 'string') req.body = { csv: req.body };
        next(error);
      });
    } else (limit === usual ? small : json(Math.min(limit, MAX_JSON_BODY_BYTES)))(req, res, next);
  };
}

/** Kept apart from `body`, which is looked through field by field. */
function takeBytes(req: Request): void {
  const content: unknown = req.body;
  req.body = undefined;
  if (!Buffer.isBuffer(content) || content.length === 0) return;
  contextOf(req).bytes = { type: req.get('content-type') ?? '', content };
}

/** A body in another format would otherwise be silently ignored. */
function requireKnownType(api: Pick<Adapter, 'body'>, req: Request): void {
  const { takesCsv, imageTypes, formerBody } = api.body(req);
  if (formerBody !== null && req.is(formerBody) !== false) throw outOfDate();
  const known =
    imageTypes.length > 0
      ? req.is([...imageTypes]) !== false
      : req.is('application/json') !== false || (isCsv(req) && takesCsv);
  if (!known) throw new WaslError('common.UNSUPPORTED_MEDIA_TYPE');
}

/** Not 415: an app that works offline would give up what only it has. Its next version sends it as it is taken now. */
function outOfDate(): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'This app is out of date: its body is no longer taken in this form. Update the app and repeat.',
    retryAfter: 60,
  });
}

function isCsv(req: Request): boolean {
  return req.is(CSV) === CSV;
}

/** Of four parameters: Express tells by their number who takes what was thrown. */
function problems(thrown: unknown, req: Request, res: Response, next?: NextFunction): void {
  const { requestId, locale, log } = contextOf(req);
  const error = toWaslError(thrown);
  if (error.status >= 500) log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.cause !== undefined)
    log.warn({ err: error.cause }, 'a value passed validation and could not be used');
  if (res.headersSent) {
    // Half an answer is none: the caller must see that it broke off.
    if (next === undefined) res.destroy();
    else next(thrown);
    return;
  }
  tellHeaders(req, res);
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
  if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  res.setHeader('Content-Language', locale);
  res.setHeader('Cache-Control', 'no-store');
  const body = renderProblem(error, { instance: req.originalUrl.split('?')[0] ?? '/', requestId, locale });
  res.status(error.status).type('application/problem+json').send(JSON.stringify(body));
}

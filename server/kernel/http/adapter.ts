import type { IncomingMessage } from 'node:http';
import addFormats from 'ajv-formats';
import type { Request, Response } from 'express';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { WaslError } from '../../../actors/errors.ts';
import type { RateClass } from '../process/config.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Locale } from '../texts/locale.ts';
import { authorize } from './authorize.ts';
import { refuseDeepNesting, refuseMisleadingText, refuseUnstorableText } from './clean-text.ts';
import { clientAddress } from './client-address.ts';
import type { Contract, OperationRules } from './contract.ts';
import { indexRoutes } from './index-routes.ts';
import type {
  Caller,
  Handlers,
  IdempotencyKey,
  OperationId,
  OperationReply,
  OperationRequest,
} from './operation.ts';
import type { RateLimits, RateState } from './rate-limit.ts';
import { type PreparedBody, type Repeat, Repeats } from './repeats.ts';
import { contextOf } from './request-context.ts';
import { sendPrepared, sendReply } from './send-reply.ts';
import { refreshCookieOf, surfaceOf } from './surface-request.ts';
import { validationProblem } from './validation-errors.ts';

const NONE: ReadonlySet<string> = new Set();
const USUAL_BODY: BodyRules = { bodyLimit: null, takesCsv: false, imageTypes: [], formerBody: null };

/** The customary format takes `urn:uuid:` in front too, which PostgreSQL's type refuses. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const API_PREFIX = '/api/v1';

export interface AdapterOptions {
  contract: Contract;
  handlers: Handlers;
  limits: RateLimits;
  secrets: Secrets;
  resolveCaller(authorization: string | undefined): Promise<Caller>;
  /** Whose X-Forwarded-For counts. */
  trust(address: string, distance: number): boolean;
  /** Host names of consoles, as they stand in Origin; besides the request's own. */
  surfaceHosts: readonly string[];
  /** Tests check every answer against openapi.yaml. */
  validateResponses: boolean;
}

export type BodyRules = Pick<OperationRules, 'bodyLimit' | 'takesCsv' | 'imageTypes' | 'formerBody'>;

export interface Adapter {
  /** What answers this question of a guest again, where it has been answered before. */
  repeat(req: IncomingMessage, locale: Locale): Repeat | null;
  /** Spends the budget of the address, once however often it is asked. Throws common.RATE_LIMITED. */
  budget(req: IncomingMessage, rateClass: RateClass): Promise<RateState>;
  /** Spends the budget of the address. Before the body is read, and for paths that do not exist too. */
  spend(req: Request): Promise<void>;
  /** What the operation says of the body of this request: bytes, where it has a limit of its own; whether it may be CSV or is a picture. */
  body(req: Request): BodyRules;
  handle(req: Request, res: Response): Promise<void>;
}

/** One request on its way through openapi-backend. */
interface Exchange {
  req: Request;
  res: Response;
  rules: OperationRules | null;
  caller: Caller;
}

type AnyHandler = (request: OperationRequest<OperationId>) => Promise<OperationReply<OperationId>>;

/**
 * The way of a request: rate limit → route → caller → second factor → role → permission → validation → handler.
 * Start-up fails when a handler and the contract's operationIds differ either way.
 */
export async function createAdapter(options: AdapterOptions): Promise<Adapter> {
  const { contract, handlers } = options;
  const repeats = new Repeats();
  refuseMismatch(contract, handlers);
  const api = new OpenAPIBackend({
    definition: contract.document,
    apiRoot: API_PREFIX,
    strict: true,
    // Compiling every validator up front takes seconds; each is compiled at its first use instead. A test checks the whole contract.
    quick: true,
    coerceTypes: true,
    // Each validator is an Ajv of its own, whose look at its schema costs ten times the compiling; a test looks at all.
    // Verbose: a fault comes with its schema, whose x-fault says what to tell of it.
    ajvOpts: { allErrors: true, validateSchema: false, verbose: true },
    customizeAjv: (ajv) => {
      addFormats.default(ajv);
      ajv.addFormat('uuid', UUID);
      return ajv;
    },
  });
  api.register({
    postRoutingHandler: (context: Context, exchange: Exchange) => admit(options, context, exchange),
    notFound: () => {
      throw new WaslError('common.NOT_FOUND', { detail: 'There is no such path. See /docs.' });
    },
    methodNotAllowed: (_: Context, { req }: Exchange) => {
      contextOf(req).headers.Allow = allowedMethods(contract, relativePath(req)).join(', ');
      throw new WaslError('common.METHOD_NOT_ALLOWED');
    },
    unauthorizedHandler: () => {
      throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Sign in first.' });
    },
    validationFail: (context: Context, { req }: Exchange) => {
      throw validationProblem(context.validation.errors ?? [], contextOf(req).locale);
    },
  });
  // Who may call is decided by x-roles in `admit`; what is left to say here is whether anybody is signed in.
  api.registerSecurityHandler('bearerAuth', (_: Context, { caller }: Exchange) => caller.kind === 'account');
  for (const [id, handler] of Object.entries(handlers)) {
    api.register(id, (context: Context, exchange: Exchange) =>
      run({ ...options, repeats }, api, id as OperationId, handler as AnyHandler, context, exchange),
    );
  }
  await api.init();
  indexRoutes(api.router, API_PREFIX);
  // The same router decides on budget and handler, so no spelling of a path gets another path's budget.
  const matched = (req: Request) => {
    const context = contextOf(req);
    if (context.rules === undefined) {
      const operation = api.matchOperation({ method: req.method, path: pathOf(req), headers: {} });
      context.rules = contract.operations.get(operation?.operationId ?? '') ?? null;
    }
    return context.rules;
  };
  const budget = (req: IncomingMessage, rateClass: RateClass) => {
    const context = contextOf(req);
    context.address ??= clientAddress(req, options.trust);
    context.spent ??= options.limits.spend(rateClass, context.address);
    return context.spent;
  };
  return {
    repeat: (req, locale) => repeats.find(req, req.url ?? '', locale),
    budget,
    spend: async (req) => {
      const { limit, remaining, reset } = await budget(req, matched(req)?.rateClass ?? 'browse');
      const { headers } = contextOf(req);
      headers['RateLimit-Limit'] = limit;
      headers['RateLimit-Remaining'] = remaining;
      headers['RateLimit-Reset'] = reset;
    },
    body: (req) => matched(req) ?? USUAL_BODY,
    handle: async (req, res) => {
      const exchange: Exchange = { req, res, rules: null, caller: { kind: 'guest' } };
      await api.handleRequest(
        {
          method: req.method,
          path: pathOf(req),
          // Those that came, so none is undefined; the router copies them before anybody changes one.
          headers: req.headers as Record<string, string | string[]>,
          query: queryOf(req, matched(req)?.repeated ?? NONE),
          body: req.body as unknown,
        },
        exchange,
      );
    },
  };
}

/** What is asked to, without what is asked with: Express' own `path` looks at more than a request's first line can hold. */
function pathOf({ url }: Request): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** As the contract's paths are written. */
function relativePath(req: Request): string {
  return pathOf(req).slice(API_PREFIX.length);
}

function refuseMismatch(contract: Contract, handlers: object): void {
  const have = new Set(Object.keys(handlers));
  const missing = [...contract.operations.keys()].filter((id) => !have.has(id));
  const unknown = [...have].filter((id) => !contract.operations.has(id));
  if (missing.length + unknown.length > 0) {
    throw new Error(
      `openapi.yaml and the handlers differ: without handler ${missing.join(', ') || '-'}; not in the contract ${unknown.join(', ') || '-'}`,
    );
  }
}

/** Everything that is decided before the body is validated. */
async function admit(options: AdapterOptions, context: Context, exchange: Exchange): Promise<void> {
  const rules = options.contract.operations.get(context.operation?.operationId ?? '') ?? null;
  if (rules === null) return;
  exchange.rules = rules;
  // Signing in and refreshing must work with a stale token still attached to the request.
  const ignoresToken = rules.beforeSecondFactor && rules.roles.includes('PUBLIC');
  if (!ignoresToken) {
    exchange.caller = await options.resolveCaller(exchange.req.get('authorization'));
  }
  authorize(rules, exchange.caller);
  if (!rules.takesBody) refuseBody(exchange.req.body);
  refuseText(exchange.req.body);
  refuseDeepNesting(exchange.req.body);
}

/** openapi-backend would parse JSON within a JSON string and validate that, while the handler was given the string. */
function refuseText(body: unknown): void {
  if (typeof body !== 'string') return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/', code: 'type', message: 'must be object' }],
  });
}

/** Nothing would look at it, and its sender thinks that something does. Some clients send `{}` with every request. */
function refuseBody(body: unknown): void {
  if (body === undefined || isEmptyObject(body)) return;
  throw new WaslError('common.MALFORMED', {
    detail: 'This operation takes no body. Send the request without one.',
  });
}

function isEmptyObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}

async function run(
  options: AdapterOptions & { repeats: Repeats },
  api: OpenAPIBackend,
  operationId: OperationId,
  handler: AnyHandler,
  context: Context,
  exchange: Exchange,
): Promise<void> {
  const { req, res, caller } = exchange;
  const coerced = context.validation.coerced ?? context.request;
  const requestContext = contextOf(req);
  const { requestId, locale } = requestContext;
  refuseMisleadingText(req.body, '');
  refuseUnstorableText(coerced.query, 'query');
  const surface = surfaceOf(req, options.surfaceHosts);
  const query = (coerced.query ?? {}) as { locale?: 'en' | 'ar' };
  const request = {
    operationId,
    params: (coerced.params ?? context.request.params) as never,
    query: query as never,
    body: req.body as never,
    bytes: requestContext.bytes,
    caller,
    locale: query.locale ?? locale,
    requestId,
    ip: requestContext.address ?? clientAddress(req, options.trust),
    userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
    idempotency: idempotencyKey(options.secrets, req, caller),
    preferred: <T extends string>(types: readonly [T, ...T[]]): T => preferred(req, types),
    occurredAt: instant(req.get('occurred-at')),
    ifMatch: ifMatch(req.get('if-match')),
    cartToken: req.get('x-cart-token') ?? null,
    surface,
    refreshCookie: refreshCookieOf(req, surface),
    /** Made when somebody has something to say. */
    get log() {
      const who = caller.kind === 'account' ? { accountId: caller.accountId } : {};
      return requestContext.log.child({ operationId, ...who });
    },
  };
  const reply = await handler(request);
  if (options.validateResponses && reply.text === undefined) {
    checkReply(
      api,
      operationId,
      reply.prepared === undefined ? reply : { ...reply, body: parsed(reply.prepared) },
    );
  }
  if (exchange.rules?.localised === true) requestContext.headers['Content-Language'] = request.locale;
  if (reply.repeat !== undefined && caller.kind === 'guest') {
    const { rateClass = 'browse' } = exchange.rules ?? {};
    options.repeats.keep(req.originalUrl, locale, { rateClass, present: reply.repeat });
  }
  if (reply.prepared === undefined) sendReply(req, res, reply);
  else sendPrepared(req, res, reply.prepared);
}

function parsed({ json }: PreparedBody): never {
  return JSON.parse(json.toString()) as never;
}

function preferred<T extends string>(req: Request, types: readonly [T, ...T[]]): T {
  const best = req.accepts([...types]);
  return types.find((type) => type === best) ?? types[0];
}

function checkReply(api: OpenAPIBackend, operationId: OperationId, reply: OperationReply<OperationId>): void {
  const { errors } = api.validateResponse(
    reply.body === undefined ? '' : JSON.parse(JSON.stringify(reply.body)),
    operationId,
    reply.status,
  );
  if (errors !== null && errors !== undefined && reply.body !== undefined) {
    throw new Error(
      `${operationId} ${reply.status} breaks openapi.yaml: ${JSON.stringify(errors.slice(0, 5))}`,
    );
  }
}

/** Repeats are recognised per caller: two people may happen to choose the same key. */
function idempotencyKey(secrets: Secrets, req: Request, caller: Caller): IdempotencyKey | null {
  const key = req.get('idempotency-key');
  if (key === undefined || req.method !== 'POST') return null;
  const cartToken = req.get('x-cart-token');
  if (caller.kind === 'guest' && cartToken === undefined) return null;
  const principal =
    caller.kind === 'account'
      ? `account:${caller.accountId}`
      : `cart:${secrets.hash('token', cartToken ?? '').toString('hex')}`;
  return { principal, key, requestHash: secrets.hash('request', ...hashedParts(req)) };
}

/** What makes a request another one. What is said of a picture stands in the query. */
function hashedParts(req: Request): (string | Buffer)[] {
  const { bytes } = contextOf(req);
  if (bytes !== null) return [req.method, req.url.slice(API_PREFIX.length), bytes.content];
  return [req.method, relativePath(req), JSON.stringify(req.body ?? null)];
}

/** Its form is the contract's matter, which every operation that reads it names. */
function instant(header: string | undefined): string | null {
  const at = Date.parse(header ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function ifMatch(header: string | undefined): number | null {
  if (header === undefined) return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1];
  if (version === undefined) {
    const message = 'must be an ETag of this service, a version in quotes';
    throw new WaslError('common.VALIDATION_FAILED', {
      errors: [{ pointer: 'header/if-match', code: 'format', message }],
    });
  }
  return Number(version);
}

function allowedMethods(contract: Contract, path: string): string[] {
  const segments = path.replace(/\/$/, '').split('/');
  const fits = (template: string) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith('{') || part === segments[index])
    );
  };
  return [...contract.operations.values()]
    .filter((rules) => fits(rules.path))
    .map((rules) => rules.method.toUpperCase());
}

/** openapi-backend wants plain records. A parameter that is a list is one however often it is named. */
function queryOf(req: Request, repeated: ReadonlySet<string>): Record<string, string | string[]> {
  const query = req.url.split('?')[1] ?? '';
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  const single = Object.fromEntries(parameters.entries());
  const lists = [...repeated].filter((name) => parameters.has(name));
  return { ...single, ...Object.fromEntries(lists.map((name) => [name, parameters.getAll(name)])) };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { WaslError } from '../../../actors/errors.ts';
import { apiKeyIn } from '../security/api-keys.ts';
import { rightsFor } from '../security/api-scopes.ts';
import type { Secrets } from '../security/secrets.ts';
import type { AddressBudgets } from './address-budgets.ts';
import { AnonymousResponseCache } from './anonymous-response-cache.ts';
import { authorize } from './authorize.ts';
import type { Trust } from './client-address.ts';
import { API_PREFIX, type OperationRules } from './contract.ts';
import type { Caller, OperationId, OperationReply, SignedIn } from './operation.ts';
import { type Match, OperationIndex } from './operation-index.ts';
import { operationRequest } from './operation-request.ts';
import type { Operations } from './operations.ts';
import { decodedParams, queryOf } from './parameters.ts';
import { RequestBodies, type RequestBody } from './request-body.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { sendPrepared, sendReply } from './send-reply.ts';

/** Express middleware that only needs Node's request and response. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

export interface ApiOptions {
  operations: Operations;
  budgets: AddressBudgets;
  secrets: Secrets;
  /** Decides whose X-Forwarded-Host counts. */
  trust: Trust;
  resolveCaller(authorization: string | undefined): Promise<Caller>;
  /** The machine with this API key. Throws auth.UNAUTHENTICATED, auth.FORBIDDEN. @param address Of the client. */
  resolveKey(key: string, address: string): Promise<SignedIn>;
  /** Called on every refusal of an operation with a known caller, before the response. */
  noteRefusal(thrown: unknown, operation: OperationRules, caller: Caller, context: RequestContext): void;
  /** Consoles' host names as in Origin, in addition to the request's own. */
  surfaceHosts: readonly string[];
  /** Default limit of a body in bytes. */
  bodyLimit: number;
  /** Throws while this process may perform nothing. */
  refuse(): void;
}

/** A request with its operation and caller. */
interface Admitted {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  operation: OperationRules;
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/**
 * The API as one Express middleware. A request passes these functions: rate limit of the address → cached response for
 * guests → operation → caller → second factor, role, permission → body → validation → handler → reply.
 */
export function createApi(options: ApiOptions): Middleware {
  const api = new Api(options);
  return (req, res, next) => {
    const context = contextOf(req);
    if (isApi(context.path)) api.answer(req, res, context).catch(next);
    else next();
  };
}

class Api {
  readonly #options: ApiOptions;
  readonly #index: OperationIndex;
  readonly #responses = new AnonymousResponseCache();
  readonly #bodies: RequestBodies;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#index = new OperationIndex(options.operations.all());
    this.#bodies = new RequestBodies(options.bodyLimit);
  }

  async answer(req: IncomingMessage, res: ServerResponse, context: RequestContext): Promise<void> {
    const known = this.#responses.find(req, context);
    const match =
      known?.match ?? this.#index.find(req.method ?? 'GET', context.path.slice(API_PREFIX.length));
    const { operation } = match;
    context.operation = operation;
    this.#options.refuse();
    // Also for paths that do not exist.
    await this.#options.budgets.spend(req, operation?.rateClass ?? 'browse');
    if (operation === null) throw noOperation(match, context);
    if (operation.localised) context.addHeader('Content-Language', context.locale);
    const response = known?.current() ?? null;
    if (response !== null) {
      sendPrepared(req, res, response);
      return;
    }
    const key = apiKeyIn(req.headers.authorization);
    const caller =
      key === null
        ? await this.#callerOf(req, operation)
        : await this.#machineWith(key, context.address ?? '', operation);
    try {
      authorize(operation, caller);
      const admitted = { req, res, context, operation, params: match.params, caller };
      await this.#bodies.with(req, res, operation, caller, (body) => this.#handle(admitted, body));
    } catch (error) {
      this.#options.noteRefusal(error, operation, caller, context);
      throw error;
    }
  }

  /**
   * Signing in and refreshing ignore the request's token. The other operations that need none, such as registering,
   * must work with a stale one, but refuse an administrator without a second factor.
   */
  async #callerOf(req: IncomingMessage, operation: OperationRules): Promise<Caller> {
    const { beforeSecondFactor, roles, needsNoToken } = operation;
    if (beforeSecondFactor && roles.includes('PUBLIC')) return { kind: 'guest' };
    try {
      return await this.#options.resolveCaller(req.headers.authorization);
    } catch (error) {
      if (needsNoToken && error instanceof WaslError && error.code === 'auth.UNAUTHENTICATED')
        return { kind: 'guest' };
      throw error;
    }
  }

  /**
   * A machine is never a guest, not even where anybody may call: a key does only what its scopes name. What it does
   * counts against the key's own budget, in addition to its address's.
   */
  async #machineWith(key: string, address: string, { method, scope }: OperationRules): Promise<SignedIn> {
    const caller = await this.#options.resolveKey(key, address);
    await this.#options.budgets.spendKey(caller.accountId, method === 'get' ? 'read' : 'write');
    if (scope === null || caller.key === undefined) return caller;
    return { ...caller, rights: rightsFor(scope, caller.key.scopes) };
  }

  async #handle(admitted: Admitted, body: RequestBody): Promise<void> {
    const { req, context, operation } = admitted;
    const asked = {
      path: decodedParams(admitted.params),
      query: queryOf(context.search, operation.lists),
      header: req.headers,
      requestBody: body.value,
      json: body.json,
      size: body.size,
    };
    const { operations } = this.#options;
    const reply = await operations.perform(operation, asked, context.locale, () =>
      operationRequest(this.#options, { ...admitted, params: asked.path, query: asked.query, body }),
    );
    this.#send(admitted, reply);
  }

  #send(
    { req, res, context, operation, params, caller }: Admitted,
    reply: OperationReply<OperationId>,
  ): void {
    if (reply.current !== undefined && caller.kind === 'guest')
      this.#responses.keep(context, { match: { operation, params }, current: reply.current });
    if (reply.prepared === undefined) sendReply(req, res, reply);
    else sendPrepared(req, res, reply.prepared);
  }
}

function isApi(path: string): boolean {
  return (
    path.startsWith(API_PREFIX) && (path.length === API_PREFIX.length || path[API_PREFIX.length] === '/')
  );
}

function noOperation(match: Match, context: RequestContext): WaslError {
  if (match.operation !== null || match.allowed.length === 0)
    return new WaslError('common.NOT_FOUND', { detail: 'This path does not exist. See /docs.' });
  context.addHeader('Allow', match.allowed.join(', '));
  return new WaslError('common.METHOD_NOT_ALLOWED');
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { WaslError } from '../../../actors/errors.ts';
import type { Secrets } from '../security/secrets.ts';
import type { AddressBudgets } from './address-budgets.ts';
import { AnonymousResponseCache } from './anonymous-response-cache.ts';
import { authorize } from './authorize.ts';
import type { Trust } from './client-address.ts';
import { API_PREFIX, type OperationRules } from './contract.ts';
import type { Caller, OperationId, OperationReply } from './operation.ts';
import { type Match, OperationIndex } from './operation-index.ts';
import { operationRequest } from './operation-request.ts';
import type { Operations } from './operations.ts';
import { decodedParams, queryOf } from './parameters.ts';
import { RequestBodies, type RequestBody } from './request-body.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { sendPrepared, sendReply } from './send-reply.ts';

/** As Express calls it, with what Node gives: nothing of Express' own is needed. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

export interface ApiOptions {
  operations: Operations;
  budgets: AddressBudgets;
  secrets: Secrets;
  /** Whose X-Forwarded-Host counts. */
  trust: Trust;
  resolveCaller(authorization: string | undefined): Promise<Caller>;
  /** Told of every refusal of an operation whose caller is known, before it is answered. */
  noteRefusal(thrown: unknown, operation: OperationRules, caller: Caller, context: RequestContext): void;
  /** Host names of consoles, as they stand in Origin; besides the request's own. */
  surfaceHosts: readonly string[];
  /** Bytes of a body where the contract names no limit. */
  bodyLimit: number;
}

/** A request whose operation is known, and who sent it. */
interface Admitted {
  req: IncomingMessage;
  res: ServerResponse;
  context: RequestContext;
  operation: OperationRules;
  params: Readonly<Record<string, string>>;
  caller: Caller;
}

/**
 * The API as one middleware of Express. The way of a request, each step a function: budget of the address → response
 * that is cached for guests → operation → caller → second factor, role, permission → body → validation → handler → reply.
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
    // For paths that do not exist, too.
    await this.#options.budgets.spend(req, operation?.rateClass ?? 'browse');
    if (operation === null) throw noOperation(match, context);
    if (operation.localised) context.addHeader('Content-Language', context.locale);
    const response = known?.current() ?? null;
    if (response !== null) {
      sendPrepared(req, res, response);
      return;
    }
    const caller = await this.#callerOf(req, operation);
    try {
      authorize(operation, caller);
      const admitted = { req, res, context, operation, params: match.params, caller };
      await this.#bodies.with(req, res, operation, (body) => this.#handle(admitted, body));
    } catch (error) {
      this.#options.noteRefusal(error, operation, caller, context);
      throw error;
    }
  }

  /** Signing in and refreshing must work with a stale token still attached to the request. */
  async #callerOf(req: IncomingMessage, { beforeSecondFactor, roles }: OperationRules): Promise<Caller> {
    const ignoresToken = beforeSecondFactor && roles.includes('PUBLIC');
    return ignoresToken ? { kind: 'guest' } : this.#options.resolveCaller(req.headers.authorization);
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
    return new WaslError('common.NOT_FOUND', { detail: 'There is no such path. See /docs.' });
  context.addHeader('Allow', match.allowed.join(', '));
  return new WaslError('common.METHOD_NOT_ALLOWED');
}

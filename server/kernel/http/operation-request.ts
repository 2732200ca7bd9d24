import type { IncomingMessage } from 'node:http';
import type { Secrets } from '../security/secrets.ts';
import type { Surface } from '../security/tokens.ts';
import type { Trust } from './client-address.ts';
import type { OperationRules } from './contract.ts';
import { API_PREFIX } from './contract.ts';
import { preferredType } from './negotiate.ts';
import type { Caller, IdempotencyKey, OperationId, OperationReply, OperationRequest } from './operation.ts';
import { ifMatchOf } from './preconditions.ts';
import type { RequestBody } from './request-body.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import { refreshCookieOf, surfaceOf } from './surface-request.ts';

/** A request of any operation, once it is known to be as the contract says. */
export interface AnyRequest
  extends Omit<OperationRequest<OperationId>, 'operationId' | 'params' | 'query' | 'body'> {
  operationId: OperationId;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** A handler, whichever operation's it is: that the request fits it has been validated, which no type can tell. */
export type AnyHandler = (request: AnyRequest) => Promise<OperationReply<OperationId>>;

interface Admitted {
  req: IncomingMessage;
  operation: OperationRules;
  caller: Caller;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: RequestBody;
}

interface RequestOptions {
  secrets: Secrets;
  /** Host names of consoles, as they stand in Origin; besides the request's own. */
  surfaceHosts: readonly string[];
  /** Whose X-Forwarded-Host counts. */
  trust: Trust;
}

/** What the handler gets. Throws for a console that calls from elsewhere, and for an If-Match that cannot be read. */
export function operationRequest(
  { secrets, surfaceHosts, trust }: RequestOptions,
  { req, operation, caller, params, query, body }: Admitted,
): AnyRequest {
  const context = contextOf(req);
  const { headers } = req;
  const surface = surfaceOf(req, surfaceHosts, trust);
  return {
    operationId: operation.id,
    params,
    query,
    body: body.value,
    bytes: body.bytes,
    caller,
    locale: context.locale,
    requestId: context.requestId,
    ip: context.address ?? 'unknown',
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    idempotency: idempotencyKey(secrets, req, context, caller, body),
    preferred: (types) => preferredType(headers.accept, types),
    occurredAt: instant(header(req, 'occurred-at')),
    ifMatch: operation.readsIfMatch ? ifMatchOf(headers['if-match']) : null,
    cartToken: header(req, 'x-cart-token') ?? null,
    surface,
    refreshCookie: refreshCookie(req, surface),
    /** Made when somebody has something to say. */
    get log() {
      const account = caller.kind === 'account' ? { accountId: caller.accountId } : {};
      return context.log.child({ operationId: operation.id, ...account });
    },
  };
}

function refreshCookie(req: IncomingMessage, surface: Surface): string | null {
  return surface === 'api' ? null : refreshCookieOf(req, surface);
}

/** Of our own headers each comes once: Node joins those that come again. */
function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Repeats are recognised per caller: two people may happen to choose the same key. */
function idempotencyKey(
  secrets: Secrets,
  req: IncomingMessage,
  { path, search }: RequestContext,
  caller: Caller,
  { value, bytes }: RequestBody,
): IdempotencyKey | null {
  const key = header(req, 'idempotency-key');
  if (key === undefined || req.method !== 'POST') return null;
  const cartToken = header(req, 'x-cart-token');
  if (caller.kind === 'guest' && cartToken === undefined) return null;
  const principal = principalOf(secrets, caller, cartToken);
  const target = path.slice(API_PREFIX.length);
  // What is said of a picture stands in the query.
  const parts =
    bytes === null ? [target, JSON.stringify(value ?? null)] : [`${target}?${search}`, bytes.content];
  return { principal, key, requestHash: secrets.hash('request', 'POST', ...parts) };
}

/** Whose keys are one: an account's, or those of a guest's cart. */
export function principalOf(secrets: Secrets, caller: Caller, cartToken: string | null | undefined): string {
  return caller.kind === 'account'
    ? `account:${caller.accountId}`
    : `cart:${secrets.hash('token', cartToken ?? '').toString('hex')}`;
}

/** Its form is the contract's matter, which every operation that reads it names. */
function instant(text: string | undefined): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

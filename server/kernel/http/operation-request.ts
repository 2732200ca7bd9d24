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

/** A validated request of any operation. */
export interface AnyRequest
  extends Omit<OperationRequest<OperationId>, 'operationId' | 'params' | 'query' | 'body'> {
  operationId: OperationId;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** A handler of any operation. That the request matches it is ensured by validation, which types cannot express. */
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
  /** Consoles' host names as in Origin, in addition to the request's own. */
  surfaceHosts: readonly string[];
  /** Decides whose X-Forwarded-For counts. */
  trust: Trust;
}

/** Builds the handler's request. Throws for a console on a foreign origin, and for an invalid If-Match. */
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
    trace: context.trace,
    ip: context.address ?? 'unknown',
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    idempotency: idempotencyKey(secrets, req, context, caller, body),
    preferred: (types) => preferredType(headers.accept, types),
    occurredAt: instant(header(req, 'occurred-at')),
    ifMatch: operation.readsIfMatch ? ifMatchOf(headers['if-match']) : null,
    cartToken: header(req, 'x-cart-token') ?? null,
    surface,
    refreshCookie: refreshCookie(req, surface),
    /** Created on first use. */
    get log() {
      const account = caller.kind === 'account' ? { accountId: caller.accountId } : {};
      return context.log.child({ operationId: operation.id, ...account });
    },
  };
}

function refreshCookie(req: IncomingMessage, surface: Surface): string | null {
  return surface === 'api' ? null : refreshCookieOf(req, surface);
}

/** Our own headers are single values: Node joins repeated ones. */
function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Keys are scoped to the caller, since two people may choose the same key. */
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
  // The description of an uploaded picture is in the query.
  const parts =
    bytes === null ? [target, JSON.stringify(value ?? null)] : [`${target}?${search}`, bytes.content];
  return { principal, key, requestHash: secrets.lastingHash('request', 'POST', ...parts) };
}

/** The scope of idempotency keys: an account or a guest's cart. */
export function principalOf(secrets: Secrets, caller: Caller, cartToken: string | null | undefined): string {
  return caller.kind === 'account'
    ? `account:${caller.accountId}`
    : `cart:${secrets.lastingHash('token', cartToken ?? '').toString('hex')}`;
}

/** Validated by the contract of every operation that reads it. */
function instant(text: string | undefined): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

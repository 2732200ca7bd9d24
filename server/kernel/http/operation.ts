import type { Logger } from 'pino';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { ApiScope } from '../security/api-scopes.ts';
import type { DevicePurpose } from '../security/device-tokens.ts';
import type { SellerRight } from '../security/seller-rights.ts';
import type { Surface } from '../security/tokens.ts';
import type { operations } from './api-types.ts';
import type { IfMatch } from './preconditions.ts';

export type OperationId = keyof operations;

import type { Locale } from '../texts/locale.ts';

/** The caller, read from the database on each request, so that a revoked session or role takes effect at once. */
export type Caller = Guest | SignedIn;

export interface Guest {
  kind: 'guest';
}

export interface SignedIn {
  kind: 'account';
  accountId: string;
  sessionId: string;
  roles: ReadonlySet<Exclude<Role, 'SYSTEM'>>;
  /** The seller this account owns (in any state but REJECTED) or works for. */
  sellerId: string | null;
  /** Permissions for that seller; empty without one. */
  rights: ReadonlySet<SellerRight>;
  driverId: string | null;
  isSuperAdmin: boolean;
  /** Whether the session has passed a second factor. */
  mfa: boolean;
  /** Seconds since it last did; null if it has not. */
  mfaAge: number | null;
  /** Whether the account has a confirmed authenticator. */
  mfaEnrolled: boolean;
  /** Set for an app using a device token without a page. */
  device?: Device;
  /**
   * Set for a machine with an API key. It is nobody's account: `accountId` and `sessionId` are the key's id, under which
   * the audit log and histories record what it does.
   */
  key?: CallingKey;
}

export interface CallingKey {
  id: string;
  name: string;
  /** What it may do: operations that name one of these scopes. */
  scopes: ReadonlySet<ApiScope>;
}

export interface Device {
  tokenId: string;
  /** The only things the token allows. */
  purpose: DevicePurpose;
}

/** Set for POSTs with an Idempotency-Key. */
export interface IdempotencyKey {
  /** `account:<id>`, or `cart:<hash of the token>` for guests. */
  principal: string;
  key: string;
  /** Keyed hash of method, path and body. */
  requestHash: Buffer;
}

/** A non-JSON body, as sent. */
export interface BinaryBody {
  /** Media type declared by the client. */
  type: string;
  content: Buffer;
}

export interface OperationRequest<Op extends OperationId> {
  operationId: Op;
  params: PathParameters<Op>;
  query: QueryParameters<Op>;
  body: JsonBody<Op>;
  /** Body of an operation that accepts a picture; null if empty, and for all other operations. */
  bytes: BinaryBody | null;
  caller: Caller;
  locale: Locale;
  requestId: string;
  /** W3C traceparent of what follows from this request, while traces are recorded. */
  trace?: string | undefined;
  ip: string;
  userAgent: string | null;
  idempotency: IdempotencyKey | null;
  /** The media type among these that Accept prefers; the first if none is acceptable or the header is missing. */
  preferred<T extends string>(types: readonly [T, ...T[]]): T;
  /** From Occurred-At, RFC 3339 UTC; null if the header is missing. */
  occurredAt: string | null;
  /** From If-Match, if the contract says that the operation reads it. */
  ifMatch: IfMatch;
  cartToken: string | null;
  /** The calling console, from X-Wasl-Surface on its own origin; `api` for all other clients. */
  surface: Surface;
  /** The refresh token from that console's cookie. */
  refreshCookie: string | null;
  log: Logger;
}

/** A serialized body and its ETag. */
export interface PreparedBody {
  json: Buffer;
  /** In quotes. */
  etag: string;
}

/** The response if still current; null if it has to be computed again. */
export type CurrentResponse = () => PreparedBody | null;

export interface OperationReply<Op extends OperationId> {
  status: number;
  body?: ResponseBody<Op>;
  /** Sent instead of `body`: the same body serialized, with an ETag compared with If-None-Match. */
  prepared?: PreparedBody;
  /** Serves further identical requests of guests without the handler, as long as it returns a response. */
  current?: CurrentResponse;
  /** Same, after checking for changes; used by pages, which combine several replies. */
  recheck?: () => Promise<PreparedBody | null>;
  /** Sent instead of a JSON body. */
  text?: { type: 'text/html' | 'text/csv' | 'application/pdf'; content: string | Buffer };
  /** Version for the ETag header. */
  etag?: number;
  headers?: Record<string, string>;
  /** Sets `Idempotent-Replayed: true`. */
  replayed?: boolean;
}

/**
 * Handles one operation of openapi.yaml: turns the request into a call of a service or actor, and its outcome into a
 * DTO. Contains no rules and no SQL.
 */
export type Handler<Op extends OperationId> = (request: OperationRequest<Op>) => Promise<OperationReply<Op>>;

export type Handlers<Op extends OperationId = OperationId> = { [K in Op]: Handler<K> };

type Parameters<Op extends OperationId> = operations[Op]['parameters'];

export type PathParameters<Op extends OperationId> =
  Parameters<Op> extends { path: infer P } ? P : Record<string, never>;

export type QueryParameters<Op extends OperationId> =
  Parameters<Op> extends { query?: infer Q } ? NonNullable<Q> : Record<string, never>;

export type JsonBody<Op extends OperationId> = operations[Op] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : undefined;

type Success = 200 | 201 | 202;

export type ResponseBody<Op extends OperationId> = {
  [S in Success]: operations[Op]['responses'] extends {
    [K in S]: { content: { 'application/json': infer B } };
  }
    ? B
    : never;
}[Success];

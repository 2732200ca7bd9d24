import type { Logger } from 'pino';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { DevicePurpose } from '../security/device-tokens.ts';
import type { SellerRight } from '../security/seller-rights.ts';
import type { Surface } from '../security/tokens.ts';
import type { operations } from './api-types.ts';
import type { IfMatch } from './preconditions.ts';

export type OperationId = keyof operations;

import type { Locale } from '../texts/locale.ts';

/** Who calls. Read from the database at every request, so a revoked session or role counts at once. */
export type Caller = Guest | SignedIn;

export interface Guest {
  kind: 'guest';
}

export interface SignedIn {
  kind: 'account';
  accountId: string;
  sessionId: string;
  roles: ReadonlySet<Exclude<Role, 'SYSTEM'>>;
  /** The seller this account owns (any state but REJECTED) or works for. */
  sellerId: string | null;
  /** What this account may do for that seller; empty without one. */
  rights: ReadonlySet<SellerRight>;
  driverId: string | null;
  isSuperAdmin: boolean;
  /** The session has passed a second factor. */
  mfa: boolean;
  /** Seconds since it last did; null when it has not. */
  mfaAge: number | null;
  /** The account has a confirmed authenticator. */
  mfaEnrolled: boolean;
  /** An app that acts for the session without a page; left out for everybody else. */
  device?: Device;
}

export interface Device {
  tokenId: string;
  /** All it may do. */
  purpose: DevicePurpose;
}

/** Present on POSTs that carried an Idempotency-Key. */
export interface IdempotencyKey {
  /** `account:<id>`, or `cart:<hash of the token>` for guests. */
  principal: string;
  key: string;
  /** Keyed hash of method, path and body. */
  requestHash: Buffer;
}

/** A body that is no JSON, as it was sent. */
export interface BinaryBody {
  /** The media type that its sender says it has. */
  type: string;
  content: Buffer;
}

export interface OperationRequest<Op extends OperationId> {
  operationId: Op;
  params: PathParameters<Op>;
  query: QueryParameters<Op>;
  body: JsonBody<Op>;
  /** The body of an operation that takes a picture; null for an empty one, and for every other operation. */
  bytes: BinaryBody | null;
  caller: Caller;
  locale: Locale;
  requestId: string;
  ip: string;
  userAgent: string | null;
  idempotency: IdempotencyKey | null;
  /** The media type of these that the caller likes best; the first when it likes none or says nothing. */
  preferred<T extends string>(types: readonly [T, ...T[]]): T;
  /** From Occurred-At, RFC 3339 UTC; null when the header is absent. */
  occurredAt: string | null;
  /** From If-Match, where the contract says that the operation reads it. */
  ifMatch: IfMatch;
  cartToken: string | null;
  /** The console that calls, as it says in X-Wasl-Surface, from its own origin; `api` for all other clients. */
  surface: Surface;
  /** The refresh token in that console's cookie. */
  refreshCookie: string | null;
  log: Logger;
}

/** A body as it is sent, and its ETag. */
export interface PreparedBody {
  json: Buffer;
  /** In quotes. */
  etag: string;
}

/** The response as it stands now; null when it has to be worked out again. */
export type CurrentResponse = () => PreparedBody | null;

export interface OperationReply<Op extends OperationId> {
  status: number;
  body?: ResponseBody<Op>;
  /** Sent in place of `body`: the same as text, with an ETag that If-None-Match is compared with. */
  prepared?: PreparedBody;
  /** Responds to the same request of a guest from now on, without the handler, while it has something to respond. */
  current?: CurrentResponse;
  /** The same, after asking for what may have changed since; for pages, which are made of several replies. */
  recheck?: () => Promise<PreparedBody | null>;
  /** Sent in place of a JSON body. */
  text?: { type: 'text/html' | 'text/csv' | 'application/pdf'; content: string | Buffer };
  /** Version for the ETag header. */
  etag?: number;
  headers?: Record<string, string>;
  /** Sets `Idempotent-Replayed: true`. */
  replayed?: boolean;
}

/** One operation of openapi.yaml. Turns the request into a call of a service or actor and its outcome into a DTO; no rules, no SQL. */
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

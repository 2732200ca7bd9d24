import type { operations } from '../../../server/kernel/http/api-types.ts';

/** An operation of the API, by its operationId in openapi.yaml. */
export type OperationId = keyof operations;

/** What the contract says of an operation, as far as it matters for calling it. */
export interface Described {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Whether it takes an Idempotency-Key, so that sending it again takes effect once. */
  keyed: boolean;
  /** Query parameters that are lists, separated by commas; other lists are repeated. */
  commas: readonly string[];
}

type Parameters<Op extends OperationId> = operations[Op]['parameters'];
type PathOf<Op extends OperationId> = Parameters<Op> extends { path: infer P } ? P : never;
type QueryOf<Op extends OperationId> =
  Parameters<Op> extends { query?: infer Q } ? Exclude<Q, undefined> : never;

/** A body: JSON as the contract describes it, or a file. */
type BodyIn<Content> = Content extends { 'application/json': infer B } ? B | Blob : Blob;

type PathPart<Op extends OperationId> = [PathOf<Op>] extends [never]
  ? { path?: never }
  : { path: PathOf<Op> };
type QueryPart<Op extends OperationId> = [QueryOf<Op>] extends [never]
  ? { query?: never }
  : Record<string, never> extends QueryOf<Op>
    ? { query?: QueryOf<Op> }
    : Partial<QueryOf<Op>> extends QueryOf<Op>
      ? { query?: QueryOf<Op> }
      : { query: QueryOf<Op> };
type BodyPart<Op extends OperationId> = operations[Op] extends { requestBody: { content: infer C } }
  ? { body: BodyIn<C> }
  : operations[Op] extends { requestBody?: { content: infer C } }
    ? { body?: BodyIn<C> }
    : { body?: never };

export interface CallOptions {
  /** The version last read (`version` of the record), or `*` for any. */
  ifMatch?: number | string;
  /** In place of the one that the client makes: the same key for the same intent, also after a restart. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Milliseconds for one attempt, in place of the client's. */
  timeoutMs?: number;
  headers?: Record<string, string>;
}

/** What a call of this operation sends. */
export type Input<Op extends OperationId> = PathPart<Op> & QueryPart<Op> & BodyPart<Op> & CallOptions;

/** The input, which may be left out if nothing in it is needed. */
export type InputArgument<Op extends OperationId> =
  Partial<Input<Op>> extends Input<Op> ? [input?: Input<Op>] : [input: Input<Op>];

type Success = 200 | 201 | 202;

/** The JSON body of a successful answer; undefined for an operation that answers none. */
export type Output<Op extends OperationId> = [JsonOf<Op>] extends [never] ? undefined : JsonOf<Op>;

type JsonOf<Op extends OperationId> = {
  [S in Success]: operations[Op]['responses'] extends {
    [K in S]: { content: { 'application/json': infer B } };
  }
    ? B
    : never;
}[Success];

interface PageOf<T> {
  data: T[];
  page: { nextCursor: string | null; hasMore: boolean };
}

/** Operations that answer a list in pages. */
export type ListOperation = {
  [Op in OperationId]: [JsonOf<Op>] extends [never] ? never : JsonOf<Op> extends PageOf<unknown> ? Op : never;
}[OperationId];

/** An item of such a list. */
export type Item<Op extends ListOperation> = Output<Op> extends PageOf<infer T> ? T : never;

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { RateClass } from '../process/limit-config.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Locale } from '../texts/locale.ts';
import { authorize } from './authorize.ts';
import type { OperationRules } from './contract.ts';
import type {
  Caller,
  IdempotencyKey,
  JsonBody,
  OperationId,
  OperationReply,
  PathParameters,
  PreparedBody,
  QueryParameters,
  ResponseBody,
} from './operation.ts';
import { type AnyRequest, principalOf } from './operation-request.ts';
import type { Asked, Operations } from './operations.ts';

/** The visitor of a page, and the page's language. */
export interface Visitor {
  caller: Caller;
  locale: Locale;
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** Token of a guest's cart. */
  cartToken: string | null;
  log: Logger;
  /** Counts one request against the visitor's address. Throws common.RATE_LIMITED. */
  spend(rateClass: RateClass): Promise<void>;
}

/** Rate classes counted per operation, whichever page calls it. */
const GUARDED: ReadonlySet<RateClass> = new Set<RateClass>(['sign-in', 'registration']);

/** A page's call of an operation: same as a client's over HTTP, with query numbers and booleans as text. */
export interface PageCall<Op extends OperationId> {
  params?: PathParameters<Op>;
  query?: QueryParameters<Op> | Record<string, unknown>;
  body?: JsonBody<Op>;
  /** Used as the Idempotency-Key. */
  key?: string;
  /** Requested media type of an operation with several; default: the first, JSON. */
  as?: TextType;
}

type TextReply = NonNullable<OperationReply<OperationId>['text']>;
type TextType = TextReply['type'];

export interface PageReply<Op extends OperationId> {
  /** Parsed on demand, since a page that is still valid needs only the ETag. Shared between readers: do not modify. */
  body(): ResponseBody<Op>;
  /** ETag of a cached response, in quotes; null if the response is specific to this visitor. */
  etag: string | null;
  /** Whether the operation is known to give the same response right now; false if that is unknown. */
  isCurrent(): boolean;
  /** Determines it more cheaply than performing the operation; false if only performing it tells. */
  recheck(): Promise<boolean>;
  /** Set instead of a body for pages and files. */
  text: TextReply['content'] | null;
  headers: Readonly<Record<string, string>>;
  replayed: boolean;
}

/**
 * Calls operations from pages of this process: no HTTP, but the same roles, validation and handlers. The page's own
 * request is counted once, where it is served. Operations guarding passwords, codes and registrations are counted here
 * on every call, so that no form can omit it.
 */
export class InProcess {
  readonly #operations: Operations;
  readonly #secrets: Secrets;
  readonly #refuse: () => void;

  /** @param refuse Throws while this process may perform nothing. */
  constructor(operations: Operations, secrets: Secrets, refuse: () => void) {
    this.#operations = operations;
    this.#secrets = secrets;
    this.#refuse = refuse;
  }

  /** Throws the operation's refusal as WaslError. */
  async call<Op extends OperationId>(
    id: Op,
    visitor: Visitor,
    { params, query, body, key, as }: PageCall<Op> = {},
  ): Promise<PageReply<Op>> {
    this.#refuse();
    const rules = this.#operations.rules(id);
    if (GUARDED.has(rules.rateClass)) await visitor.spend(rules.rateClass);
    authorize(rules, visitor.caller);
    const asked = inputOf(visitor, params, query, body, key);
    const requestOf = (): AnyRequest => ({
      operationId: id,
      params: asked.path,
      query: asked.query,
      body,
      bytes: null,
      ...visitor,
      idempotency: this.#keyOf(rules, visitor, asked.path, body, key),
      preferred: ([first, ...others]) => others.find((type) => type === as) ?? first,
      occurredAt: null,
      ifMatch: null,
      surface: 'shop',
      refreshCookie: null,
    });
    const reply = await this.#operations.perform(rules, asked, visitor.locale, requestOf);
    return pageReply<Op>(reply);
  }

  /**
   * Validates the input of an operation without performing it, so that a form calling several can be refused before the
   * first is done. Throws common.VALIDATION_FAILED.
   */
  check<Op extends OperationId>(id: Op, visitor: Visitor, { params, query, body }: PageCall<Op>): void {
    const asked = inputOf(visitor, params, query, body, undefined);
    this.#operations.check(this.#operations.rules(id), asked, visitor.locale);
  }

  #keyOf(
    { path, method }: OperationRules,
    { caller, cartToken }: Visitor,
    params: object,
    body: unknown,
    key: string | undefined,
  ): IdempotencyKey | null {
    if (key === undefined || method !== 'post') return null;
    if (caller.kind === 'guest' && cartToken === null) return null;
    const principal = principalOf(this.#secrets, caller, cartToken);
    const parts = [path, JSON.stringify(params), JSON.stringify(body ?? null)];
    return { principal, key, requestHash: this.#secrets.lastingHash('request', 'PAGE', ...parts) };
  }
}

function inputOf(
  visitor: Visitor,
  params: unknown,
  query: unknown,
  body: unknown,
  key: string | undefined,
): Asked & { path: Record<string, unknown>; query: Record<string, unknown> } {
  return {
    path: Object.assign({}, params) as Record<string, unknown>,
    query: Object.assign({}, query) as Record<string, unknown>,
    header: headersOf(visitor, key),
    ...(body === undefined ? {} : { requestBody: body }),
    json: null,
    size: body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body)),
  };
}

function headersOf({ cartToken }: Visitor, key: string | undefined): NodeJS.Dict<string> {
  return {
    ...(cartToken === null ? {} : { 'x-cart-token': cartToken }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
}

/** Parsed bodies of cached responses that every page reads, e.g. the categories. */
const bodies = new LRUCache<PreparedBody, object>({ max: 100 });

function parsed(prepared: PreparedBody): object {
  const known = bodies.get(prepared);
  if (known !== undefined) return known;
  const body = JSON.parse(prepared.json.toString()) as object;
  bodies.set(prepared, body);
  return body;
}

function pageReply<Op extends OperationId>(reply: OperationReply<OperationId>): PageReply<Op> {
  const { body, prepared, text, headers = {}, replayed = false } = reply;
  return {
    body: () => (prepared === undefined ? body : parsed(prepared)) as ResponseBody<Op>,
    etag: prepared?.etag ?? null,
    ...currency(reply),
    text: text?.content ?? null,
    headers,
    replayed,
  };
}

/** A separate function, so that its closure does not retain the response's text. */
function currency({
  prepared,
  current,
  recheck,
}: OperationReply<OperationId>): Pick<PageReply<OperationId>, 'isCurrent' | 'recheck'> {
  const etag = prepared?.etag ?? null;
  return {
    isCurrent: () => etag !== null && current?.()?.etag === etag,
    recheck: async () => etag !== null && (await recheck?.())?.etag === etag,
  };
}

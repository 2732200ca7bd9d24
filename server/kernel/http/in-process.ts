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

/** Who looks at a page, and in which language. */
export interface Visitor {
  caller: Caller;
  locale: Locale;
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** A guest's cart. */
  cartToken: string | null;
  log: Logger;
  /** Spends one of the visitor's address's budget. Throws common.RATE_LIMITED. */
  spend(rateClass: RateClass): Promise<void>;
}

/** Budgets of an operation itself, whatever page calls it. */
const GUARDED: ReadonlySet<RateClass> = new Set<RateClass>(['sign-in', 'registration']);

/** What a page asks an operation: as a client would over HTTP, numbers and truth values of a query as text. */
export interface PageCall<Op extends OperationId> {
  params?: PathParameters<Op>;
  query?: QueryParameters<Op> | Record<string, unknown>;
  body?: JsonBody<Op>;
  /** As Idempotency-Key. */
  key?: string;
  /** The form that an operation is to respond in which has several. Left out: its first, JSON. */
  as?: TextType;
}

type TextReply = NonNullable<OperationReply<OperationId>['text']>;
type TextType = TextReply['type'];

export interface PageReply<Op extends OperationId> {
  /** Read when it is wanted: a page that is still right needs the ETag alone. Others read the same: it is not changed. */
  body(): ResponseBody<Op>;
  /** Of a kept answer, in quotes; null when the answer is this visitor's own. */
  etag: string | null;
  /** Whether the operation is known to answer the same right now; false where that has to be found out. */
  isCurrent(): boolean;
  /** Finds it out with less than performing it takes; false where only performing it tells. */
  recheck(): Promise<boolean>;
  /** In place of a body: a page or file. */
  text: TextReply['content'] | null;
  headers: Readonly<Record<string, string>>;
  replayed: boolean;
}

/**
 * Operations for pages of this process: no HTTP in between, and the same roles, validation and handlers as over it.
 * Whoever serves a page spends the budget of the address for it, once, as for reading or writing. What guards passwords,
 * codes and registrations is spent here, each time, so that no form can forget it.
 */
export class InProcess {
  readonly #operations: Operations;
  readonly #secrets: Secrets;

  constructor(operations: Operations, secrets: Secrets) {
    this.#operations = operations;
    this.#secrets = secrets;
  }

  /** Throws what the operation refuses, as WaslError. */
  async call<Op extends OperationId>(
    id: Op,
    visitor: Visitor,
    { params, query, body, key, as }: PageCall<Op> = {},
  ): Promise<PageReply<Op>> {
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
   * Whether an operation would understand what it is to be asked with: a form that leads to several can be refused
   * before the first of them is done. Throws common.VALIDATION_FAILED.
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
    return { principal, key, requestHash: this.#secrets.hash('request', 'PAGE', ...parts) };
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

/** Of kept answers that every page reads, such as the categories. */
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

/** By itself, so that whoever keeps it does not keep the answer's text as well. */
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

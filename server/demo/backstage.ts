import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type {
  Handlers,
  OperationId,
  OperationReply,
  OperationRequest,
  SignedIn,
} from '../kernel/http/operation.ts';
import { sellerRights } from '../kernel/security/seller-rights.ts';
import { findDriver, findSeller, readRoles } from './demo-store.ts';

interface Input<Op extends OperationId> {
  params?: OperationRequest<Op>['params'];
  query?: OperationRequest<Op>['query'];
  body?: OperationRequest<Op>['body'];
  ifMatch?: number;
  /** Body of an operation that takes a picture. */
  bytes?: OperationRequest<Op>['bytes'];
}

type Body<Op extends OperationId> = NonNullable<OperationReply<Op>['body']>;

/** Calls handlers in process as an account, so demo data passes the same rules as any other. */
export class Backstage {
  readonly #handlers: Handlers;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(handlers: Handlers, database: Database, log: Logger) {
    this.#handlers = handlers;
    this.#database = database;
    this.#log = log;
  }

  async as<Op extends OperationId>(
    accountId: string,
    operationId: Op,
    input: Input<Op> = {},
  ): Promise<Body<Op>> {
    const request = {
      operationId,
      params: input.params ?? {},
      query: input.query ?? {},
      body: input.body ?? {},
      caller: await this.#caller(accountId),
      locale: 'en',
      requestId: 'demo-set-up',
      ip: '127.0.0.1',
      userAgent: null,
      idempotency: null,
      preferred: ([first]) => first,
      ifMatch: input.ifMatch === undefined ? null : [input.ifMatch],
      bytes: input.bytes ?? null,
      cartToken: null,
      log: this.#log,
    } as OperationRequest<Op>;
    const handler = this.#handlers[operationId] as (
      request: OperationRequest<Op>,
    ) => Promise<OperationReply<Op>>;
    const { body, prepared } = await handler(request);
    if (prepared !== undefined) return JSON.parse(prepared.json.toString()) as Body<Op>;
    if (body === undefined) throw new Error(`${operationId} answered without a body`);
    return body as Body<Op>;
  }

  /** Reads roles, seller and driver each time: they change while the demo is set up. */
  async #caller(accountId: string): Promise<SignedIn> {
    const roles = await readRoles(this.#database, accountId);
    const sellerId = await findSeller(this.#database, accountId);
    const driver = await findDriver(this.#database, accountId);
    return {
      kind: 'account',
      accountId,
      sessionId: accountId,
      roles: new Set(roles),
      sellerId,
      rights: sellerRights(sellerId !== null, null),
      driverId: driver?.id ?? null,
      isSuperAdmin: roles.includes('ADMIN'),
      mfa: true,
      mfaAge: 0,
      mfaEnrolled: true,
    };
  }
}

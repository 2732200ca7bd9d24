import { v7 as uuidv7 } from 'uuid';
import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { AllowedCaller, OperationRules } from '../http/contract.ts';
import type { Caller, SignedIn } from '../http/operation.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { NeededRight } from '../security/seller-rights.ts';
import { actedAs, keyFacts } from './audit.ts';
import { insertRefusal, type Refusal } from './audit-store.ts';

const HOUR_MS = 3_600_000;
/** Most refusals waiting to be written; further ones appear only in the process's log. */
const MAX_WAITING = 100;
/** Most pairs of account and operation remembered as recorded this hour. */
const MAX_KNOWN = 10_000;

const CODES: ReadonlySet<string> = new Set(['auth.FORBIDDEN', 'auth.MFA_REQUIRED']);
const POWERFUL: ReadonlySet<AllowedCaller> = new Set(['ADMIN', 'DISPATCHER', 'SELLER_OWNER']);
const POWERFUL_RIGHTS: ReadonlySet<NeededRight> = new Set(['OWNER', 'STAFF', 'FINANCE']);

/**
 * Whether a refusal is to be audited: operations of administrators, dispatchers or owners, operations requiring a
 * second factor, and any use of a device token outside its purpose or of an API key outside its scopes.
 */
export function refusalMatters(rules: OperationRules, caller: SignedIn): boolean {
  if (caller.device !== undefined || caller.key !== undefined || rules.secondFactor !== null) return true;
  if (rules.permission !== null && POWERFUL_RIGHTS.has(rules.permission)) return true;
  return rules.roles.every((role) => POWERFUL.has(role));
}

/**
 * Records refusals in the audit log. Written after the response, one at a time, so no response waits for it. The number
 * is limited twice: here, so that a flood costs no statements, and in the database, so that it costs no space with any
 * number of processes.
 */
export class Refusals {
  readonly #database: Database;
  readonly #known = new Set<string>();
  #hour = 0;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param thrown The error thrown by the operation or by a check before it. */
  note(thrown: unknown, rules: OperationRules, caller: Caller, context: RequestContext): void {
    if (!(thrown instanceof WaslError) || !CODES.has(thrown.code)) return;
    if (caller.kind === 'guest' || !refusalMatters(rules, caller)) return;
    const pair = `${caller.accountId} ${rules.id}`;
    if (this.#isKnown(pair)) return;
    if (this.#waiting >= MAX_WAITING) {
      context.log.warn({ accountId: caller.accountId, operation: rules.id }, 'a refusal was not recorded');
      return;
    }
    this.#known.add(pair);
    this.#write(pair, refusalOf(thrown, rules, caller, context), context);
  }

  /** Resolves when everything noted has been written. */
  finish(): Promise<void> {
    return this.#last;
  }

  #isKnown(pair: string): boolean {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== this.#hour || this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#hour = hour;
    return this.#known.has(pair);
  }

  #write(pair: string, refusal: Refusal, context: RequestContext): void {
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => insertRefusal(this.#database, refusal))
      .catch((error: unknown) => {
        this.#known.delete(pair);
        context.log.warn({ err: error, operation: refusal.operation }, 'a refusal was not recorded');
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }
}

function refusalOf(
  error: WaslError,
  rules: OperationRules,
  caller: SignedIn,
  context: RequestContext,
): Refusal {
  return {
    id: uuidv7(),
    accountId: caller.accountId,
    role: actedAs(caller),
    operation: rules.id,
    requestId: context.requestId,
    ip: context.address,
    data: {
      code: error.code,
      ...keyFacts(caller),
      ...(caller.device === undefined ? {} : { deviceTokenId: caller.device.tokenId }),
    },
  };
}

import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Commit } from '../../../actors/runtime/store.ts';
import { type Attempt, BatchedCommand, type Outcome } from '../../../db/batched-command.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { holdKeys } from '../../kernel/http/idempotency.ts';
import { keepRequests } from '../../kernel/http/idempotency-store.ts';
import { type Confirmation, type ConfirmationFacts, judgeConfirmation } from './confirm-checkout.ts';
import {
  type HeldParts,
  type LockWait,
  lockForConfirming,
  readHeldParts,
  readMethodsOf,
} from './confirmation-store.ts';
import { draftOrder, type Placement, placeOrders } from './place-order.ts';
import type { Placed } from './render-placed.ts';

export interface Confirmed {
  orderId: string;
  /** Null if the order already existed. */
  placed: Placed | null;
}

type ConfirmDependencies = Pick<Dependencies, 'database' | 'actors' | 'clock' | 'ids'> & {
  serviceArea: ServiceArea;
};

/**
 * Turns checkouts of several buyers into orders together: one transaction with two round trips reads and locks for all
 * of them, then writes and commits all that may be placed. Each gets its own verdict.
 */
export class Confirmations {
  readonly #deps: ConfirmDependencies;
  readonly #command: BatchedCommand<Confirmation, Confirmed>;

  constructor(deps: ConfirmDependencies) {
    this.#deps = deps;
    // Confirmations of one buyer run one after the other, because they lock the same cart.
    this.#command = new BatchedCommand(deps.database, this.#attempt, ({ principal }) => principal.accountId);
  }

  /**
   * Resolves after the commit. Throws what `judgeConfirmation` throws, and common.UNAVAILABLE if too many are waiting.
   */
  confirm(confirmation: Confirmation): Promise<Confirmed> {
    return this.#command.run(confirmation);
  }

  readonly #attempt: Attempt<Confirmation, Confirmed> = (executor, calls, { lock }) =>
    lock
      ? this.#confirm(executor as Transaction, calls, 'WAIT')
      : inTransaction(executor as Database, (trx) => this.#confirm(trx, calls, 'SKIP'));

  /** Null for a call whose rows another transaction has locked. */
  async #confirm(
    trx: Transaction,
    calls: readonly Confirmation[],
    wait: LockWait,
  ): Promise<(Outcome<Confirmed> | null)[]> {
    const facts = await this.#read(trx, calls, wait);
    const verdicts = calls.map((call, place) => this.#judge(call, facts[place] ?? null));
    const creations = await this.#write(trx, calls, verdicts);
    return verdicts.map((verdict) => {
      if (verdict === null || 'error' in verdict) return verdict;
      const creation = creations.get(verdict.orderId);
      if (creation === undefined || verdict.placement === null)
        return { answer: { orderId: verdict.orderId, placed: null } };
      return { answer: { orderId: verdict.orderId, placed: { ...verdict.placement, creation } } };
    });
  }

  /** Reads everything for all calls in one round trip. Null for a call whose rows another transaction has locked. */
  async #read(
    trx: Transaction,
    calls: readonly Confirmation[],
    wait: LockWait,
  ): Promise<(ConfirmationFacts | null)[]> {
    const asked = calls.map(({ checkoutId, principal: { accountId } }) => ({ checkoutId, accountId }));
    const checkoutIds = calls.map(({ checkoutId }) => checkoutId);
    const [{ cartIds, checkouts }, keys, parts, methods] = await Promise.all([
      lockForConfirming(trx, asked, wait),
      holdKeys(
        trx,
        calls.map(({ origin }) => origin),
      ),
      readHeldParts(trx, checkoutIds),
      readMethodsOf(trx, checkoutIds),
      this.#deps.actors.prepareToCreate(trx),
    ]);
    return asked.map(({ checkoutId, accountId }, place) => {
      const [checkout, cartId] = [checkouts.get(checkoutId), cartIds.get(accountId)];
      if (wait === 'SKIP' && (checkout === undefined || cartId === undefined)) return null;
      return {
        ...(parts.get(checkoutId) ?? NOTHING),
        checkout: checkout?.accountId === accountId ? checkout : null,
        cartId: cartId ?? null,
        methods,
        key: keys[place] ?? null,
      };
    });
  }

  #judge(call: Confirmation, facts: ConfirmationFacts | null): Verdict {
    if (facts === null) return null;
    try {
      const verdict = judgeConfirmation(this.#deps, call, facts);
      if (!('sold' in verdict)) return { ...verdict, placement: null };
      const placement = draftOrder(this.#deps, call, verdict.sold);
      return { orderId: placement.order.orderId, remember: call.origin.idempotency !== null, placement };
    } catch (error) {
      return { error };
    }
  }

  /** Writes and commits in one round trip, the stock last. Returns the creating commits by order. */
  async #write(
    trx: Transaction,
    calls: readonly Confirmation[],
    verdicts: readonly Verdict[],
  ): Promise<ReadonlyMap<string, Commit>> {
    const placements = verdicts.flatMap((verdict) =>
      verdict === null || 'error' in verdict ? [] : (verdict.placement ?? []),
    );
    const requests = verdicts.flatMap((verdict, place) => {
      const key = calls[place]?.origin.idempotency ?? null;
      if (key === null || verdict === null || 'error' in verdict || !verdict.remember) return [];
      return [{ ...key, status: 201, reference: { orderId: verdict.orderId } }];
    });
    if (placements.length + requests.length === 0) return new Map();
    const [creations] = await trx.commitWith(() => {
      const kept = keepRequests(trx, requests);
      return Promise.all([placeOrders(trx, this.#deps, placements), kept]);
    });
    return new Map(creations.map((creation) => [creation.ref.key, creation]));
  }
}

/** Result of a call: an order to place or an existing one, an error, or null if it must be retried alone. */
type Verdict =
  | { orderId: string; remember: boolean; placement: Placement | null }
  | { error: unknown }
  | null;

const NOTHING: HeldParts = { lines: [], shipping: [] };

import type { Ids } from '../../../actors/runtime/ports.ts';
import { BatchedCommand } from '../../../db/batched-command.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { MicroBatcher } from '../../../db/micro-batcher.ts';
import { type CartKey, type CartOwner, cartKey, tokenOf } from './cart-store.ts';
import { changeOwnersCarts, type OwnersChange, type Wanted } from './change-cart.ts';
import { type FilledCart, type KeptCart, readCarts } from './filled-cart-store.ts';

/**
 * Batches concurrent cart calls: carts are read, changed and committed together, with the same result for each as if
 * alone.
 */
export class Carts {
  readonly #reads: MicroBatcher<CartKey, KeptCart | null>;
  readonly #changes: BatchedCommand<OwnersChange, FilledCart>;

  constructor(database: Database, ids: Ids) {
    this.#reads = new MicroBatcher((keys) => readCarts(database, keys));
    this.#changes = new BatchedCommand(database, changeOwnersCarts(ids), ({ owner }) =>
      owner.kind === 'account' ? owner.accountId : owner.token,
    );
  }

  /** The owner's cart, no older than this call; null if it does not exist. */
  async read(owner: CartOwner): Promise<FilledCart | null> {
    const key = cartKey(owner);
    if (key === null) return null;
    const cart = await this.#reads.ask(key);
    return cart === null ? null : { ...cart, token: tokenOf(owner) };
  }

  /** Throws what `changeOwnersCarts` throws. */
  change(owner: CartOwner, wanted: Wanted): Promise<FilledCart> {
    return this.#changes.run({ owner, wanted });
  }

  /** Same, within the caller's transaction. */
  changeWithin(trx: Transaction, owner: CartOwner, wanted: Wanted): Promise<FilledCart> {
    return this.#changes.runWithin(trx, { owner, wanted });
  }
}

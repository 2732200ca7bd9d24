import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Action, isWaiting } from './action.ts';

interface QueueSchema extends DBSchema {
  actions: {
    key: number;
    value: Action;
    indexes: { account: [string, number] };
  };
}

const DATABASE = 'wasl-driver-actions';
const STORE = 'actions';
const VERSION = 1;
/** Accepted actions kept for display. */
const KEPT_ACCEPTED = 40;

type Unnumbered = Omit<Action, 'sequence'>;

/** The queue on the phone's disk. Everything here is durable when its promise resolves. */
export class ActionStore {
  readonly #database: IDBPDatabase<QueueSchema>;

  private constructor(database: IDBPDatabase<QueueSchema>) {
    this.#database = database;
  }

  static async open(name = DATABASE): Promise<ActionStore> {
    const database = await openDB<QueueSchema>(name, VERSION, {
      upgrade(upgrading) {
        const actions = upgrading.createObjectStore(STORE, { keyPath: 'sequence', autoIncrement: true });
        actions.createIndex('account', ['accountId', 'sequence']);
      },
      // A newer version of the app, in another tab, must not be blocked by this one.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    });
    return new ActionStore(database);
  }

  /**
   * Appends an action, unless `most` of its account are waiting already: then returns null. Count and write are one
   * transaction, so two tabs cannot exceed the limit together.
   */
  async append(action: Unnumbered, most: number): Promise<Action | null> {
    const transaction = this.#database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const all = await transaction.store.index('account').getAll(ofAccount(action.accountId));
    if (all.filter(isWaiting).length >= most) {
      await transaction.done;
      return null;
    }
    const sequence = await transaction.store.add(action as Action);
    await transaction.done;
    return { ...action, sequence };
  }

  /** All actions of an account, oldest first. */
  list(accountId: string): Promise<Action[]> {
    return this.#database.getAllFromIndex(STORE, 'account', ofAccount(accountId));
  }

  /** The oldest action without an answer. */
  async next(accountId: string): Promise<Action | null> {
    const all = await this.list(accountId);
    return all.find(isWaiting) ?? null;
  }

  /** Updates an action; does nothing if it was deleted. */
  async update(sequence: number, change: Partial<Omit<Action, 'sequence' | 'id'>>): Promise<void> {
    const transaction = this.#database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const known = await transaction.store.get(sequence);
    if (known !== undefined) await transaction.store.put({ ...known, ...change });
    await transaction.done;
  }

  /** Deletes actions that were decided and seen. A waiting one is never deleted. */
  async remove(sequences: readonly number[]): Promise<void> {
    const transaction = this.#database.transaction(STORE, 'readwrite', { durability: 'strict' });
    for (const sequence of sequences) {
      const known = await transaction.store.get(sequence);
      if (known !== undefined && !isWaiting(known)) await transaction.store.delete(sequence);
    }
    await transaction.done;
  }

  /** Deletes the oldest accepted actions. Refused ones stay until the driver has dismissed them. */
  async prune(accountId: string): Promise<void> {
    const accepted = (await this.list(accountId)).filter(({ state }) => state === 'ACCEPTED');
    const old = accepted.slice(0, Math.max(0, accepted.length - KEPT_ACCEPTED));
    if (old.length > 0) await this.remove(old.map(({ sequence }) => sequence));
  }

  /** How many actions of other accounts wait on this phone for their sign-in. */
  async waitingOfOthers(accountId: string): Promise<number> {
    const all = await this.#database.getAll(STORE);
    return all.filter((action) => action.accountId !== accountId && isWaiting(action)).length;
  }

  close(): void {
    this.#database.close();
  }
}

function ofAccount(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId, 0], [accountId, Number.MAX_SAFE_INTEGER]);
}

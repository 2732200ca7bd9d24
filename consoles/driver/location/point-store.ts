import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Point } from './point-filter.ts';

interface PointSchema extends DBSchema {
  points: { key: [string, number]; value: Point & { accountId: string } };
}

const DATABASE = 'wasl-driver-points';
const STORE = 'points';
/** Per account: eight hours of driving without a network. */
const MAX_POINTS = 6_000;

/** Points that could not be sent when they were measured. */
export class PointStore {
  readonly #database: IDBPDatabase<PointSchema>;

  private constructor(database: IDBPDatabase<PointSchema>) {
    this.#database = database;
  }

  static async open(name = DATABASE): Promise<PointStore> {
    const database = await openDB<PointSchema>(name, 1, {
      upgrade: (upgrading) => {
        upgrading.createObjectStore(STORE, { keyPath: ['accountId', 'sequence'] });
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    });
    return new PointStore(database);
  }

  /**
   * Beyond `most`, every second point of the older half is dropped: a coarser track is worth more than half a track.
   */
  async add(accountId: string, points: readonly Point[], most = MAX_POINTS): Promise<void> {
    const transaction = this.#database.transaction(STORE, 'readwrite');
    for (const point of points) await transaction.store.put({ ...point, accountId });
    const count = await transaction.store.count(ofAccount(accountId));
    if (count > most) {
      const keys = await transaction.store.getAllKeys(ofAccount(accountId));
      const older = keys.slice(0, Math.floor(keys.length / 2));
      for (const [index, key] of older.entries()) if (index % 2 === 1) await transaction.store.delete(key);
    }
    await transaction.done;
  }

  /** The oldest points, with their sequence numbers. */
  async oldest(accountId: string, limit: number): Promise<Point[]> {
    const rows = await this.#database.getAll(STORE, ofAccount(accountId), limit);
    return rows.map(({ accountId: _account, ...point }) => point);
  }

  async remove(accountId: string, sequences: readonly number[]): Promise<void> {
    const transaction = this.#database.transaction(STORE, 'readwrite');
    for (const sequence of sequences) await transaction.store.delete([accountId, sequence]);
    await transaction.done;
  }

  count(accountId: string): Promise<number> {
    return this.#database.count(STORE, ofAccount(accountId));
  }

  close(): void {
    this.#database.close();
  }
}

function ofAccount(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound([accountId, 0], [accountId, Number.MAX_SAFE_INTEGER]);
}

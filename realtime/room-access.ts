import type { Database } from '../db/database.ts';
import { MicroBatcher } from '../db/micro-batcher.ts';
import type { LiveCaller, RoomAccessPort } from './ports.ts';
import { buyersOf, existingZones } from './room-store.ts';
import { isDispatch, parseRoom } from './rooms.ts';

/**
 * Each check is small, but an account's sockets may ask for thousands at once: read one by one, they would keep every
 * connection of the process from the requests of others. So each kind has one connection, which reads hundreds at a time.
 */
const BATCH_LIMITS = { maxBatches: 1, maxBatchSize: 256, maxWaiting: 20_000, maxWaitMs: 4_000 };

/** An order's room is for its buyer and dispatchers, a zone's room for dispatchers. */
export class RoomAccess implements RoomAccessPort {
  readonly #buyers: MicroBatcher<string, string | null>;
  readonly #zones: MicroBatcher<string, boolean>;

  constructor(database: Database) {
    this.#buyers = new MicroBatcher(
      async (ids) => {
        const buyers = await buyersOf(database, ids);
        return ids.map((id) => buyers.get(id) ?? null);
      },
      undefined,
      BATCH_LIMITS,
    );
    this.#zones = new MicroBatcher(
      async (ids) => {
        const zones = await existingZones(database, ids);
        return ids.map((id) => zones.has(id));
      },
      undefined,
      BATCH_LIMITS,
    );
  }

  async maySee(caller: LiveCaller, room: string): Promise<boolean> {
    const parsed = parseRoom(room);
    if (parsed?.id == null) return false;
    if (parsed.kind === 'order') return this.#maySeeOrder(caller, parsed.id);
    if (parsed.kind === 'zone' && isDispatch(caller)) return this.#zones.ask(parsed.id);
    return false;
  }

  async #maySeeOrder(caller: LiveCaller, id: string): Promise<boolean> {
    const buyer = await this.#buyers.ask(id);
    return buyer !== null && (buyer === caller.accountId || isDispatch(caller));
  }
}

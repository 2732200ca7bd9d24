import type { Database } from '../db/database.ts';
import type { LiveCaller, RoomAccessPort } from './ports.ts';
import { buyerOf, zoneExists } from './room-store.ts';
import { isDispatch, parseRoom } from './rooms.ts';

/** An order's room is for its buyer and dispatchers, a zone's room for dispatchers. */
export class RoomAccess implements RoomAccessPort {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async maySee(caller: LiveCaller, room: string): Promise<boolean> {
    const parsed = parseRoom(room);
    if (parsed?.id == null) return false;
    if (parsed.kind === 'order') return this.#maySeeOrder(caller, parsed.id);
    if (parsed.kind === 'zone' && isDispatch(caller)) return zoneExists(this.#database, parsed.id);
    return false;
  }

  async #maySeeOrder(caller: LiveCaller, id: string): Promise<boolean> {
    const buyer = await buyerOf(this.#database, id);
    return buyer !== null && (buyer === caller.accountId || isDispatch(caller));
  }
}

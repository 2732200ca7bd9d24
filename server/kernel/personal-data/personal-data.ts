import type { Point } from '../../../actors/planning/point.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';

/** Personal data that identifies an account, collected before anything is erased. */
export interface Traces {
  /** Names, e-mail addresses, phone numbers and the like, as written. */
  words?: readonly string[];
  /** Identifying only as a whole, e.g. a landmark near the door. */
  phrases?: readonly string[];
  /** Map pins of doors. */
  doors?: readonly Point[];
  orderIds?: readonly string[];
  /** Deliveries of the account's orders. */
  taskIds?: readonly string[];
  driverId?: string | null;
}

/** The person whose account is being closed. */
export type Person = { accountId: string } & Required<Traces>;

/** Why an account cannot be closed yet. */
export type ObstacleCode =
  | 'SUPER_ADMINISTRATOR'
  | 'ORDERS_UNDER_WAY'
  | 'CASH_NOT_SETTLED'
  | 'SHOP_OWNED'
  | 'DRIVER_ON_SHIFT'
  | 'DRIVER_HAS_GOODS'
  | 'DRIVER_HAS_CASH';

export interface Obstacle {
  code: ObstacleCode;
  /** Number of orders or deliveries, for example. */
  count: number;
}

/**
 * How one owner of tables handles the personal data in them. Each owner erases only its own:
 * `server/personal-data.json` states for every column what happens to it, and a test compares the two.
 */
export interface PersonalData {
  /** The slice or other component that owns the tables. */
  owner: string;
  /** Called under the account's lock. */
  find?(trx: Transaction, accountId: string): Promise<Traces>;
  /** Called under the account's lock. Locks whatever could still change the answer. */
  obstacles?(trx: Transaction, accountId: string): Promise<Obstacle[]>;
  /** Exports the account's data for its owner, by list name. */
  export?(executor: Database | Transaction, accountId: string): Promise<{ [list: string]: JsonObject[] }>;
  /** Erases; idempotent. Triggers allow erasing specific columns of append-only rows. */
  erase?(trx: Transaction, person: Person): Promise<void>;
}

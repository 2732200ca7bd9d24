import type { Point } from '../../../actors/planning/point.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';

/** What an account is known by, found before anything of it is erased. */
export interface Traces {
  /** Names, e-mail addresses, telephone numbers and the like, as they were written. */
  words?: readonly string[];
  /** What tells of them only as a whole, such as a landmark at their door. */
  phrases?: readonly string[];
  /** Pins of doors. */
  doors?: readonly Point[];
  orderIds?: readonly string[];
  /** Deliveries of these orders. */
  taskIds?: readonly string[];
  driverId?: string | null;
}

/** Somebody who leaves. */
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
  /** Orders, deliveries: as many as there are. */
  count: number;
}

/**
 * What one owner of tables does about the personal facts in them. Nobody erases another's:
 * `server/personal-data.json` says of every column what becomes of it, and a test compares.
 */
export interface PersonalData {
  /** The slice, or what else owns tables. */
  owner: string;
  /** Read under the account's lock. */
  find?(trx: Transaction, accountId: string): Promise<Traces>;
  /** Read under the account's lock, and holding what could still change the answer. */
  obstacles?(trx: Transaction, accountId: string): Promise<Obstacle[]>;
  /** By the name of a list: what is kept about the account, for its owner. */
  export?(executor: Database | Transaction, accountId: string): Promise<{ [list: string]: JsonObject[] }>;
  /** Erases; what is erased already stays as it is. The database lets append-only rows lose what its triggers name. */
  erase?(trx: Transaction, person: Person): Promise<void>;
}

import type { Database } from '../../../db/database.ts';
import type { SealPurpose } from './secrets.ts';

/** A stored sealed value, with what is needed to open it. */
export interface SealedValue {
  /** The row's key. */
  key: string;
  sealed: Buffer;
  purpose: SealPurpose;
  boundTo: string;
}

/** Which values of a column to read: those that do not begin with the prefix, by key, after a key. */
export interface SealedPage {
  prefix: Buffer;
  /** Null: from the first one on. */
  after: string | null;
  limit: number;
}

/** A column of sealed values. The slice that owns its table says how they are read and exchanged. */
export interface SealedColumn {
  /** As people know it: `table.column`. */
  name: string;
  read(database: Database, page: SealedPage): Promise<SealedValue[]>;
  /** Stores the new seal in place of the old one. False if the value was changed meanwhile. */
  replace(database: Database, value: SealedValue, sealed: Buffer): Promise<boolean>;
}

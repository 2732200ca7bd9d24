import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { insertPresence } from '../db/stores/presence-store.ts';
import { BulkWriter } from './bulk-writer.ts';
import { heldSince, type PresenceChange } from './presence.ts';

const CAPACITY = 20_000;
const WRITE_EVERY = 1_000;

/**
 * Keeps changes of presence for the past. A second's are lost with a process at most; the worker finds what is
 * missing.
 */
export function recordPresence(database: Database, log: Logger): BulkWriter<PresenceChange> {
  const write = (changes: readonly PresenceChange[]) =>
    insertPresence(
      database,
      changes.map((change) => ({ ...change, since: heldSince(change) })),
    );
  return new BulkWriter({
    what: 'changes of presence',
    write,
    log,
    capacity: CAPACITY,
    every: WRITE_EVERY,
  });
}

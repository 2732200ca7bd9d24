import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { insertPresence } from '../db/stores/presence-store.ts';
import { BulkWriter } from './bulk-writer.ts';
import { heldSince, type PresenceChange } from './presence.ts';

const CAPACITY = 20_000;
const WRITE_INTERVAL_MS = 1_000;

/**
 * Stores changes of presence for the history. If the process dies, the changes of its last second are lost; the worker
 * restores them.
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
    every: WRITE_INTERVAL_MS,
  });
}

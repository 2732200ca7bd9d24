import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { QueuedChannel } from '../../../db/models/notification-delivery.ts';
import { inBatches } from '../../kernel/jobs/in-batches.ts';
import { KINDS_WITH_SECRET } from '../words/message-secret.ts';
import { expireCodes, recoverLost, releaseHeld } from './delivery-store.ts';
import { MAX_ATTEMPTS } from './retry-policy.ts';

export interface UpkeepDependencies {
  database: Database;
  clock: Clock;
}

/** Queues held messages whose time has come, and messages whose sender has died. */
export async function keepQueue(
  { database, clock }: UpkeepDependencies,
  { leaseMs, channels }: { leaseMs: number; channels: readonly QueuedChannel[] },
): Promise<void> {
  const now = clock.now();
  await inBatches((limit) => releaseHeld(database, now, limit))();
  await inBatches((limit) => recoverLost(database, { leaseMs, maxAttempts: MAX_ATTEMPTS, limit }))();
  // On channels without a driver, messages stay queued, and their number is reported.
  if (channels.length === 0) return;
  await inBatches((limit) => expireCodes(database, { now, channels, kinds: KINDS_WITH_SECRET, limit }))();
}

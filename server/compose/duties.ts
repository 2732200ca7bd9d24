import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { keepBreadcrumbDays } from '../../db/stores/breadcrumb-store.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { purgeSessions, purgeSignInGuards } from '../accounts/purge-sign-ins.ts';
import { purgeAlerts } from '../dispatch/alerts/purge-alerts.ts';
import type { ScheduledJob } from '../kernel/jobs/scheduled-job.ts';
import { purgeGuestCarts } from '../marketplace/cart/purge-guest-carts.ts';
import { purgeCatalogueChanges } from '../marketplace/catalogue/change-feed.ts';
import { purgeSearchWords } from '../marketplace/catalogue/purge-search-words.ts';
import { computeSellerStandings } from '../marketplace/catalogue/seller-standings.ts';
import { lapseInvitations } from '../marketplace/sellers/staff-invitations.ts';
import { eraseSpentCodes } from '../notifications/delivery-codes.ts';

/** Something that is done in batches; answers how many it did, fewer than `limit` when nothing is left. */
type Batch = (limit: number) => Promise<number>;

export interface DutyDependencies {
  database: Database;
  clock: Clock;
  /** TimerRunner.run: fires due timers of actors. */
  fireTimers: Batch;
  /** Relay.sweep: delivers what commits left to do and nobody has done. */
  sweepOutbox: Batch;
  expireCheckouts: Batch;
  /** Puts unassigned tasks that lost their ticket back into their queue. */
  requeueLostTasks(): Promise<unknown>;
  /** Raises an alert about cash that stays in clearing. */
  watchClearing(): Promise<unknown>;
  /** Deletes pictures that nothing has referred to for a day. */
  collectFiles: Batch;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BATCH = 100;
/** Words that leave the vocabulary of the search at once. */
const WORDS = 2_000;
/** Batches a duty does before it lets the others have the connection; the rest waits for the next wake-up. */
const MAX_BATCHES = 20;

/** What the worker process does, and how often. Each is safe to repeat and to share with other workers. */
export function standardDuties(deps: DutyDependencies): ScheduledJob[] {
  return [
    { name: 'timers', every: SECOND, run: () => exhaust(deps.fireTimers) },
    { name: 'outbox', every: SECOND, run: () => exhaust(deps.sweepOutbox) },
    { name: 'lost-tasks', every: 5 * SECOND, run: () => deps.requeueLostTasks() },
    { name: 'checkouts', every: MINUTE, run: () => exhaust(deps.expireCheckouts) },
    { name: 'clearing', every: MINUTE, run: () => deps.watchClearing() },
    { name: 'delivery-codes', every: MINUTE, run: () => eraseSpentCodes(deps) },
    { name: 'staff-invitations', every: MINUTE, run: () => exhaust((limit) => lapse(deps, limit)) },
    {
      name: 'idempotency-keys',
      every: 60 * MINUTE,
      run: () => exhaust((limit) => deleteOldKeys(deps, limit)),
    },
    { name: 'breadcrumbs', every: 60 * MINUTE, run: () => keepBreadcrumbDays(deps.database) },
    {
      name: 'guest-carts',
      every: 60 * MINUTE,
      run: () => exhaust((limit) => purgeGuestCarts(deps.database, limit)),
    },
    {
      name: 'sessions',
      every: 60 * MINUTE,
      run: () => exhaust((limit) => purgeSessions(deps.database, limit)),
    },
    {
      name: 'sign-in-guards',
      every: 60 * MINUTE,
      run: () => exhaust((limit) => purgeSignInGuards(deps.database, limit)),
    },
    { name: 'catalogue-changes', every: MINUTE, run: () => purgeCatalogueChanges(deps.database) },
    { name: 'seller-standings', every: 60 * MINUTE, run: () => computeSellerStandings(deps.database) },
    { name: 'search-words', every: 60 * MINUTE, run: () => purgeSearchWords(deps.database, WORDS) },
    { name: 'unused-files', every: 60 * MINUTE, run: () => exhaust(deps.collectFiles) },
    { name: 'old-alerts', every: 60 * MINUTE, run: () => exhaust((limit) => purgeAlerts(deps, limit)) },
    { name: 'partitions', every: 24 * 60 * MINUTE, run: () => ensurePartitions(deps) },
  ];
}

async function exhaust(batch: Batch): Promise<void> {
  for (let count = 0; count < MAX_BATCHES; count += 1) {
    if ((await batch(BATCH)) < BATCH) return;
  }
}

function lapse({ database, clock }: DutyDependencies, limit: number): Promise<number> {
  return inTransaction(database, (trx) => lapseInvitations(trx, clock.now(), { limit }));
}

/** Idempotency keys are promised for 48 hours. */
async function deleteOldKeys(
  { database }: Pick<DutyDependencies, 'database'>,
  limit: number,
): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `DELETE FROM idempotency_keys
      WHERE (principal, key) IN (SELECT principal, key FROM idempotency_keys
                                  WHERE created_at < now() - interval '48 hours'
                                  ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [limit],
  );
  return rowCount;
}

/** Command rows of this month and the next have their partition before the first of them is written. */
async function ensurePartitions({ database }: Pick<DutyDependencies, 'database'>): Promise<void> {
  await inTransaction(database, async (trx) => {
    // Two workers making the same partition at once would fail each other.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('partitions', 0))`);
    await trx.raw('SELECT ensure_actor_command_partition(now()::date)');
    await trx.raw(`SELECT ensure_actor_command_partition((now() + interval '1 month')::date)`);
  });
}

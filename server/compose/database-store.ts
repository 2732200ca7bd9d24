import type { Database } from '../../db/database.ts';
import { integer, nothing, nullable, text } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import { inTransaction } from '../../db/unit-of-work.ts';

/** Rejects if the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await one.first(database, {});
}

const one = statement({ name: 'database.ping', sql: 'SELECT 1 AS one', row: { one: integer } });

/** Creates the command-log partitions of this month and the next before they are needed. */
export async function ensurePartitions(database: Database): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockPartitions.first(trx, {});
    await ensureThisMonth.first(trx, {});
    await ensureNextMonth.first(trx, {});
  });
}

/** Serializes workers: two that created the same partition concurrently would both fail. */
const lockPartitions = statement({
  name: 'database.lock_partitions',
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('partitions', 0)) AS locked`,
  row: { locked: nothing },
});
const ensureThisMonth = statement({
  name: 'database.ensure_partition_of_this_month',
  sql: 'SELECT ensure_actor_command_partition(now()::date) AS made',
  row: { made: nullable(text) },
});
const ensureNextMonth = statement({
  name: 'database.ensure_partition_of_next_month',
  sql: `SELECT ensure_actor_command_partition((now() + interval '1 month')::date) AS made`,
  row: { made: nullable(text) },
});

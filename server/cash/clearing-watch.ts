import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { Database } from '../../db/database.ts';
import { type AlertDependencies, close, raise } from '../alerts/alert-consumer.ts';

/** Older balances have had their alert long ago. Days of domain time. */
const LOOK_BACK_DAYS = 7;
const AT_ONCE = 100;

interface OpenClearing {
  task_id: string;
  balance: string;
}

/**
 * Worker duty: the driver actor credits clearing when cash is recorded, the order actor debits it on completion.
 * A completed task whose balance is open for more than a minute of real time raises an alert, which closes with it.
 */
export async function watchClearing(deps: AlertDependencies): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_DAYS * 86_400_000);
  for (const { task_id: taskId, balance } of await openClearings(deps.database, since)) {
    const dedupeKey = keyOf(taskId);
    const alert = { kind: 'CLEARING_OPEN', dedupeKey, subjectType: 'TASK', subjectId: taskId };
    await raise(deps, { ...alert, data: { taskId, balance } }, deterministicId(dedupeKey));
  }
  for (const taskId of await clearedSince(deps.database)) await close(deps, keyOf(taskId));
}

function keyOf(taskId: string): string {
  return `clearing-open:${taskId}`;
}

async function openClearings(database: Database, completedSince: Date): Promise<OpenClearing[]> {
  const { rows } = await database.raw<{ rows: OpenClearing[] }>(
    // The command rows carry PostgreSQL's clock: a faster domain clock must not make a moment look like an hour.
    `SELECT t.id AS task_id, sum(e.amount) AS balance
       FROM delivery_tasks t
       JOIN ledger_entries e ON e.task_id = t.id AND e.account = 'clearing'
       JOIN ledger_journals j ON j.id = e.journal_id
       JOIN actor_command c ON c.kind = j.actor_kind AND c.key = j.actor_key AND c.version = j.actor_version
      WHERE t.status = 'COMPLETED' AND t.completed_at > ?
      GROUP BY t.id
     HAVING sum(e.amount) <> 0 AND max(c.at) < now() - interval '60 seconds'
      ORDER BY t.id LIMIT ?`,
    [completedSince, AT_ONCE],
  );
  return rows;
}

/** Tasks that have an alert and no open balance any more. */
async function clearedSince(database: Database): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { task_id: string }[] }>(
    `SELECT a.subject_id AS task_id FROM alerts a
      WHERE a.kind = 'CLEARING_OPEN' AND a.status <> 'RESOLVED'
        AND (SELECT sum(amount) FROM ledger_entries e
              WHERE e.task_id = a.subject_id::uuid AND e.account = 'clearing') = 0
      LIMIT ?`,
    [AT_ONCE],
  );
  return rows.map((row) => row.task_id);
}

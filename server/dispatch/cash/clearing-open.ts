import type { Condition } from '../alerts/alerts.ts';

interface Row {
  task_id: string;
  balance: string;
}

/** Older balances have had their alert long ago. Days of domain time. */
const LOOK_BACK_DAYS = 7;

/**
 * The driver actor credits clearing when cash is recorded, the order actor debits it on completion. A completed task
 * whose balance is open for more than a minute of real time is a fault of the books.
 */
export const clearingOpen: Condition = {
  kind: 'CLEARING_OPEN',
  async causes({ trx, now, known, most }) {
    const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000);
    const { rows } = await trx.raw<{ rows: Row[] }>(
      // The command rows carry PostgreSQL's clock: a faster domain clock must not make a moment look like an hour.
      `SELECT t.id AS task_id, sum(e.amount) AS balance
         FROM delivery_tasks t
         JOIN ledger_entries e ON e.task_id = t.id AND e.account = 'clearing'
         JOIN ledger_journals j ON j.id = e.journal_id
         JOIN actor_command c ON c.kind = j.actor_kind AND c.key = j.actor_key AND c.version = j.actor_version
        WHERE t.status = 'COMPLETED' AND (t.completed_at > :since OR t.id = ANY (CAST(:known AS uuid[])))
        GROUP BY t.id
       HAVING sum(e.amount) <> 0 AND max(c.at) < now() - interval '60 seconds'
        ORDER BY t.id = ANY (CAST(:known AS uuid[])) DESC, t.id LIMIT :most`,
      { since, known: [...known], most },
    );
    return rows.map(({ task_id: taskId, balance }) => {
      return { key: taskId, subjectType: 'TASK', subjectId: taskId, data: { taskId, balance } };
    });
  },
};

import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** Accounts that their owners have closed, beside the archive: a restore to an earlier time must not bring them back. */
export const CLOSURES = 'closed-accounts.jsonl';

export interface Closure {
  accountId: string;
  closedAt: string;
}

/**
 * Adds the closures that the list lacks. Nothing is ever taken from it: after a restore, the database knows fewer than
 * have been promised to people. Returns how many were added.
 */
export async function exportClosures(client: pg.ClientBase, target: string): Promise<number> {
  const known = new Set((await readClosures(target)).map(({ accountId }) => accountId));
  const { rows } = await client.query<Closure>(
    `SELECT account_id AS "accountId", to_char(closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closedAt"
       FROM account_closures ORDER BY closed_at`,
  );
  const fresh = rows.filter(({ accountId }) => !known.has(accountId));
  if (fresh.length === 0) return 0;
  const file = await open(path.join(target, CLOSURES), 'a', 0o640);
  try {
    // A line break first, in case a process was killed in the middle of a line.
    await file.appendFile(fresh.map((closure) => `\n${JSON.stringify(closure)}`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return fresh.length;
}

export async function readClosures(target: string): Promise<Closure[]> {
  const text = await readFile(path.join(target, CLOSURES), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const { accountId, closedAt } = JSON.parse(line) as Closure;
      return [{ accountId, closedAt }];
    } catch {
      return [];
    }
  });
}

import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';

/** Days for which a session that has ended is kept, so that what happened in it can still be traced. */
const ENDED_DAYS = 30;
/** Days without an attempt after which nobody is guessing any more. */
const IDLE_DAYS = 90;

/** Deletes sessions that ended long ago with their tokens, `limit` at most. Answers how many. */
export function purgeSessions(database: Database, limit: number): Promise<number> {
  return inTransaction(database, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `SELECT id FROM sessions
        WHERE least(expires_at, coalesce(revoked_at, expires_at)) < now() - make_interval(days => ?)
        ORDER BY least(expires_at, coalesce(revoked_at, expires_at)) LIMIT ? FOR UPDATE SKIP LOCKED`,
      [ENDED_DAYS, limit],
    );
    const ids = rows.map(({ id }) => id);
    await trx('refresh_tokens').whereIn('session_id', ids).delete();
    await trx('sessions').whereIn('id', ids).delete();
    return ids.length;
  });
}

/**
 * Forgets failures to sign in with an e-mail that nobody has tried for long, `limit` at most: anybody can make such
 * rows of names that nobody has, and names that somebody has must not be told apart by being remembered longer. It
 * gives a guesser nothing: who tries on at the end of every lock has thousands of tries in that time, not four more.
 * Answers how many.
 */
export async function purgeSignInGuards(database: Database, limit: number): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `DELETE FROM sign_in_guards
      WHERE email_key IN (SELECT email_key FROM sign_in_guards
                           WHERE updated_at < now() - make_interval(days => ?)
                             AND (locked_until IS NULL OR locked_until < now())
                           ORDER BY updated_at LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [IDLE_DAYS, limit],
  );
  return rowCount;
}

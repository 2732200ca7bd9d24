import pg from 'pg';
import { FENCED_GUARD } from './group-store-sql.ts';

export const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const BAD_TEXT = '22P02';
/**
 * SQLSTATE classes caused by the statement's own data: 21 to 23, 42 (a plan that a wrong row makes impossible), 54, P0,
 * and WA of our triggers.
 */
const REFUSED = new Set(['21', '22', '23', '42', '54', 'P0', 'WA']);

/**
 * The meaning of a failed statement. All except `unknown` mean that nothing was written: PostgreSQL reported it, and
 * not while closing the connection.
 */
export type Verdict = 'moved' | 'locked' | 'deadlock' | 'refused' | 'unknown';

export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR' || error.code === undefined) {
    return 'unknown';
  }
  if (error.code === LOCK_NOT_AVAILABLE) return 'locked';
  if (error.code === DEADLOCK) return 'deadlock';
  if (error.code === BAD_TEXT && error.message.includes(`"${FENCED_GUARD}:`)) return 'moved';
  return REFUSED.has(error.code.slice(0, 2)) ? 'refused' : 'unknown';
}

import { type BackupFigures, readBackupFigures } from '../../kernel/backups/backup-store.ts';
import type { Cause, Condition } from './condition.ts';

/** Seconds. A backup is made every day and may take two hours. */
const BASE_S = 26 * 3_600;
/** The server archives its log at least every 30 s while anything is written, and the worker always writes. */
const WAL_S = 5 * 60;
const COPIES_S = 10 * 60;
/** A proof is made every week. */
const PROOF_S = 8 * 86_400;

/** Something that happens is not in the backups. Nothing before the first backup: then nobody expects one. */
export const backupStale: Condition = {
  kind: 'BACKUP_STALE',
  async causes({ trx }) {
    const found = await readBackupFigures(trx);
    if (found.since === null) return [];
    const causes: Cause[] = [];
    const add = (part: string, age: number, more: Partial<Cause> = {}) =>
      causes.push({
        ...{ key: part, subjectType: 'BACKUP', subjectId: part, data: { part, since: since(age) } },
        ...more,
      });
    if (found.base === null || found.base > BASE_S || found.base_failed)
      add('base', found.base ?? ageOf(found), { data: baseData(found) });
    if (!found.archives || found.wal > WAL_S) add('wal', found.wal, { severity: 'CRITICAL' });
    if (found.copies === null || found.copies > COPIES_S) add('copies', found.copies ?? ageOf(found));
    return causes;
  },
};

/** Nobody knows whether the backups are any good. */
export const restoreUnproved: Condition = {
  kind: 'RESTORE_UNPROVED',
  async causes({ trx }) {
    const found = await readBackupFigures(trx);
    if (found.since === null) return [];
    const isOld = (found.proof ?? ageOf(found)) > PROOF_S;
    if (!isOld && !found.proof_failed) return [];
    const data = { failed: found.proof_failed, lastError: found.proof_error };
    const severity = found.proof_failed ? 'CRITICAL' : 'WARNING';
    return [{ key: 'proof', subjectType: 'BACKUP', subjectId: 'proof', data, severity }];
  },
};

function baseData(found: BackupFigures) {
  return { part: 'base', since: since(found.base ?? ageOf(found)), lastError: found.base_error };
}

/** Seconds since backups of this database began. */
function ageOf({ since: begun }: BackupFigures): number {
  return begun === null ? 0 : (Date.now() - begun.getTime()) / 1_000;
}

/** To the minute, so that not every comparison is a change of its own. */
function since(age: number): string {
  const at = new Date(Date.now() - age * 1_000);
  at.setUTCSeconds(0, 0);
  return at.toISOString();
}

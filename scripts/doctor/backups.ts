import { openDatabase } from '../../db/database.ts';
import { readBackupFigures } from '../../server/kernel/backups/backup-store.ts';
import { type Finding, judged } from './finding.ts';

const HOUR_S = 3_600;
const BASE_S = 26 * HOUR_S;
const WAL_S = 300;
const COPIES_S = 600;
const PROOF_S = 8 * 24 * HOUR_S;

/** Only a server for the public needs backups; elsewhere their absence is told and no fault. */
export async function checkBackups(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (!environment.DATABASE_URL) return [];
  const database = openDatabase(environment.DATABASE_URL, { name: 'wasl-doctor', max: 1 });
  try {
    const { base, base_failed, copies, wal, archives, proof, proof_failed } =
      await readBackupFigures(database);
    const isReal = environment.NODE_ENV === 'production' || base !== null;
    const late = (age: number | null, limit: number) => isReal && (age === null || age > limit);
    return [
      judged(`the last backup: ${ageOf(base)}${base_failed ? ', a later one failed' : ''}`, {
        errorIf: late(base, BASE_S),
        warnIf: base_failed,
        todo: 'docs/runbook.md: WaslBackupOld, WaslBackupFailed.',
      }),
      judged(`the last log file archived: ${archives ? ageOf(wal) : 'none, archiving is off'}`, {
        errorIf: isReal && (!archives || wal > WAL_S),
        todo: 'docs/runbook.md: WaslArchiveBehind. Archiving is set up as docs/backup.md says.',
      }),
      judged(`the last copy of pictures: ${ageOf(copies)}`, {
        warnIf: late(copies, COPIES_S) && environment.UPLOADS_STORE !== 's3',
        todo: 'docs/runbook.md: WaslArchiveBehind.',
      }),
      judged(`the last proof of a restore: ${ageOf(proof)}${proof_failed ? ', a later one failed' : ''}`, {
        errorIf: proof_failed,
        warnIf: late(proof, PROOF_S),
        todo: 'docs/runbook.md: WaslRestoreUnproved.',
      }),
    ];
  } finally {
    await database.destroy();
  }
}

function ageOf(seconds: number | null): string {
  if (seconds === null) return 'none';
  if (seconds < 2 * 60) return `${Math.round(seconds)} s ago`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 48 * HOUR_S
    ? `${Math.round(seconds / HOUR_S)} h ago`
    : `${Math.round(seconds / 24 / HOUR_S)} days ago`;
}

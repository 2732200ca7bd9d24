import { openDatabase } from '../../db/database.ts';
import { doneWithin } from '../../db/deadline.ts';
import {
  type BackupRun,
  writeBackupDone,
  writeBackupFailed,
} from '../../server/kernel/backups/backup-store.ts';

const NOTE_MS = 15_000;

/** Tells the live database, from which metrics and alerts know. */
export async function noteDone(databaseUrl: string, run: BackupRun, details: object): Promise<void> {
  const database = openDatabase(databaseUrl, { name: 'wasl-backup', max: 1 });
  try {
    await writeBackupDone(database, run, details);
  } finally {
    await database.destroy();
  }
}

/** Never rejects: the failure itself is what matters, and the age of the last success tells it, too. */
export async function noteFailed(databaseUrl: string, run: BackupRun, error: unknown): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const database = openDatabase(databaseUrl, { name: 'wasl-backup', max: 1 });
  await doneWithin(
    writeBackupFailed(database, run, text).catch(() => undefined),
    NOTE_MS,
  );
  await database.destroy();
}

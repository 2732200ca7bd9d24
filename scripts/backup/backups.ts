import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeDurably } from './base-backup.ts';
import { readList, type UploadsList, writeList } from './uploads.ts';
import type { WalRange } from './wal-archive.ts';

/** Backups of the database, one folder each, below the target. */
export const BASES = 'base';
/** Written last; a folder without it is no backup. */
const DESCRIPTION = 'backup.json';
const UPLOADS_LIST = 'uploads.sha256.gz';
/** A backup that is being made, or whose process was killed. */
export const UNFINISHED = '.unfinished-';

/** What is known of a backup without reading it. */
export interface Description {
  /** The database's clock. */
  startedAt: string;
  /** From this moment on, the database can be restored from this backup. */
  endedAt: string;
  /** As `server_version_num`: 170004. */
  serverVersion: number;
  systemIdentifier: string;
  /** Name of the service's database. */
  database: string;
  wal: WalRange;
  /** Of the unpacked files. */
  bytes: number;
  files: number;
  /** Rows at the end of the backup, of tables whose rows are never deleted. */
  counts: Record<string, number>;
  uploads: 'disk' | 's3';
  release: string;
}

export interface Backup extends Description {
  name: string;
  folder: string;
}

/** Whole backups, the oldest first. */
export async function listBackups(target: string): Promise<Backup[]> {
  const folder = path.join(target, BASES);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const backups: Backup[] = [];
  for (const name of names.filter((each) => !each.startsWith('.')).sort()) {
    const description = await readFile(path.join(folder, name, DESCRIPTION), 'utf8').catch(() => null);
    if (description === null) continue;
    backups.push({
      ...(JSON.parse(description) as Description),
      name,
      folder: path.join(folder, name),
    });
  }
  return backups.sort((one, other) => one.endedAt.localeCompare(other.endedAt));
}

export async function describe(folder: string, description: Description, list: UploadsList): Promise<void> {
  await writeDurably(path.join(folder, UPLOADS_LIST), gzipSync(writeList(list)));
  await writeDurably(path.join(folder, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
}

export async function uploadsOf({ folder }: Backup): Promise<UploadsList> {
  return readList(gunzipSync(await readFile(path.join(folder, UPLOADS_LIST))).toString());
}

/** The newest backup of each of the last days and weeks, and always the two newest of all. */
export function kept(
  backups: readonly Backup[],
  { daily, weekly }: { daily: number; weekly: number },
): Set<Backup> {
  const newest = backups.toReversed();
  return new Set([
    ...newest.slice(0, 2),
    ...newestOfEach(newest, daily, ({ endedAt }) => endedAt.slice(0, 10)),
    // Weeks of seven days since the epoch, whichever day they begin with.
    ...newestOfEach(newest, weekly, ({ endedAt }) =>
      String(Math.floor(Date.parse(endedAt) / (7 * 86_400_000))),
    ),
  ]);
}

function newestOfEach(
  newest: readonly Backup[],
  most: number,
  periodOf: (backup: Backup) => string,
): Backup[] {
  const periods = new Map<string, Backup>();
  for (const backup of newest) {
    const period = periodOf(backup);
    if (!periods.has(period)) periods.set(period, backup);
  }
  return [...periods.values()].slice(0, most);
}

export async function removeBackup({ folder }: Backup): Promise<void> {
  // First what makes it a backup: a removal that is cut off leaves none that looks whole.
  await rm(path.join(folder, DESCRIPTION), { force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Removes what killed processes left. Only under the lock of the target. */
export async function removeUnfinished(target: string): Promise<void> {
  const folder = path.join(target, BASES);
  const names = await readdir(folder).catch(() => []);
  const whole = new Set((await listBackups(target)).map(({ name }) => name));
  for (const name of names.filter((each) => !whole.has(each)))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { HISTORY_SETTING } from '../../db/commit-history.ts';
import { CommandError } from '../shared/command-error.ts';
import { currentDatabase } from '../shared/current-database.ts';
import { type Backup, listBackups } from './backups.ts';
import { readClosures } from './closures.ts';
import { withClient } from './database.ts';
import { syncFolder } from './durable.ts';
import { recover, unpack } from './recovery.ts';
import { hashOf, POOL } from './uploads.ts';
import { unreachedAfter, WalArchive } from './wal-archive.ts';

export interface Restore {
  target: string;
  /** New folder for the server's data. */
  into: string;
  /** New folder for pictures; null: they are not copied. */
  uploads: string | null;
  at: Date | null;
  timeline: string;
  signal: AbortSignal;
  say(line: string): void;
}

export interface Restored {
  backup: Backup;
  lastCommit: Date | null;
  /** An archived file of the log that could not be reached, because one before it is missing or damaged. */
  unreached: string | null;
  /** Accounts that had been closed since, and are closed again by the worker. */
  owedClosures: number;
  pictures: { copied: number; missing: string[] } | null;
}

const SPARE_BYTES = 512 * 2 ** 20;

/** Times to which the database can be restored from each backup, the oldest backup first. */
export async function reachableTimes(target: string): Promise<string[]> {
  const backups = await listBackups(target);
  const archive = new WalArchive(target);
  const lines: string[] = [];
  for (const [index, backup] of backups.entries()) {
    const reach = await archive.reachOf(backup.wal);
    // The oldest one reaches over all that come after it; only the last line has to say how far.
    const isLast = index === backups.length - 1;
    if (reach === null) lines.push(`${backup.name}: unusable, its log is missing from the archive`);
    else if (!isLast && reach.gap === null) lines.push(`${backup.name}: from ${backup.endedAt} on`);
    else
      lines.push(
        `${backup.name}: from ${backup.endedAt} to about ${reach.archivedAt.toISOString()}${reach.gap === null ? '' : ` (then the log has a gap at ${reach.gap})`}`,
      );
  }
  return lines;
}

/** See the usage of `npm run restore`. Rejects with a CommandError; what was made so far is removed then. */
export async function restore(options: Restore): Promise<Restored> {
  const { target, at, say } = options;
  const into = path.resolve(options.into);
  for (const folder of [into, options.uploads]) if (folder !== null) refuseExisting(folder);
  const backup = await backupFor(target, at);
  await refuseFull(path.dirname(into), backup);
  const half = `${into}.unfinished`;
  await rm(half, { recursive: true, force: true });
  try {
    say(`Unpacking the backup of ${backup.endedAt}`);
    const user = await unpack(backup, half);
    say('Replaying the log');
    // Before: a server in service may archive more in the meantime.
    const archived =
      at === null && options.timeline === 'latest' ? await new WalArchive(target).segments() : [];
    const server = await recover({ ...options, backup, dataDir: half, durable: true }, user);
    let restored: Restored;
    try {
      const { lastCommit, lastSegment } = server;
      const url = server.url(backup.database);
      await forgetStandbys(url);
      const owedClosures = await noteClosures(url, target);
      const pictures = options.uploads === null ? null : await restoreUploads(url, target, options.uploads);
      const unreached = unreachedAfter(lastSegment, archived);
      restored = { backup, lastCommit, unreached, owedClosures, pictures };
    } finally {
      await server.stop();
    }
    await rename(half, into);
    await syncFolder(path.dirname(into));
    return restored;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}

function refuseExisting(folder: string): void {
  if (!existsSync(path.dirname(path.resolve(folder))))
    throw new CommandError(`There is no folder ${path.dirname(path.resolve(folder))}.`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty. A restore overwrites nothing: give a new folder.`);
}

/** The newest backup that is not newer than the wanted time: the least log has to be replayed. */
async function backupFor(target: string, at: Date | null): Promise<Backup> {
  const backups = await listBackups(target);
  const found = backups.findLast(({ endedAt }) => at === null || Date.parse(endedAt) <= at.getTime());
  if (found !== undefined) return found;
  const [oldest] = backups;
  if (oldest === undefined) throw new CommandError(`There is no backup in ${target}.`);
  throw new CommandError(`The oldest backup is of ${oldest.endedAt}: restore to that time or a later one.`);
}

async function refuseFull(folder: string, { bytes }: Backup): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * 1.1 + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  const gigabytes = (value: number) => `${(value / 2 ** 30).toFixed(1)} GB`;
  throw new CommandError(
    `${folder} has ${gigabytes(bavail * bsize)} free, and the database needs ${gigabytes(needed)}.`,
  );
}

/**
 * What the lost server and its standbys had agreed on does not hold for a copy from the past: nobody follows it, and
 * commits that were acknowledged are missing from it, so it is a generation of its own (db/commit-history.ts).
 */
async function forgetStandbys(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('ALTER SYSTEM RESET synchronous_standby_names');
    await client.query(`ALTER DATABASE ${await currentDatabase(client)} RESET ${HISTORY_SETTING}`);
  });
}

/**
 * People whose accounts were closed after the restored moment have been promised that their data is gone. The worker
 * closes these accounts again. Returns how many.
 */
export async function noteClosures(databaseUrl: string, target: string): Promise<number> {
  const closures = await readClosures(target);
  return withClient(databaseUrl, async (client) => {
    const done = await client.query(
      `INSERT INTO owed_closures (account_id, closed_at)
       SELECT id, "closedAt" FROM json_to_recordset($1) AS closed ("accountId" uuid, "closedAt" timestamptz)
         JOIN accounts ON id = "accountId" WHERE status <> 'CLOSED'
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(closures)],
    );
    return done.rowCount ?? 0;
  });
}

/** Names of pictures that the database knows. */
export async function storedFiles(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM stored_files ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Copies the pictures that the restored database knows, and no others. */
async function restoreUploads(url: string, target: string, folder: string) {
  const names = await withClient(url, storedFiles);
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const missing: string[] = [];
  let copied = 0;
  for (const name of names) {
    const from = path.join(target, POOL, name);
    if ((await hashOf(from)) === null) missing.push(name);
    else {
      await copyFile(from, path.join(folder, name));
      copied += 1;
    }
  }
  return { copied, missing };
}

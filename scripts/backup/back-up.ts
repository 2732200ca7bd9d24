import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { acquireLock } from '../supervisor/instance-lock.ts';
import {
  BASES,
  type Backup,
  type Description,
  describe,
  kept,
  listBackups,
  removeBackup,
  removeUnfinished,
  UNFINISHED,
  uploadsOf,
} from './backups.ts';
import { receiveBaseBackup, verifyBaseBackup } from './base-backup.ts';
import { exportClosures } from './closures.ts';
import { countRows, readServer, type Server, withClient } from './database.ts';
import { syncFolder } from './durable.ts';
import { noteDone, noteFailed } from './run-log.ts';
import { sealSecrets } from './secrets.ts';
import type { BackupSettings } from './settings.ts';
import { copyUploads, listUploads, pruneUploads, type UploadsList } from './uploads.ts';
import { WalArchive } from './wal-archive.ts';

export interface BackupContext {
  settings: BackupSettings;
  release: string;
  signal: AbortSignal;
  say(line: string): void;
}

/** Free space that a backup leaves, for the log of the next hours. */
const SPARE_BYTES = 512 * 2 ** 20;

/**
 * Makes a backup, verifies it and removes those that are no longer kept. What it has made so far is removed if anything
 * fails; a killed one is removed by the next. Rejects with a CommandError that says what is wrong.
 */
export async function backUp(context: BackupContext): Promise<Backup> {
  const { settings } = context;
  await mkdir(path.join(settings.dir, BASES), { recursive: true, mode: 0o750 });
  const lock = acquireLock(path.join(settings.dir, 'backup.lock'), 'A backup is being made');
  try {
    await removeUnfinished(settings.dir);
    const backup = await make(context);
    await prune(context);
    return backup;
  } catch (error) {
    const reason = worded(error, settings.dir);
    await noteFailed(settings.databaseUrl, 'base', reason);
    throw reason;
  } finally {
    lock.release();
  }
}

async function make(context: BackupContext): Promise<Backup> {
  const { settings, signal, say } = context;
  const server = await withClient(settings.databaseUrl, readServer);
  const former = (await listBackups(settings.dir)).at(-1);
  refuseForeign(former, server, settings.dir);
  await refuseFull(settings.dir, former, server);
  const name = server.now.replaceAll(/[-:]|\.\d+/g, '');
  const folder = path.join(settings.dir, BASES, `${UNFINISHED}${name}`);
  await mkdir(folder, { mode: 0o750 });
  try {
    say('Database: receiving');
    await receiveBaseBackup(settings.databaseUrl, folder, signal);
    const { files, ...range } = await verifyBaseBackup(folder);
    const wal = { ...range, segmentBytes: server.segmentBytes };
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    say(`Database: ${files.size} files, ${megabytes(bytes)}, each compared with its checksum`);
    const archive = new WalArchive(settings.dir);
    await archive.waitFor(wal, signal);
    await archive.verify(wal);
    await sealSecrets(settings, folder);
    const list = await backUpUploads(context, former);
    const description: Description = await withClient(settings.databaseUrl, async (client) => {
      await exportClosures(client, settings.dir);
      return {
        startedAt: server.now,
        endedAt: (await readServer(client)).now,
        serverVersion: server.version,
        systemIdentifier: server.systemIdentifier,
        database: server.database,
        ...{ wal, bytes, files: files.size, counts: await countRows(client) },
        uploads: settings.uploadsDir === null ? 's3' : 'disk',
        release: context.release,
      };
    });
    await describe(folder, description, list);
    await syncFolder(folder);
    const whole = path.join(settings.dir, BASES, name);
    await rename(folder, whole);
    await syncFolder(path.dirname(whole));
    const { endedAt } = description;
    await noteDone(settings.databaseUrl, 'base', { name, endedAt, bytes });
    return { ...description, name, folder: whole };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function backUpUploads(
  { settings, say }: BackupContext,
  former: Backup | undefined,
): Promise<UploadsList> {
  if (settings.uploadsDir === null) {
    say('Pictures: in the S3 store, which must keep copies of its own');
    return new Map();
  }
  const copied = await copyUploads(settings.uploadsDir, settings.dir);
  const known = former === undefined ? new Map() : await uploadsOf(former);
  const list = await listUploads(settings.uploadsDir, settings.dir, known);
  say(`Pictures: ${list.size}, ${copied} of them new`);
  return list;
}

async function prune({ settings, say }: BackupContext): Promise<void> {
  const backups = await listBackups(settings.dir);
  const staying = kept(backups, settings.keep);
  for (const backup of backups) if (!staying.has(backup)) await removeBackup(backup);
  const [oldest] = [...staying].sort((one, other) => one.endedAt.localeCompare(other.endedAt));
  await new WalArchive(settings.dir).prune(oldest?.wal ?? null);
  const lists = await Promise.all([...staying].map(uploadsOf));
  if (settings.uploadsDir !== null) await pruneUploads(settings.dir, lists);
  if (backups.length > staying.size) say(`${backups.length - staying.size} former backups removed`);
}

/** Two servers in one target would mix their logs. */
function refuseForeign(former: Backup | undefined, { systemIdentifier }: Server, target: string): void {
  if (former === undefined || former.systemIdentifier === systemIdentifier) return;
  throw new CommandError(
    `${target} has the backups of another server (${former.systemIdentifier}). Give this one a folder of its own.`,
  );
}

/** Compressed, a database takes a fraction of its size; without an earlier backup, half is assumed. */
async function refuseFull(target: string, former: Backup | undefined, { bytes }: Server): Promise<void> {
  const { bavail, bsize } = await statfs(target);
  const free = bavail * bsize;
  const needed = bytes / 2 + SPARE_BYTES;
  if (free >= needed) return;
  const seen = former === undefined ? '' : ` The newest backup is of ${former.endedAt}.`;
  throw new CommandError(
    `${target} has ${megabytes(free)} free, and a backup needs about ${megabytes(needed)}. Make room, or set BACKUP_DAILY and BACKUP_WEEKLY lower.${seen}`,
  );
}

function worded(error: unknown, target: string): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new CommandError(
    `${target} is full: the backup was not made, the former ones are whole. Make room, or set BACKUP_DAILY and BACKUP_WEEKLY lower.`,
  );
}

export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}

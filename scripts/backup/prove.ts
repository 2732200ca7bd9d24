import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { readOrphans } from '../../db/stores/reference-store.ts';
import { checkLedger } from '../../server/dispatch/cash/cash.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { checkStock } from '../../server/marketplace/inventory/inventory.ts';
import { namedChance } from '../shared/chance.ts';
import { CommandError } from '../shared/command-error.ts';
import { acquireLock } from '../supervisor/instance-lock.ts';
import { megabytes } from './back-up.ts';
import { type Backup, listBackups, uploadsOf } from './backups.ts';
import { countRows, withClient } from './database.ts';
import { recover, unpack } from './recovery.ts';
import { storedFiles } from './restore.ts';
import { noteDone, noteFailed } from './run-log.ts';
import type { BackupSettings } from './settings.ts';
import { hashOf, POOL } from './uploads.ts';

export interface ProofContext {
  settings: BackupSettings;
  signal: AbortSignal;
  say(line: string): void;
}

/** Pictures whose content is compared; by chance, others each time. */
const PICTURES = 200;
/** A check reads whole tables. */
const CHECK_MS = 30 * 60_000;
/** How far the restored database may lie behind the live one: twice what is promised, for a busy machine. */
const BEHIND_MS = 120_000;

/**
 * Restores the newest backup with all of the log into a scratch folder, looks at it, and tells the live database whether
 * it was good. Rejects with a CommandError that says what is wrong with the backup.
 */
export async function prove(context: ProofContext): Promise<void> {
  const { settings, say } = context;
  await mkdir(settings.scratchDir, { recursive: true, mode: 0o755 });
  const lock = acquireLock(path.join(settings.scratchDir, 'proof.lock'), 'A proof is under way');
  const dataDir = path.join(settings.scratchDir, 'data');
  try {
    await rm(dataDir, { recursive: true, force: true });
    const faults = await findFaults(context, dataDir);
    for (const fault of faults) say(`FAULT: ${fault}`);
    if (faults.length > 0) throw new CommandError(`The restored backup is not good: ${faults.join('; ')}`);
  } catch (error) {
    await noteFailed(settings.databaseUrl, 'proof', error);
    throw error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await rm(`${dataDir}.log`, { force: true });
    lock.release();
  }
}

async function findFaults({ settings, signal, say }: ProofContext, dataDir: string): Promise<string[]> {
  const backup = (await listBackups(settings.dir)).at(-1);
  if (backup === undefined) throw new CommandError(`There is no backup in ${settings.dir}.`);
  await refuseFull(settings.scratchDir, backup);
  const began = performance.now();
  const newest = await withClient(settings.databaseUrl, newestRun);
  const user = await unpack(backup, dataDir);
  const unpackedAt = performance.now();
  const from = {
    backup,
    target: settings.dir,
    dataDir,
    at: null,
    timeline: 'latest',
    durable: false,
    signal,
  };
  const server = await recover(from, user);
  try {
    const { lastCommit } = server;
    const seconds = (since: number) => Math.round((performance.now() - since) / 1_000);
    say(
      `Restored the backup of ${backup.endedAt} (${megabytes(backup.bytes)}) and the log up to ${lastCommit?.toISOString() ?? 'its end'}: ${Math.round((unpackedAt - began) / 1_000)} s to unpack, ${seconds(unpackedAt)} s to replay`,
    );
    const url = server.url(backup.database);
    const faults = [
      ...faultsOfTime(lastCommit ?? new Date(backup.startedAt), newest),
      ...(await faultsOfCounts(settings, backup, url)),
      ...(await faultsOfBooks(url, say)),
      ...(backup.uploads === 'disk' ? await faultsOfPictures(settings.dir, backup, url, say) : []),
    ];
    if (faults.length === 0)
      await noteDone(settings.databaseUrl, 'proof', {
        backup: backup.name,
        seconds: seconds(began),
        lastCommit: lastCommit?.toISOString() ?? null,
      });
    return faults;
  } finally {
    await server.stop();
  }
}

async function refuseFull(folder: string, { bytes }: Backup): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes * 1.2)
    throw new CommandError(
      `${folder} has ${megabytes(bavail * bsize)} free, and the proof needs ${megabytes(bytes * 1.2)}: set BACKUP_SCRATCH_DIR.`,
    );
}

/** When the live database was last written by a job of the worker, which is every five seconds; null: never. */
async function newestRun(client: pg.ClientBase): Promise<Date | null> {
  const { rows } = await client.query<{ newest: Date | null }>(
    'SELECT max(done_at) AS newest FROM duty_runs',
  );
  return rows[0]?.newest ?? null;
}

/**
 * The archive is fresh if what the live database had when the proof began is in it, but for the last moments. Without a
 * commit since, a backup has the state of the moment in which it began.
 */
function faultsOfTime(reached: Date, newest: Date | null): string[] {
  if (newest === null || newest.getTime() - reached.getTime() <= BEHIND_MS) return [];
  return [
    `the archive ends at ${reached.toISOString()}, the database was written at ${newest.toISOString()}`,
  ];
}

async function faultsOfCounts(settings: BackupSettings, backup: Backup, url: string): Promise<string[]> {
  const restored = await withClient(url, countRows);
  const live = await withClient(settings.databaseUrl, countRows);
  return Object.entries(restored).flatMap(([table, rows]) => {
    const least = backup.counts[table] ?? 0;
    const most = live[table] ?? 0;
    return rows >= least && rows <= most
      ? []
      : [`${table} has ${rows} rows, the backup counted ${least}, and the live database has ${most}`];
  });
}

async function faultsOfBooks(url: string, say: (line: string) => void): Promise<string[]> {
  const database = openDatabase(url, { name: 'wasl-proof', max: 1, statementMs: CHECK_MS });
  try {
    const ledger = await checkLedger(database);
    const stock = await checkStock(database);
    const projections = await checkProjections(database);
    const orphans = await readOrphans(database);
    say(
      `${ledger.entries} ledger entries, ${projections.rows} rows of ${projections.actors} actors, and the stock checked`,
    );
    return [
      ...(ledger.balanced ? [] : [`the books do not add up (${ledger.faults.length} faults)`]),
      ...(stock.length === 0 ? [] : [`${stock.length} stock levels do not add up`]),
      ...(projections.faults.length === 0
        ? []
        : [`${projections.faults.length} rows differ from their state`]),
      ...orphans.map(
        ({ table, column, rows }) => `${rows} rows of ${table} have a ${column} that is not there`,
      ),
    ];
  } finally {
    await database.destroy();
  }
}

async function faultsOfPictures(
  target: string,
  backup: Backup,
  url: string,
  say: (line: string) => void,
): Promise<string[]> {
  const listed = await uploadsOf(backup);
  const names = await withClient(url, storedFiles);
  const sample = namedChance(Date.now(), 'pictures').shuffled(names).slice(0, PICTURES);
  const faults: string[] = [];
  for (const name of sample) {
    const sum = await hashOf(path.join(target, POOL, name));
    const promised = listed.get(name);
    if (sum === null && promised !== undefined) faults.push(`the picture ${name} is missing`);
    else if (promised !== undefined && sum !== promised) faults.push(`the picture ${name} is damaged`);
  }
  say(`${sample.length} of ${names.length} pictures compared`);
  return faults;
}

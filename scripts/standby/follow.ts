import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseHost } from '../../db/database-hosts.ts';
import { processToken } from '../embedded/processes.ts';
import { quietly, run } from '../embedded/run.ts';
import { unprivilegedUser } from '../embedded/system-user.ts';
import { CommandError } from '../shared/command-error.ts';
import { findPrimary } from './servers.ts';
import { APPLICATION, rolePassword, type StandbySettings } from './settings.ts';

const CONNECT_MS = 5_000;
/** A large database over a slow line. */
const COPY_LIMIT_MS = 12 * 60 * 60_000;

/** Copies the primary into the data folder, which must be empty or missing, as a standby that follows it. */
export async function make(
  settings: StandbySettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, slot } = settings;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CommandError(
      `${dataDir} is not empty: move it away first, until the standby has proved itself.`,
    );
  const primary = await findPrimary(settings);
  await keepLog(primary, slot);
  say(`Copying ${primary.name} to ${dataDir} …`);
  const options = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-password'];
  await copyWith(
    settings,
    'pg_basebackup',
    [`--dbname=${withoutPassword(primary)}`, `--pgdata=${dataDir}`, `--slot=${slot}`, ...options],
    signal,
  );
  say('Copied. Start PostgreSQL; `wasl standby status` on the primary shows it as streaming.');
}

/**
 * Turns the data of a former primary, which must be stopped, into a standby of the present one. What only the former
 * primary had written is taken back.
 */
export async function rejoin(
  settings: StandbySettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, slot, configFile } = settings;
  refuseRunning(dataDir);
  const primary = await findPrimary(settings);
  await keepLog(primary, slot);
  const own = configFile === null ? [] : [`--config-file=${configFile}`];
  const from = `--source-server=${withoutPassword(primary)}`;
  try {
    await copyWith(
      settings,
      'pg_rewind',
      [from, `--target-pgdata=${dataDir}`, '--write-recovery-conf', ...own],
      signal,
    );
  } catch (error) {
    throw new CommandError(
      `${(error as Error).message}\nIf this cannot be mended: move ${dataDir} away and run 'wasl standby make', which copies everything.`,
    );
  }
  appendFileSync(path.join(dataDir, 'postgresql.auto.conf'), `primary_slot_name = '${slot}'\n`);
  say(`This server follows ${primary.name} once PostgreSQL is started.`);
}

/** Has the primary keep its log for this machine, so that the standby finds everything when it comes back. */
async function keepLog(primary: DatabaseHost, slot: string): Promise<void> {
  const client = new pg.Client({
    connectionString: primary.url,
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ active: boolean; lost: boolean }>(
      "SELECT active, wal_status = 'lost' AS lost FROM pg_replication_slots WHERE slot_name = $1",
      [slot],
    );
    if (rows[0]?.active === true)
      throw new CommandError(`${primary.name} already has a standby named ${slot}: set STANDBY_SLOT.`);
    if (rows[0] !== undefined) await client.query('SELECT pg_drop_replication_slot($1)', [slot]);
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Arguments can be read by every user of the machine, so the password travels by the environment. */
function withoutPassword({ url }: DatabaseHost): string {
  const address = new URL(url);
  address.password = '';
  address.searchParams.set('application_name', APPLICATION);
  return address.href;
}

async function copyWith(
  settings: StandbySettings,
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const env = { ...process.env, PGPASSWORD: rolePassword(settings), LC_ALL: 'C' };
  const command = path.join(settings.binDir, program);
  const { dataDir } = settings;
  const user = unprivilegedUser(existsSync(dataDir) ? dataDir : path.dirname(dataDir));
  const { ok, output } = await run(command, args, {
    ...{ limitMs: COPY_LIMIT_MS, cwd: '/', env, signal },
    ...user,
  });
  if (!ok) throw new CommandError(`${program} failed:\n${output.trim()}`);
}

function refuseRunning(dataDir: string): void {
  if (!existsSync(path.join(dataDir, 'PG_VERSION')))
    throw new CommandError(`${dataDir} is not a data folder of PostgreSQL.`);
  const pid = Number(
    quietly(() => readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'))?.split('\n')[0],
  );
  if (!Number.isInteger(pid) || pid <= 0 || processToken(pid) === undefined) return;
  const command = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? 'postgres';
  if (command.includes('postgres'))
    throw new CommandError(`PostgreSQL (process ${pid}) runs on ${dataDir}: stop it first.`);
}

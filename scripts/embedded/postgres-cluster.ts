import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { CommandError } from '../shared/command-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { run } from './run.ts';
import type { RunAs } from './system-user.ts';

/** Locales in the sequence tried. With plain "C", the trigram search finds nothing in Arabic. */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8'];

export interface ClusterSettings {
  readonly password: string;
  readonly durable: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Runs initdb beside `clusterDir` and moves the result into place, so that a half-initialised cluster is never used.
 */
export async function createCluster(
  clusterDir: string,
  binaries: PostgresBinaries,
  user: RunAs,
  settings: ClusterSettings,
): Promise<void> {
  const half = `${clusterDir}.new`;
  const secret = writePassword(settings.password, user);
  try {
    let output = '';
    for (const locale of LOCALES) {
      makeEmpty(half, user);
      const done = await run(binaries.initdb, initdbArguments(half, secret, locale, settings), {
        limitMs: 120_000,
        cwd: '/',
        env: { ...process.env, LC_ALL: locale },
        ...user,
        ...(settings.signal === undefined ? {} : { signal: settings.signal }),
      });
      if (done.ok) {
        rmSync(clusterDir, { recursive: true, force: true });
        renameSync(half, clusterDir);
        return;
      }
      output = done.output;
    }
    throw new CommandError(`PostgreSQL could not create its data in ${clusterDir}:\n${output.trim()}`);
  } finally {
    rmSync(dirname(secret), { recursive: true, force: true });
  }
}

function initdbArguments(
  folder: string,
  secret: string,
  locale: string,
  settings: ClusterSettings,
): string[] {
  return [
    `--pgdata=${folder}`,
    '--auth=scram-sha-256',
    '--username=postgres',
    `--pwfile=${secret}`,
    '--encoding=UTF8',
    `--locale=${locale}`,
    ...(settings.durable ? [] : ['--no-sync']),
  ];
}

function makeEmpty(folder: string, user: RunAs): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  give(folder, user);
}

/** initdb reads the password from a file that only its user can open. */
function writePassword(password: string, user: RunAs): string {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-'));
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  give(file, user);
  give(folder, user);
  return file;
}

function give(path: string, user: RunAs): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

/**
 * Creates the service's role and database if missing: UTF-8, a locale that knows Arabic letters, owned by a role
 * without superuser rights. Returns the address to connect with.
 */
export async function ensureDatabase(superuserUrl: string, name: string, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const identifier = pg.escapeIdentifier(name);
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    const verb = role.rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${identifier} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (database.rowCount === 0) {
      await client.query(
        `CREATE DATABASE ${identifier} OWNER ${identifier} TEMPLATE template0 ENCODING 'UTF8'`,
      );
    }
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}

import { hkdfSync } from 'node:crypto';
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

/** A database as seen by its two roles. */
export interface DatabaseUrls {
  /** Of the role that owns the schema and migrates it. */
  readonly ownerUrl: string;
  /** Of the role that the service signs in as. */
  readonly url: string;
}

/**
 * Creates the database and its two roles if missing: UTF-8, a locale that knows Arabic letters, owned by a role without
 * superuser rights; the service's role gets its rights after the migrations (`grantDataRights`).
 */
export async function ensureDatabase(
  superuserUrl: string,
  name: string,
  password: string,
): Promise<DatabaseUrls> {
  const owner = { name, password };
  const service = { name: `${name}_service`, password: servicePassword(password) };
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const role of [owner, service]) await ensureRole(client, role);
    const identifier = pg.escapeIdentifier(name);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (database.rowCount === 0) {
      await client.query(
        `CREATE DATABASE ${identifier} OWNER ${identifier} TEMPLATE template0 ENCODING 'UTF8'`,
      );
    }
  } finally {
    await client.end();
  }
  const urlOf = (role: Role) => {
    const url = new URL(superuserUrl);
    url.username = role.name;
    url.password = role.password;
    url.pathname = `/${name}`;
    return url.href;
  };
  return { ownerUrl: urlOf(owner), url: urlOf(service) };
}

interface Role {
  readonly name: string;
  readonly password: string;
}

async function ensureRole(client: pg.Client, { name, password }: Role): Promise<void> {
  const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const verb = known.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

/** Does not tell the owner's password, from which it is made so that an installation has no further secret to keep. */
function servicePassword(ownerPassword: string): string {
  return Buffer.from(hkdfSync('sha256', ownerPassword, 'wasl', 'service-role', 32)).toString('base64url');
}

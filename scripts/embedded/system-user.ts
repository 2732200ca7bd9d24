import { statSync } from 'node:fs';
import { CommandError } from '../shared/command-error.ts';
import { quietly, runQuietly } from './run.ts';

/** The user a service runs as; both undefined means the current one. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

const LIMIT = { limitMs: 20_000 };

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the existing data, or as the system user `name`,
 * created if missing; other users run it as themselves.
 */
export function unprivilegedUser(dataDir: string, name = 'postgres'): RunAs {
  if (process.getuid?.() !== 0) return {};
  const owner = quietly(() => statSync(dataDir));
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = lookUp(name);
  if (existing !== undefined) return existing;
  create(name);
  const created = lookUp(name);
  if (created !== undefined) return created;
  throw new CommandError(
    `PostgreSQL must not run as root, and the system user "${name}" could not be created. ` +
      'Create it, start as an ordinary user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): RunAs | undefined {
  const uid = Number(runQuietly('id', ['-u', name], LIMIT));
  const gid = Number(runQuietly('id', ['-g', name], LIMIT));
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
}

function create(name: string): void {
  const account = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', '--user-group', name];
  if (runQuietly('useradd', account, LIMIT) !== undefined) return;
  // BusyBox systems only have adduser.
  runQuietly('adduser', ['-S', '-H', '-D', name], LIMIT);
}

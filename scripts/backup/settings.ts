import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../shared/command-error.ts';

/** What every command about backups is told by its environment; docs/backup.md explains each variable. */
export interface BackupSettings {
  /** The target: a folder on another disk or machine. */
  dir: string;
  /** Of a role with REPLICATION that may write `backup_runs` and read `account_closures` and `stored_files`. */
  databaseUrl: string;
  /** Null: pictures are in an S3 store, which has copies of its own. */
  uploadsDir: string | null;
  /** Files and folders that are sealed; null: those that systemd has handed over in `credentials`. */
  secrets: readonly string[] | null;
  credentials: string | null;
  /** File with public keys of age, one a line; every holder of one private key can open the secrets. */
  recipients: string;
  keep: { daily: number; weekly: number };
  /** Folder in which a proof restores, with room for the database. */
  scratchDir: string;
}

/** Every command about backups takes this one. */
export const SETTINGS_OPTION = { settings: { type: 'string' } } as const;

const SECRETS = '/etc/wasl/wasl.env:/etc/wasl/tls';
const SETTINGS_FILE = '/etc/wasl/backup.env';

const NEEDED = ['BACKUP_DIR', 'BACKUP_DATABASE_URL', 'BACKUP_RECIPIENTS'];
/** On a new machine, nothing but the target is known yet. */
export const FOR_RESTORE = ['BACKUP_DIR'];

/**
 * Reads the variables of the environment, and those it lacks from the file (`--settings`, else /etc/wasl/backup.env if
 * it exists). Throws a CommandError that names all that is missing.
 */
export function readSettings(file: string | undefined, needed: readonly string[] = NEEDED): BackupSettings {
  if (file !== undefined && !existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  if (file !== undefined || existsSync(SETTINGS_FILE)) loadEnvFile(file ?? SETTINGS_FILE);
  const { env } = process;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new CommandError(`Not set: ${missing.join(', ')}. See docs/backup.md; ${SETTINGS_FILE} has them.`);
  return {
    dir: path.resolve(env.BACKUP_DIR ?? ''),
    databaseUrl: env.BACKUP_DATABASE_URL ?? '',
    uploadsDir:
      env.UPLOADS_STORE === 's3' ? null : path.resolve(projectRoot, env.UPLOADS_DIR || '.data/uploads'),
    ...readSecrets(env),
    recipients: env.BACKUP_RECIPIENTS ?? '',
    keep: { daily: number('BACKUP_DAILY', 14), weekly: number('BACKUP_WEEKLY', 8) },
    scratchDir: path.resolve(env.BACKUP_SCRATCH_DIR || '/var/tmp/wasl-proof'),
  };
}

function readSecrets({ BACKUP_SECRETS: listed, CREDENTIALS_DIRECTORY: credentials }: NodeJS.ProcessEnv) {
  if (!listed && credentials) return { secrets: null, credentials };
  return { secrets: (listed || SECRETS).split(':').filter(Boolean), credentials: null };
}

function number(name: string, fallback: number): number {
  const text = process.env[name] || String(fallback);
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000) return value;
  throw new CommandError(`${name} must be a whole number from 1 to 1000, not "${text}".`);
}

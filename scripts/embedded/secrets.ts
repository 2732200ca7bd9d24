import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../shared/command-error.ts';

/** Secrets that an installation on one machine generates once; each is URL-safe text of 256 bits. */
export interface Secrets {
  /** Of PostgreSQL's superuser; the service itself signs in as its database's owner. */
  readonly postgresPassword: string;
  readonly databasePassword: string;
  readonly redisPassword: string;
  readonly jwtSecret: string;
  readonly appSecret: string;
}

const NAMES = ['postgresPassword', 'databasePassword', 'redisPassword', 'jwtSecret', 'appSecret'] as const;

/** Reads `<dataDir>/secrets.json`, adding missing secrets. Only its owner can read the file. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  const known = existsSync(file) ? parse(file) : {};
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]),
  ) as unknown as Secrets;
  if (NAMES.some((name) => known[name] === undefined)) {
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return secrets;
}

function parse(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `${file} cannot be read (${reason}). Start as the user who created it, or give another folder with --data-dir.`,
    );
  }
}

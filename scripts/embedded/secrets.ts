import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing, RingName, Rings } from '../../server/kernel/process/secret-config.ts';
import { CommandError } from '../shared/command-error.ts';

/** Secrets that an installation on one machine generates. */
export interface Secrets {
  /** The password of PostgreSQL's superuser; the service itself signs in as its database's owner. */
  readonly postgresPassword: string;
  readonly databasePassword: string;
  readonly redisPassword: string;
  /** The secrets that `npm run keys:rotate` replaces. */
  readonly rings: Rings;
}

const NAMES = ['postgresPassword', 'databasePassword', 'redisPassword', 'jwtSecret', 'appSecret'] as const;
type Name = (typeof NAMES)[number];
const NAME_OF_RING = { APP_SECRET: 'appSecret', JWT_SECRET: 'jwtSecret' } as const satisfies Record<
  RingName,
  Name
>;

/** `secrets.json`. The last two exist only while secrets are replaced. */
type Stored = Record<Name, string> & {
  next?: Partial<Record<Name, string>>;
  previous?: Partial<Record<Name, string[]>>;
};

/** URL-safe text of 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Reads `<dataDir>/secrets.json`, adding missing secrets. Only its owner can read the file. */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = fileIn(dataDir);
  const known: Partial<Stored> = existsSync(file) ? parse(file) : {};
  const missing = NAMES.filter((name) => known[name] === undefined);
  const stored = { ...known, ...Object.fromEntries(missing.map((name) => [name, newSecret()])) } as Stored;
  if (missing.length > 0) write(file, stored);
  const { postgresPassword, databasePassword, redisPassword } = stored;
  const rings = { APP_SECRET: ringIn(stored, 'APP_SECRET'), JWT_SECRET: ringIn(stored, 'JWT_SECRET') };
  return { postgresPassword, databasePassword, redisPassword, rings };
}

/** Processes started from now on have these secrets. */
export function saveRings(dataDir: string, rings: Rings): void {
  const file = fileIn(dataDir);
  const stored = parse(file) as Stored;
  const next: Stored['next'] = {};
  const previous: Stored['previous'] = {};
  for (const [ring, name] of Object.entries(NAME_OF_RING) as [RingName, Name][]) {
    stored[name] = rings[ring].current;
    if (rings[ring].next !== null) next[name] = rings[ring].next;
    if (rings[ring].previous.length > 0) previous[name] = [...rings[ring].previous];
  }
  write(file, { ...stored, next, previous });
}

function ringIn(stored: Stored, ring: RingName): KeyRing {
  const name = NAME_OF_RING[ring];
  return {
    current: stored[name],
    next: stored.next?.[name] ?? null,
    previous: stored.previous?.[name] ?? [],
  };
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

function write(file: string, stored: Stored): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function parse(file: string): Partial<Stored> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `${file} cannot be read (${reason}). Start as the user who created it, or give another folder with --data-dir.`,
    );
  }
}

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { loadEnvFile } from 'node:process';
import { type DatabaseHost, databaseHosts, isDatabaseUrl } from '../../db/database-hosts.ts';
import { CommandError } from '../shared/command-error.ts';

/** What the commands about standbys are told by their environment; docs/standby.md explains each variable. */
export interface StandbySettings {
  /** Superuser of the server on this machine, with the service's database. */
  readonly adminUrl: string;
  /** The other servers, with the role that copies from them. */
  readonly peers: readonly DatabaseHost[];
  readonly dataDir: string;
  /** Folder of PostgreSQL's programs. */
  readonly binDir: string;
  /** Of PostgreSQL's configuration, where that is not in the data folder. */
  readonly configFile: string | null;
  /** What a primary keeps for this machine while it is away. */
  readonly slot: string;
}

/** The role that standbys sign in as. */
export const ROLE = 'wasl-standby';
/** By this name a primary knows its standbys. */
export const APPLICATION = 'wasl_standby';

const SETTINGS_FILE = '/etc/wasl/standby.env';
const NEEDED = ['STANDBY_ADMIN_URL', 'STANDBY_PEER_URL', 'STANDBY_DATA_DIR', 'STANDBY_PG_BIN'] as const;

/** Throws a CommandError that names all that is missing. */
export function readSettings(file: string | undefined): StandbySettings {
  if (file !== undefined && !existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  if (file !== undefined || existsSync(SETTINGS_FILE)) loadEnvFile(file ?? SETTINGS_FILE);
  const { env } = process;
  const missing = NEEDED.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new CommandError(`Not set: ${missing.join(', ')}. See docs/standby.md; ${SETTINGS_FILE} has them.`);
  const peerUrl = env.STANDBY_PEER_URL ?? '';
  if (!isDatabaseUrl(peerUrl)) throw new CommandError('STANDBY_PEER_URL is not an address of PostgreSQL.');
  return {
    adminUrl: env.STANDBY_ADMIN_URL ?? '',
    peers: databaseHosts(peerUrl),
    dataDir: env.STANDBY_DATA_DIR ?? '',
    binDir: env.STANDBY_PG_BIN ?? '',
    configFile: env.STANDBY_CONFIG_FILE || null,
    slot:
      env.STANDBY_SLOT ||
      `wasl_${hostname()
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '_')}`,
  };
}

/** The password of the role, which is the same on all servers. */
export function rolePassword({ peers }: StandbySettings): string {
  return decodeURIComponent(new URL(peers[0]?.url ?? '').password);
}

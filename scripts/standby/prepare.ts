import pg from 'pg';
import { CommandError } from '../shared/command-error.ts';
import { currentDatabase } from '../shared/current-database.ts';
import { asAdmin } from './servers.ts';
import { ROLE, rolePassword, type StandbySettings } from './settings.ts';

/** Functions that pg_rewind calls at the server it copies from. */
const OF_REWIND = [
  'pg_ls_dir(text, boolean, boolean)',
  'pg_stat_file(text, boolean)',
  'pg_read_binary_file(text)',
  'pg_read_binary_file(text, bigint, bigint, boolean)',
];

/** Makes the role that standbys sign in as, on the primary; standbys get it with everything else. Repeatable. */
export async function prepare(settings: StandbySettings, say: (line: string) => void): Promise<void> {
  const password = rolePassword(settings);
  if (password === '') throw new CommandError('STANDBY_PEER_URL has no password for the role.');
  await asAdmin(settings, async (client) => {
    await refuseUnfit(client);
    const role = pg.escapeIdentifier(ROLE);
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    await client.query(
      `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN REPLICATION PASSWORD ${pg.escapeLiteral(password)}`,
    );
    await client.query(`GRANT CONNECT ON DATABASE ${await currentDatabase(client)} TO ${role}`);
    for (const each of OF_REWIND)
      await client.query(`GRANT EXECUTE ON FUNCTION pg_catalog.${each} TO ${role}`);
  });
  say(
    `The role ${ROLE} may copy this server. Let it in by pg_hba.conf: host all,replication ${ROLE} <address> scram-sha-256`,
  );
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; level: string; rewinds: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('wal_level') AS level,
            current_setting('wal_log_hints') = 'on' OR current_setting('data_checksums') = 'on' AS rewinds`,
  );
  const [found] = rows;
  if (found?.standby !== false) throw new CommandError('This server is a standby: prepare the primary.');
  if (found.level === 'minimal')
    throw new CommandError(
      'wal_level is minimal: no standby can follow. Set it to replica and restart PostgreSQL.',
    );
  if (!found.rewinds)
    throw new CommandError(
      'wal_log_hints is off, so this server could not come back after a failover: copy scripts/operate/standby/standby.conf to conf.d and restart PostgreSQL.',
    );
}

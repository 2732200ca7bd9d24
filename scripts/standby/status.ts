import type pg from 'pg';
import { readServerFacts, type ServerFacts } from '../../db/server-client.ts';
import { asAdmin, askPeers } from './servers.ts';
import type { StandbySettings } from './settings.ts';

/** What this server and the others say of themselves, one line each. */
export async function status(settings: StandbySettings): Promise<string[]> {
  const own = await asAdmin(settings, async (client) => {
    const facts = await readServerFacts(client);
    return [
      `this server: ${describe(facts)}`,
      `  noted: ${facts.history ?? 'nothing'}`,
      ...(await followers(client)),
    ];
  }).catch((error: Error) => [`this server: ${error.message}`]);
  const others = (await askPeers(settings)).map(
    ({ host, facts, problem }) =>
      `${host.name}: ${facts === null ? `does not answer (${problem})` : describe(facts)}`,
  );
  return [...own, ...others];
}

function describe({ standby, timeline, readOnly, synchronous }: ServerFacts): string {
  if (standby) return 'standby';
  const mode = synchronous ? 'commits wait for a standby' : 'commits wait for nobody';
  return `primary of timeline ${timeline}, ${mode}${readOnly ? ', read-only' : ''}`;
}

async function followers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; line: string }>(
    `SELECT application_name AS name,
            concat_ws(', ', host(client_addr), state, sync_state,
              pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) || ' behind') AS line
       FROM pg_stat_replication WHERE NOT pg_is_in_recovery()
     UNION ALL
     SELECT slot_name, concat_ws(', ', CASE WHEN active THEN 'slot in use' ELSE 'slot of an absent standby' END,
              'keeps ' || pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) || ' of log', wal_status)
       FROM pg_replication_slots WHERE NOT pg_is_in_recovery()`,
  );
  return rows.map(({ name, line }) => `  ${name}: ${line}`);
}

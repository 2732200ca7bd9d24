import pg from 'pg';
import { HISTORY_SETTING, type NotedHistory, writeHistory } from '../../db/commit-history.ts';
import type { DatabaseHost } from '../../db/database-hosts.ts';
import { probe } from '../../db/primary.ts';
import type { ServerFacts } from '../../db/server-client.ts';
import { CommandError } from '../shared/command-error.ts';
import { currentDatabase } from '../shared/current-database.ts';
import type { StandbySettings } from './settings.ts';

const CONNECT_MS = 5_000;
/** Longer than the wait for a promotion, which is a statement. */
const ANSWER_MS = 120_000;

/** Runs `work` as the superuser of the server on this machine. */
export async function asAdmin<T>(
  { adminUrl }: StandbySettings,
  work: (client: pg.Client) => Promise<T>,
  answerMs = ANSWER_MS,
): Promise<T> {
  const client = new pg.Client({
    ...{ connectionString: adminUrl, application_name: 'wasl-standby-command' },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: answerMs },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw new CommandError(
      `The PostgreSQL of STANDBY_ADMIN_URL does not answer: ${(error as Error).message}`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface Peer {
  readonly host: DatabaseHost;
  /** Null if it does not answer. */
  readonly facts: ServerFacts | null;
  readonly problem: string | null;
}

/** Asks all other servers at once. */
export function askPeers({ peers }: StandbySettings): Promise<Peer[]> {
  return Promise.all(
    peers.map((host) =>
      probe(host).then(
        (facts): Peer => ({ host, facts, problem: null }),
        (error: Error): Peer => ({ host, facts: null, problem: error.message }),
      ),
    ),
  );
}

/** The primary among the other servers; a CommandError says what was found instead. */
export async function findPrimary(settings: StandbySettings): Promise<DatabaseHost> {
  const asked = await askPeers(settings);
  const [primary, rival] = asked.filter(({ facts }) => facts !== null && !facts.standby);
  if (primary === undefined)
    throw new CommandError(
      `None of the other servers is a primary: ${asked.map(({ host, facts, problem }) => `${host.name} ${facts === null ? `does not answer (${problem})` : 'is a standby'}`).join(', ')}.`,
    );
  if (rival !== undefined)
    throw new CommandError(
      `${primary.host.name} and ${rival.host.name} both believe to be the primary: stop the one with the older timeline first (wasl standby status).`,
    );
  return primary.host;
}

/** Notes in the database what holds for commits of this timeline: see commit-history.ts. */
export async function noteHistory(client: pg.Client, history: NotedHistory): Promise<void> {
  await client.query(
    `ALTER DATABASE ${await currentDatabase(client)} SET ${HISTORY_SETTING} = ${pg.escapeLiteral(writeHistory(history))}`,
  );
}

/** Changes a setting of the server and has it take effect. Null takes it back. */
export async function setServer(client: pg.Client, name: string, value: string | null): Promise<void> {
  await client.query(
    value === null ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`,
  );
  await client.query('SELECT pg_reload_conf()');
}

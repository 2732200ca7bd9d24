import type pg from 'pg';
import { schemaState } from '../../db/migrate.ts';
import { connectToPrimary } from '../../db/primary.ts';
import { error, type Finding, judged, messageOf, ok, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const OLDEST = 150_000;
/** Connections of a process besides its two pools: group commits' reads and writes, and the watch over answers. */
const OWN_CONNECTIONS = 8;
const MAX_SKEW_S = 2;

const UNREACHED = 'PostgreSQL cannot be reached';

interface Facts {
  number: string;
  version: string;
  encoding: string;
  lowered: string;
  super: boolean;
  owns: boolean;
  reads: boolean;
  settings: Record<string, string>;
  now: string;
}

const FACTS = `
  SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version,
         pg_encoding_to_char(d.encoding) AS encoding, lower('É') AS lowered,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super,
         has_schema_privilege(current_user, 'public', 'CREATE') AS owns,
         coalesce(has_table_privilege(current_user, to_regclass('public.outbox'), 'SELECT, INSERT, UPDATE, DELETE'), false) AS reads,
         (SELECT json_object_agg(name, setting) FROM pg_settings
           WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections', 'archive_mode')) AS settings,
         extract(epoch FROM clock_timestamp()) AS now
    FROM pg_database d WHERE d.datname = current_database()`;

export async function checkDatabase(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const url = environment.DATABASE_URL;
  if (!url) return [error('DATABASE_URL is not set', 'Set it, or name the settings with --settings.')];
  let client: pg.Client;
  try {
    client = await connectToPrimary(url, {
      ...{ application_name: 'wasl-doctor' },
      ...{ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS },
    });
  } catch (thrown) {
    const todo = 'Is it running (systemctl status postgresql), and are address, role and password right?';
    return [error(`${UNREACHED}: ${messageOf(thrown)}`, todo)];
  }
  try {
    const began = Date.now();
    const { rows } = await client.query<Facts>(FACTS);
    const [facts] = rows;
    if (facts === undefined) return [error('PostgreSQL tells nothing of its database', 'Report this.')];
    const middle = (began + Date.now()) / 2_000;
    return [
      ...server(facts),
      ...rights(facts, environment),
      ...settings(facts, environment),
      clock(middle - Number(facts.now)),
      ...(await schema(client)),
    ];
  } finally {
    await client.end();
  }
}

/** Whether these findings of `checkDatabase` are about a database that answers. */
export function isReached(findings: readonly Finding[]): boolean {
  return !findings.some(
    ({ level, says }) => level === 'error' && /^(DATABASE_URL|PostgreSQL cannot)/.test(says),
  );
}

function server({ number, version, encoding, lowered }: Facts): Finding[] {
  return [
    judged(`PostgreSQL ${version}`, {
      errorIf: Number(number) < OLDEST,
      todo: 'Use PostgreSQL 15 or newer.',
    }),
    judged(`encoding ${encoding}`, {
      errorIf: encoding !== 'UTF8',
      todo: "Create the database with ENCODING 'UTF8' (docs/running.md) and move the data there.",
    }),
    judged(`the locale ${lowered === 'é' ? 'knows' : 'does not know'} letters beyond ASCII`, {
      errorIf: lowered !== 'é',
      todo: "Create the database with LOCALE 'C.UTF-8' or better: searching and sorting Arabic need it.",
    }),
  ];
}

function rights({ super: isSuper, owns, reads }: Facts, { NODE_ENV }: NodeJS.ProcessEnv): Finding[] {
  const isReal = NODE_ENV === 'production';
  return [
    judged(
      `the service's role ${isSuper ? 'is a superuser' : owns ? 'may change the schema' : 'may only change rows'}`,
      {
        errorIf: isSuper && isReal,
        warnIf: isSuper || owns,
        todo: 'Give the service a role of its own, and name the owner in DATABASE_OWNER_URL (docs/running.md).',
      },
    ),
    judged(`it ${reads ? 'can' : 'cannot'} read and write the tables`, {
      errorIf: !reads,
      todo: 'Migrate as the owner, which also grants the rights: npm start, or `wasl migrate` on a server.',
    }),
  ];
}

function settings({ settings: all }: Facts, environment: NodeJS.ProcessEnv): Finding[] {
  const isReal = environment.NODE_ENV === 'production';
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => all[name] === 'off');
  const processes = Number(environment.API_PROCESSES ?? 1) + 1;
  const needed = processes * (2 * Number(environment.POOL_SIZE ?? 10) + OWN_CONNECTIONS) + 10;
  const allowed = Number(all.max_connections);
  return [
    judged(
      unsafe.length === 0 ? 'commits are on disk before they are confirmed' : `${unsafe.join(', ')} off`,
      {
        errorIf: unsafe.length > 0 && isReal,
        warnIf: unsafe.length > 0,
        todo: 'Switch them on in postgresql.conf: orders that were confirmed could be lost.',
      },
    ),
    judged(`max_connections ${allowed}, of which ${processes} processes may need ${needed}`, {
      errorIf: allowed < needed,
      todo: `Set max_connections to at least ${needed} and restart PostgreSQL, or lower POOL_SIZE.`,
    }),
    judged(`archive_mode ${all.archive_mode ?? 'unknown'}`, {
      warnIf: isReal && all.archive_mode === 'off',
      todo: 'Set up backups (docs/backup.md): without an archived log, a lost disk loses the orders since the last backup.',
    }),
  ];
}

function clock(skewS: number): Finding {
  return judged(
    `this machine's clock is ${Math.abs(skewS).toFixed(2)} s ${skewS < 0 ? 'behind' : 'ahead of'} the database's`,
    {
      errorIf: Math.abs(skewS) > MAX_SKEW_S,
      warnIf: Math.abs(skewS) > MAX_SKEW_S / 4,
      todo: 'Set both clocks by NTP (chronyc tracking). Beyond 2 s, processes refuse everything.',
    },
  );
}

async function schema(client: pg.Client): Promise<Finding[]> {
  const { applied, missing, later, unknown, current, newest, unfit } = await schemaState(client);
  const todo = 'npm start, or `wasl migrate` on a server (docs/upgrades.md).';
  if (applied.length === 0) return [warning('no migrations', 'npm start.')];
  if (newest > current && unfit === null)
    return [
      warning(
        `the schema is of release ${newest}, and this is release ${current}, which it still serves`,
        `Go on with the upgrade to release ${newest}, or stay here for a while (docs/upgrades.md).`,
      ),
    ];
  if (unknown.length > 0)
    return [
      error(`the schema is of another release: ${unknown.join(', ')}`, 'Run the release that belongs to it.'),
    ];
  if (missing.length > 0)
    return [error(`${missing.length} migrations are not applied: ${missing.join(', ')}`, todo)];
  if (unfit !== null) return [error(unfit.replace(/ \(docs\/upgrades\.md\)\.$/, ''), todo)];
  if (later.length > 0)
    return [
      warning(
        `the second phase of release ${current} is left: ${later.join(', ')}`,
        '`wasl migrate --phase after`, once this release has proved itself (docs/upgrades.md).',
      ),
    ];
  return [ok(`the schema is this release's (${applied.at(-1)})`)];
}

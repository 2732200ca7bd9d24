import pg from 'pg';
import { roleOf } from './database-hosts.ts';
import { connectToPrimary } from './primary.ts';

/** The role that shall have data rights only could still change the schema. */
export class RoleTooPowerfulError extends Error {}

/** Which migrations are applied is not for the service to say. The second is of a former runner; new databases lack it. */
const MIGRATION_TABLES = ['knex_migrations', 'knex_migrations_lock', 'schema_phases', 'backfills'];
const TIMEOUT_MS = 30_000;

/**
 * Gives the role of `serviceUrl` rights to read and write rows, and nothing else: no tables, functions or triggers can
 * be made, changed or emptied as a whole. Repeatable; run by the owner after each migration. What partitions need is
 * done by functions with the owner's rights. Throws RoleTooPowerfulError.
 */
export async function grantDataRights(ownerUrl: string, serviceUrl: string): Promise<void> {
  const client = await connectToPrimary(ownerUrl, {
    application_name: 'wasl-data-rights',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  try {
    const name = roleOf(serviceUrl);
    await refusePowerful(client, name);
    await client.query('BEGIN');
    for (const statement of await grants(client, name)) await client.query(statement);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function refusePowerful(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ powerful: boolean }>(
    `SELECT rolsuper OR rolcreaterole OR rolbypassrls OR pg_has_role(oid, current_user::regrole, 'MEMBER') AS powerful
       FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  const [role] = rows;
  if (role === undefined) throw new Error(`there is no role ${name}`);
  if (role.powerful) {
    throw new RoleTooPowerfulError(
      `The role ${name} of DATABASE_URL could change the schema: it is the owner, may act as the owner, or is privileged. Name another role.`,
    );
  }
}

async function grants(client: pg.Client, name: string): Promise<string[]> {
  const role = pg.escapeIdentifier(name);
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  const { rows: kept } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [MIGRATION_TABLES],
  );
  const rights = 'SELECT, INSERT, UPDATE, DELETE';
  return [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `GRANT ${rights} ON ALL TABLES IN SCHEMA public TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rights} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${role}`,
    ...kept.map(({ name: table }) => `REVOKE INSERT, UPDATE, DELETE ON ${table} FROM ${role}`),
  ];
}

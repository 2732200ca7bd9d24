import pg from 'pg';

/** The name of the database that a connection is to, as statements that change it have to write it. */
export async function currentDatabase(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
  return pg.escapeIdentifier(rows[0]?.name ?? '');
}

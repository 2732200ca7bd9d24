import type pg from 'pg';
import { connectToPrimary } from '../../db/primary.ts';
import { CommandError } from '../shared/command-error.ts';
import { withRedisMasters } from '../shared/redis-masters.ts';

const LIMIT_MS = 10_000;
/** Debian 12's; docs/decisions/0081 says what was tried on it. */
const OLDEST_POSTGRES = 15;

/** Connects to a database of the person's own and returns its version; a CommandError says what does not fit. */
export async function checkDatabase(url: string): Promise<string> {
  let client: pg.Client | undefined;
  try {
    client = await connectToPrimary(url, { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
    const { rows } = await client.query<{ version: string; ctype: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version, datctype AS ctype,
              pg_encoding_to_char(encoding) AS encoding
         FROM pg_database WHERE datname = current_database()`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('the database describes itself as absent');
    refuseUnfit(found);
    return found.version;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The database of DATABASE_URL does not answer: ${reason(error)}`);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

function refuseUnfit(found: { version: string; ctype: string; encoding: string }): void {
  if (Number.parseInt(found.version, 10) < OLDEST_POSTGRES) {
    throw new CommandError(
      `DATABASE_URL is PostgreSQL ${found.version}; Wasl needs ${OLDEST_POSTGRES} or newer.`,
    );
  }
  if (found.encoding !== 'UTF8' || found.ctype === 'C' || found.ctype === 'POSIX') {
    throw new CommandError(
      `The database of DATABASE_URL has encoding ${found.encoding} and locale ${found.ctype}, in which searching Arabic finds nothing. ` +
        "Create it with: CREATE DATABASE wasl TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'",
    );
  }
}

/** Connects to a Redis of the person's own; a CommandError says why it could not. */
export async function checkRedis(url: string): Promise<void> {
  try {
    await withRedisMasters(url, LIMIT_MS, async () => undefined);
  } catch (error) {
    throw new CommandError(`The Redis of REDIS_URL does not answer: ${reason(error)}`);
  }
}

function reason(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

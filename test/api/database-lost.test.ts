import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { toWaslError } from '../../server/kernel/http/problem.ts';
import { createTestDatabase } from '../support/database.ts';
import { thrownBy } from '../support/thrown-by.ts';

describe('a lost database connection', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
  });

  after(() => database?.drop());

  it('during a transaction leads to a response that may be repeated, whatever the end of the transaction reports', async () => {
    const knex = openDatabase(database.url, { name: 'test', max: 2 });
    try {
      const error = await thrownBy(() =>
        inTransaction(knex, async (trx) => {
          const { rows } = await knexOf(trx).raw<{ rows: { pid: number }[] }>(
            'SELECT pg_backend_pid() AS pid',
          );
          await knex.raw('SELECT pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
          await thrownBy(() => knexOf(trx).raw('SELECT 1'));
          // Like work that has caught the error, or has no further query: only the end of the transaction fails.
          return 'done';
        }),
      );
      expect(toWaslError(error).code, String(error)).to.equal('common.UNAVAILABLE');
    } finally {
      await knex.destroy();
    }
  });

  it('before a statement is reported by every later statement', async () => {
    const [client, other] = [database.url, database.url].map(
      (connectionString) => new pg.Client({ connectionString }),
    );
    if (client === undefined || other === undefined) throw new Error('two clients');
    try {
      client.on('error', () => undefined);
      await Promise.all([client.connect(), other.connect()]);
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      const error = await thrownBy(() => client.query('COMMIT'));
      expect(toWaslError(error).code, String(error)).to.equal('common.UNAVAILABLE');
    } finally {
      await other.end();
    }
  });

  it('counts as lost when the database accepts connections and does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 100 });
      client.on('error', () => undefined);
      const error = await thrownBy(() => client.connect());
      expect(toWaslError(error).code, String(error)).to.equal('common.UNAVAILABLE');
    } finally {
      silent.close();
    }
  });
});

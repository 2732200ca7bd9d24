import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { connectToPrimary, NoPrimaryError, OtherGenerationError, Primary } from '../../db/primary.ts';
import { PrimaryWatch } from '../../db/primary-watch.ts';
import { GroupConnections } from '../../db/stores/group-store-connections.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { toWaslError } from '../../server/kernel/http/problem.ts';
import { createTestDatabase } from '../support/database.ts';
import { thrownBy } from '../support/thrown-by.ts';

describe('a connection to the primary', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
  });

  after(() => database?.drop());

  /** The test's server as the second one, after another address. */
  const second = (first: string) => {
    const { host } = new URL(database.url);
    return database.url.replace(host, `${first},${host}`);
  };

  it('is made to the server that is one, whatever is first in the address', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      for (const port of [await freePort(), (silent.address() as AddressInfo).port]) {
        const client = await connectToPrimary(second(`127.0.0.1:${port}`), {
          connectionTimeoutMillis: 5_000,
        });
        const { rows } = await client.query('SELECT current_database() AS name');
        expect(rows[0].name).to.equal(new URL(database.url).pathname.slice(1));
        await client.end();
      }
    } finally {
      silent.close();
    }
  });

  it('keeps our limits whatever the address says, and takes the settings that it adds', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c lock_timeout=0 -c statement_timeout=0 -c work_mem=7MB');
    url.searchParams.set('lock_timeout', '60000');
    url.searchParams.set('statement_timeout', '60000');
    url.searchParams.set('application_name', 'of the address');
    const SHOWN = `SELECT current_setting('lock_timeout') AS locks, current_setting('statement_timeout') AS statements,
                          current_setting('work_mem') AS added, current_setting('application_name') AS name`;
    const shown = async (query: (text: string) => Promise<{ rows: object[] }>) =>
      (await query(SHOWN)).rows[0];
    const pool = openDatabase(url.href, { name: 'pool', max: 1 });
    const patient = openDatabase(url.href, { name: 'patient', max: 1, statementMs: 40_000 });
    const owners = new GroupConnections(url.href, { name: 'owners', writes: 1, reads: 1 });
    try {
      expect(await shown((text) => pool.raw(text))).to.deep.equal({
        ...{ added: '7MB', name: 'pool', locks: '5s', statements: '15s' },
      });
      expect(await shown((text) => patient.raw(text))).to.deep.equal({
        ...{ added: '7MB', name: 'patient', locks: '5s', statements: '40s' },
      });
      expect(
        await shown(async (text) => ({ rows: await owners.write<object>('shown', text, []) })),
      ).to.deep.equal({ added: '7MB', name: 'owners', locks: '50ms', statements: '8s' });
    } finally {
      await Promise.all([pool.destroy(), patient.destroy(), owners.close()]);
    }
  });

  it('is refused while no server may be written to, as something that may be repeated', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const all = new Primary(second(`127.0.0.1:${await freePort()}`));
    const pool = openDatabase(all, { name: 'test', max: 2 });
    const admin = new pg.Client(database.url);
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
      for (const url of [database.url, second(`127.0.0.1:${await freePort()}`)]) {
        const error = await thrownBy(() => connectToPrimary(url, {}));
        expect(error, String(error)).to.be.instanceOf(NoPrimaryError);
        expect(toWaslError(error).code).to.equal('common.UNAVAILABLE');
      }
      expect(await thrownBy(() => pool.raw('SELECT 1'))).to.be.instanceOf(NoPrimaryError);
    } finally {
      await admin.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
      await admin.end();
    }
    // The same pool serves again.
    await pool.raw('SELECT 1');
    await pool.destroy();
  });

  it('is refused for good once acknowledged commits may be missing, and the process is told once', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const primary = new Primary(database.url);
    const told: Error[] = [];
    primary.onOtherGeneration = (error) => told.push(error);
    const pool = openDatabase(primary, { name: 'test', max: 4 });
    const admin = new pg.Client(database.url);
    await admin.connect();
    try {
      await pool.raw('SELECT 1');
      const { generation } = primary;
      const { rows } = await admin.query<{ timeline: number }>(
        "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS timeline",
      );
      const note = `generation=${generation + 1} timeline=${rows[0]?.timeline} asynchronous`;
      await admin.query(`ALTER DATABASE "${name}" SET wasl.history = '${note}'`);
      // Pools of one process share what they know.
      const another = openDatabase(primary, { name: 'test', max: 1 });
      for (const _ of [1, 2])
        expect(await thrownBy(() => another.raw('SELECT 1'))).to.be.instanceOf(OtherGenerationError);
      await another.destroy();
      expect(told).to.have.length(1);
      const fresh = new Primary(database.url);
      const later = openDatabase(fresh, { name: 'test', max: 1 });
      await later.raw('SELECT 1');
      expect(fresh.generation).to.equal(generation + 1);
      await later.destroy();
    } finally {
      await admin.query(`ALTER DATABASE "${name}" RESET wasl.history`);
      await admin.end();
      await pool.destroy();
    }
  });

  it('is broken off when another server turns out to be the primary by now', async () => {
    const primary = new Primary(second(`127.0.0.1:${await freePort()}`));
    const pool = openDatabase(primary, { name: 'test', max: 1 });
    const watch = new PrimaryWatch(primary);
    try {
      await pool.raw('SELECT 1');
      await until(() => watch.figures.synchronous !== null);
      expect(watch.figures).to.deep.equal({ servers: 2, standbys: 0, lagBytes: null, synchronous: false });
      const facts = { standby: false, readOnly: false, history: 'generation=1 timeline=1 synchronous' };
      const rest = { position: 1, followed: null, synchronous: false };
      primary.noticed([{ ...facts, ...rest, timeline: 90 }, null]);
      // The test's own server writes an older timeline, so it is a former primary from here on.
      for (const _ of [1, 2]) {
        const refused = await thrownBy(() => pool.raw('SELECT 1'));
        expect(toWaslError(refused).code, String(refused)).to.equal('common.UNAVAILABLE');
      }
    } finally {
      await watch.close();
      await pool.destroy();
    }
  });
});

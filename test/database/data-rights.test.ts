import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { grantDataRights, RoleTooPowerfulError } from '../../db/data-rights.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { type DatabaseUrls, ensureDatabase } from '../../scripts/embedded/postgres-cluster.ts';
import { migrateData } from '../../scripts/supervisor/migrate-data.ts';
import { allJobs } from '../../server/compose/jobs.ts';
import { thrownBy } from '../support/thrown-by.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';

const NAME = `wasl_test_${randomUUID().replaceAll('-', '')}`;
const DENIED = '42501';

describe('the role that the service signs in as', function () {
  this.timeout(60_000);
  const superuserUrl = process.env.TEST_DATABASE_URL ?? '';
  let urls: DatabaseUrls;
  let service: Database;
  let world: DeliveryWorld | undefined;

  before(async () => {
    urls = await ensureDatabase(superuserUrl, NAME, 'the-password-of-the-owner');
    await migrateData(urls.ownerUrl, undefined, urls.url);
    service = openDatabase(urls.url, { name: 'test', max: 2 });
  });

  after(async () => {
    await world?.close();
    await service?.destroy();
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    await client.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
    for (const role of [`${NAME}_service`, NAME]) await client.query(`DROP ROLE IF EXISTS ${role}`);
    await client.end();
  });

  for (const statement of [
    'CREATE TABLE evil (id integer)',
    'CREATE TEMPORARY TABLE evil (id integer)',
    'CREATE SCHEMA evil',
    'CREATE ROLE evil SUPERUSER',
    'DROP TABLE audit_log',
    'TRUNCATE audit_log',
    'TRUNCATE ledger_entries CASCADE',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'ALTER TABLE stock_levels DROP CONSTRAINT stock_levels_pkey',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'SET session_replication_role = replica',
    "COPY accounts TO PROGRAM 'cat'",
    'DELETE FROM knex_migrations',
    "SELECT pg_read_file('/etc/passwd')",
  ]) {
    it(`may not: ${statement}`, async () => {
      const error = (await thrownBy(async () => service.raw(statement))) as { code?: string };
      expect(error.code).to.equal(DENIED);
    });
  }

  it('does not know the owner’s password', () => {
    expect(new URL(urls.url).username).to.equal(`${NAME}_service`);
    expect(new URL(urls.url).password).to.not.equal(new URL(urls.ownerUrl).password);
  });

  it('suffices for everything the service does: deliveries, scheduled jobs, new partitions', async () => {
    const database = { url: urls.url, drop: async () => undefined };
    world = await DeliveryWorld.open({}, { database });
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).status).to.equal('UNASSIGNED');
    const { deps, timers, relay } = world.service.inside;
    const jobs = allJobs(deps, {
      fireTimers: (limit) => timers.run(limit),
      sweepOutbox: (limit) => relay.sweep(limit),
    });
    const denied: string[] = [];
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_');
    for (const { name, run } of jobs) {
      const failed = await run().then(
        () => null,
        (error: unknown) => String(error),
      );
      if (failed !== null) denied.push(`${name}: ${failed}`);
    }
    expect(denied).to.deep.equal([]);
    const { rows } = await service.raw(`SELECT to_regclass('breadcrumbs_${day}') IS NOT NULL AS made`);
    expect(rows).to.deep.equal([{ made: true }]);
  });

  it('may also read and write tables of a later migration', async () => {
    const owner = openDatabase(urls.ownerUrl, { name: 'test', max: 1 });
    await owner.raw('CREATE TABLE later (id integer GENERATED ALWAYS AS IDENTITY, note text)');
    await owner.destroy();
    await service.raw("INSERT INTO later (note) VALUES ('x')");
    expect((await service.raw('SELECT note FROM later')).rows).to.deep.equal([{ note: 'x' }]);
  });

  it('is refused if it could act as the owner', async () => {
    expect(await thrownBy(() => grantDataRights(urls.ownerUrl, urls.ownerUrl))).to.be.instanceOf(
      RoleTooPowerfulError,
    );
    const superuser = new URL(superuserUrl);
    superuser.pathname = `/${NAME}`;
    expect(await thrownBy(() => grantDataRights(urls.ownerUrl, superuser.href))).to.be.instanceOf(
      RoleTooPowerfulError,
    );
  });
});

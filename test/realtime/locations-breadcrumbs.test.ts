import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { type Breadcrumb, keepBreadcrumbDays, PgBreadcrumbStore } from '../../db/stores/breadcrumb-store.ts';
import { Breadcrumbs } from '../../realtime/breadcrumbs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { silent } from './live-fixture.ts';
import { Counts, pointAt } from './locations-fixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The partitions that are kept ready at this moment. */
const daysAround = (atMs: number) => [
  ...[-1, 0, 1, 2].map(
    (day) => `breadcrumbs_${new Date(atMs + day * DAY).toISOString().slice(0, 10).replaceAll('-', '_')}`,
  ),
  'breadcrumbs_default',
];
const timed = (sequence: number, atMs: number, metres = 0) => ({ ...pointAt(sequence, atMs, metres), atMs });

describe('tracks of drivers', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let store: PgBreadcrumbStore;
  let driverId: string;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
    store = new PgBreadcrumbStore(database);
  });

  beforeEach(() => {
    driverId = randomUUID();
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const track = () => store.track(driverId, new Date(0), new Date('2999-01-01'));
  const partitions = async () => {
    const { rows } = await database.raw<{ rows: { name: string }[] }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'breadcrumbs'::regclass ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  const crumb = (at: number): Breadcrumb => {
    const { latitude, longitude, accuracy } = pointAt(0, 0);
    const place = { latitude, longitude, accuracy, speed: null, heading: null };
    return { driverId, at: new Date(at), sequence: 1, ...place, late: false };
  };

  it('record a position every fifteen seconds or fifty metres, in order, with what the device reported', async () => {
    const counts = new Counts();
    const crumbs = new Breadcrumbs({ store, meter: counts, log: silent });
    const start = Date.now() - MINUTE;
    for (let second = 0; second <= 30; second += 1) {
      crumbs.offer(driverId, timed(second, start + second * 1_000, second === 20 ? 60 : 0), false);
    }
    const later = { ...timed(40, start + 55_000), speed: 4.5, heading: 90 };
    crumbs.offer(driverId, later, false);
    crumbs.offer(driverId, timed(7, start + 7_000), true);
    await crumbs.close();
    const rows = await track();
    expect(rows.map(({ sequence, late }) => (late ? `${sequence} late` : sequence))).to.deep.equal([
      0,
      '7 late',
      15,
      20,
      21,
      40,
    ]);
    expect(rows.at(-1)).to.deep.include({
      speed: 4.5,
      heading: 90,
      accuracy: 5,
      at: new Date(start + 55_000),
    });
    expect(counts.of('written')).to.equal(6);
  });

  it('store a batch once, however often it is sent', async () => {
    const now = Date.now();
    expect(await store.insert([crumb(now), crumb(now - MINUTE)])).to.equal(2);
    expect(await store.insert([crumb(now), crumb(now + MINUTE)])).to.equal(1);
    expect(await track()).to.have.length(3);
  });

  it('wait for a database that is away, keeping the newest positions when there are too many', async () => {
    const counts = new Counts();
    let away = true;
    const crumbs = new Breadcrumbs({
      store: {
        insert: (rows) => (away ? Promise.reject(new Error('away')) : store.insert(rows)),
      },
      meter: counts,
      log: silent,
      capacity: 10,
    });
    const start = Date.now() - 20 * MINUTE;
    for (let index = 0; index < 6; index += 1)
      crumbs.offer(driverId, timed(index, start + index * MINUTE), false);
    await crumbs.flush();
    for (let index = 6; index < 15; index += 1)
      crumbs.offer(driverId, timed(index, start + index * MINUTE), false);
    await crumbs.flush();
    expect(counts.of('dropped')).to.equal(5);
    away = false;
    await crumbs.close();
    expect((await track()).map(({ sequence }) => sequence)).to.deep.equal([
      5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
  });

  it('have partitions from yesterday to the day after tomorrow, also when several workers create them at once', async () => {
    for (const name of (await partitions()).filter((each) => each !== 'breadcrumbs_default')) {
      await database.raw('DROP TABLE ??', [name]);
    }
    const before = daysAround(Date.now());
    await Promise.all([keepBreadcrumbDays(database), keepBreadcrumbDays(database)]);
    // Midnight may have passed meanwhile.
    expect([before, daysAround(Date.now())]).to.deep.include(await partitions());
  });

  it('move positions into their partition once it exists', async () => {
    const far = Date.now() + 3 * DAY;
    await store.insert([crumb(far)]);
    expect(await database('breadcrumbs_default')).to.have.length(1);
    const day = new Date(far).toISOString().slice(0, 10);
    await database.raw('SELECT ensure_breadcrumb_partition(?::date)', [day]);
    expect(await database('breadcrumbs_default')).to.have.length(0);
    expect(await track()).to.have.length(1);
  });

  it('are deleted after thirty days', async () => {
    const [old, kept] = [Date.now() - 31 * DAY, Date.now() - 30 * DAY];
    for (const at of [old, kept]) {
      const day = new Date(at).toISOString().slice(0, 10);
      await database.raw('SELECT ensure_breadcrumb_partition(?::date)', [day]);
      await store.insert([crumb(at)]);
    }
    // A position for which no partition exists.
    await store.insert([crumb(old - 9 * DAY)]);
    expect(await keepBreadcrumbDays(database)).to.equal(1);
    expect((await track()).map(({ at }) => at.getTime())).to.deep.equal([kept]);
    expect(await keepBreadcrumbDays(database)).to.equal(0);
  });
});

import { expect } from 'chai';
import type { Database } from '../../db/database.ts';
import { readRetention } from '../../scripts/readme/retention.ts';
import { allJobs } from '../../server/compose/jobs.ts';
import { startService, type TestService } from '../support/service.ts';
import { type AgedRows, agedRows, openGround, type RowCounts } from './aged-rows.ts';

const PERIOD = /\b(a|\d+) (minute|hour|day|year)s?\b/;

/** The period in a sentence of server/retention.json, as PostgreSQL reads it; null if it names none. */
function periodIn(until: string): string | null {
  const [, count, unit] = PERIOD.exec(until) ?? [];
  return count === undefined ? null : `${count === 'a' ? 1 : count} ${unit}`;
}

/** Tables whose rows go at an event, not after a time: their jobs have tests of their own. */
const AT_AN_EVENT = [
  ...['actor_timer', 'outbox', 'owed_closures'],
  ...['push_subscriptions', 'search_words', 'travel_calibrations'],
  ...['webhook_endpoints', 'webhook_secrets', 'webhook_stock'],
];

describe('the periods of docs/retention.md, held against what the jobs delete', () => {
  let service: TestService;
  let database: Database;
  let aged: AgedRows[];
  const plan = readRetention();

  before(async function () {
    this.timeout(60_000);
    service = await startService({ catalogue: true });
    database = service.inside.deps.database;
    aged = agedRows(await openGround(database));
  });
  after(() => service?.stop());

  async function run(name: string): Promise<void> {
    const jobs = allJobs(service.inside.deps, { fireTimers: async () => 0, sweepOutbox: async () => 0 });
    const job = jobs.find((each) => each.name === name);
    if (job === undefined) throw new Error(`the job ${name} does not exist`);
    await job.run();
  }

  /** Rows of these tables, beyond those of another count. */
  async function count(tables: RowCounts, before: RowCounts = {}): Promise<RowCounts> {
    const counts: Record<string, number> = {};
    for (const table of Object.keys(tables)) {
      const [row] = await database(table).count('* as n');
      counts[table] = Number(row?.n) - (before[table] ?? 0);
    }
    return counts;
  }

  /** A moment by so much younger (or, negative, older) than the period. */
  async function moment(period: string, younger: string): Promise<Date> {
    const { rows } = await database.raw('SELECT now() - ?::interval + ?::interval AS at', [period, younger]);
    return rows[0].at;
  }

  it('are tried for every table that has one', () => {
    const timed = Object.entries(plan).filter(
      ([, { by, until }]) => by !== undefined && periodIn(until) !== null,
    );
    const tried = new Set(aged.flatMap(({ written }) => Object.keys(written)));
    expect(timed.map(([table]) => table).filter((table) => !tried.has(table))).to.deep.equal([]);
    const others = Object.entries(plan).filter(([table, { by }]) => by !== undefined && !tried.has(table));
    expect(others.map(([table]) => table).sort()).to.deep.equal(AT_AN_EVENT);
  });

  it('are the same for what goes together, and by the job that is named', () => {
    for (const { job, written } of aged)
      for (const table of Object.keys(written)) expect(plan[table]?.by, table).to.equal(job);
  });

  it('end a minute after they say, and not a minute before; with whole days, a day', async function () {
    this.timeout(60_000);
    const wrong: string[] = [];
    for (const { job, margin, write, written, gone } of aged) {
      const [table = ''] = Object.keys(written);
      const period = periodIn(plan[table]?.until ?? '');
      if (period === null) throw new Error(`${table} has no period`);
      await run(job);
      const before = await count(written);
      await write(await moment(period, margin));
      await run(job);
      const kept = await count(written, before);
      const younger = await count(written);
      await write(await moment(period, `-${margin}`));
      await run(job);
      const left = await count(written, younger);
      const expected = Object.fromEntries(
        Object.entries(written).map(([name, rows]) => [name, rows - (gone[name] ?? 0)]),
      );
      if (JSON.stringify(kept) !== JSON.stringify(written))
        wrong.push(`${job}: of rows ${margin} younger than ${period}, ${JSON.stringify(kept)} are left`);
      if (JSON.stringify(left) !== JSON.stringify(expected))
        wrong.push(`${job}: of rows ${margin} older than ${period}, ${JSON.stringify(left)} are left`);
    }
    expect(wrong).to.deep.equal([]);
  });
});

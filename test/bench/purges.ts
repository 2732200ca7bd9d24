import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import type { Actors } from '../../server/compose/compose-actors.ts';
import { allJobs } from '../../server/compose/jobs.ts';
import { PURGE } from '../../server/kernel/jobs/in-batches.ts';
import { MINUTE } from '../../server/kernel/jobs/periods.ts';
import { reportOf, type ScheduledJob } from '../../server/kernel/jobs/scheduled-job.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { DiskFileStore } from '../../server/kernel/uploads/disk-file-store.ts';
import type { FileStore } from '../../server/kernel/uploads/file-store.ts';
import { readBenchOptions } from './bench-options.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { ONE, PURGED_KINDS, type PurgedKind, pictureName } from './purged-kinds.ts';
import { type Line, machine, printReport, tellProgress } from './report.ts';

const ADDRESSES = 10_000;
const HOUR_S = 3_600;
/** Connections that write, as one pool of a process has. */
const WRITERS = 10;
/** Rows of a kind in one commit: no batch of requests is larger. */
const ROWS_PER_COMMIT = 64;
const PICTURE = { type: 'image/png' as const, bytes: Buffer.alloc(20_000, 1) };

interface Ground {
  database: Database;
  files: FileStore;
  jobs: ReadonlyMap<string, ScheduledJob>;
}

/**
 * Whether purges keep up: what one address and ten thousand may make in an hour by the limits, what the database takes in
 * if nothing but the rows has to be written, and what the job of each table deletes. A job that always has work runs for
 * PURGE.runMs of every minute.
 */
export async function benchPurges(args: readonly string[]): Promise<void> {
  const { rows: asked, only } = readBenchOptions(
    'purges',
    { rows: { type: 'string', default: '100000' }, only: { type: 'string', default: '' } },
    args,
  );
  const rows = Number(asked);
  const kinds = PURGED_KINDS.filter(({ what }) => what.includes(only));
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: WRITERS });
  const folder = join(projectRoot, '.data', 'bench', 'purged-pictures');
  try {
    const lines: Line[] = [];
    const add = (line: Line) => {
      tellProgress(line);
      lines.push(line);
    };
    const files = new DiskFileStore(folder);
    await openShop(database);
    const ground = { database, files, jobs: purgesOf(database, files, postgres.url) };
    for (const kind of kinds) add(await measure(ground, kind, rows));
    if (only === '') add(await allAtOnce(ground, Math.ceil(rows / PURGED_KINDS.length)));
    printReport(
      [
        `${machine()}, ${postgres.description}`,
        `${rows} old rows of each kind; a purge works ${PURGE.runMs / 1_000} s of every minute, in batches of ${PURGE.rows}`,
        `taken in: with ${WRITERS} connections, ${ROWS_PER_COMMIT} in a commit, without the work of a request`,
      ],
      lines,
    );
    if (lines.some(({ ok }) => ok === false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.destroy();
    await postgres.stop();
  }
}

const configOf = (url: string) =>
  loadConfig({
    ...{ NODE_ENV: 'production', DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' },
    ...{
      APP_SECRET: 'a secret of the bench, 32 bytes and more',
      JWT_SECRET: 'another of the bench, 32 bytes and more',
    },
  });

/** An account with a shop that has a webhook. */
async function openShop(database: Database): Promise<void> {
  const names = { legal_name: 'One', display_name_en: 'One', display_name_ar: 'واحد' };
  await database('accounts').insert({
    ...{ id: ONE.account, email: 'one@example.qa', display_name: 'One', locale: 'en' },
  });
  const plan = await database('commission_plans').where({ is_default: true }).first('id');
  await database('sellers').insert({
    ...{ id: ONE.seller, ...names, status: 'ACTIVE' },
    ...{ owner_account_id: ONE.account, commission_plan_id: plan.id },
  });
  await database('webhook_endpoints').insert({
    ...{ id: ONE.endpoint, seller_id: ONE.seller, url: 'https://example.qa/', kinds: ['order.placed'] },
    created_by: ONE.account,
  });
}

/** By name. */
function purgesOf(database: Database, files: FileStore, url: string): ReadonlyMap<string, ScheduledJob> {
  const deps = { database, files, clock: { now: () => new Date() }, config: configOf(url) };
  const jobs = allJobs(deps as unknown as Actors['deps'], {
    ...{ fireTimers: async () => 0, sweepOutbox: async () => 0 },
  });
  return new Map(jobs.map((job) => [job.name, job]));
}

async function measure(ground: Ground, kind: PurgedKind, rows: number): Promise<Line> {
  const taken = perHour(rows, await timed(() => fill(ground, kind, rows)));
  await ground.database.raw('ANALYZE');
  const { points, window } = configOf('postgres://bench').limits[kind.spends];
  const mayMake = (points / window) * HOUR_S;
  const seconds = await timed(() => runToItsEnd(ground, kind.job));
  await expectNone(ground, kind);
  const deletes = perHour(rows, seconds) * (PURGE.runMs / MINUTE);
  const made = kind.madeAtMost === undefined ? Number.POSITIVE_INFINITY : kind.madeAtMost * HOUR_S;
  const most = [`${count(mayMake * ADDRESSES)} ten thousand`, `${count(taken)} taken in`];
  if (Number.isFinite(made)) most.push(`${count(made)} made by requests`);
  // No number of addresses makes more than the database takes in.
  const ok = deletes >= Math.min(mayMake * ADDRESSES, taken, made);
  const bar = [`${count(mayMake)} an address`, ...most].join('; ');
  return { what: kind.what, bar, value: `${count(deletes)} an hour`, ok };
}

/** All jobs of a worker at the same time. */
async function allAtOnce(ground: Ground, each: number): Promise<Line> {
  for (const kind of PURGED_KINDS) await fill(ground, kind, each);
  await ground.database.raw('ANALYZE');
  const names = new Set(PURGED_KINDS.map(({ job }) => job));
  const seconds = await timed(() => Promise.all([...names].map((name) => runToItsEnd(ground, name))));
  for (const kind of PURGED_KINDS) await expectNone(ground, kind);
  const deletes = perHour(each * PURGED_KINDS.length, seconds) * (PURGE.runMs / MINUTE);
  return { what: 'all kinds at once, together', bar: '', value: `${count(deletes)} an hour`, ok: null };
}

/** Writes rows 1 to `rows`, in commits that are on the disk. */
async function fill({ database, files }: Ground, kind: PurgedKind, rows: number): Promise<void> {
  let next = 1;
  const write = async () => {
    while (next <= rows) {
      const from = next;
      const to = Math.min(rows, from + ROWS_PER_COMMIT - 1);
      next = to + 1;
      if (kind.hasPicture) for (let n = from; n <= to; n += 1) await files.keep(pictureName(n), PICTURE);
      await database.transaction(async (trx) => {
        for (const sql of kind.fill) await trx.raw(sql, { from, to });
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function runToItsEnd({ jobs }: Ground, name: string): Promise<void> {
  const job = jobs.get(name);
  if (job === undefined) throw new Error(`the job ${name} does not exist`);
  while (reportOf(await job.run())?.more === true);
}

async function expectNone({ database }: Ground, { job, fill }: PurgedKind): Promise<void> {
  for (const sql of fill) {
    const table = /^INSERT INTO (\w+)/.exec(sql)?.[1] ?? '';
    if ((await database(table).first()) !== undefined) throw new Error(`${job} left rows of ${table}`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const perHour = (rows: number, seconds: number) => (rows / seconds) * HOUR_S;
const count = (value: number) => Math.round(value).toLocaleString('en');

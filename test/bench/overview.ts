import { type Database, openDatabase } from '../../db/database.ts';
import { readsOfPrimary } from '../../db/standby-reads.ts';

import { journeysJob, readOverview, spanOf } from '../../server/dispatch/overview/overview.ts';

import { readBenchOptions } from './bench-options.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { fillCity, fillDay } from './fill-day.ts';
import { type Line, machine, percentile, printReport } from './report.ts';

const TASKS = 20_000;
const DRIVERS = 500;
const DAYS = ['2026-02-10', '2026-02-11', '2026-02-12'] as const;
const RUNS = 40;
/** Milliseconds. */
const BAR = 100;

/** How long the overview of a busy day takes to read, with two more such days in the tables. */
export async function benchOverview(args: readonly string[]): Promise<void> {
  readBenchOptions('overview', {}, args);
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: 10 });
  try {
    await fillCity(database, DRIVERS);
    for (const day of DAYS) {
      console.log(`filling ${day} with ${TASKS} tasks`);
      await fillDay(postgres.url, { day, tasks: TASKS });
    }
    await database.raw('VACUUM ANALYZE');
    const lines = await measure(database);
    printReport(
      [`${machine()}, ${postgres.description}`, `${DAYS.length} days of ${TASKS} tasks, ${DRIVERS} drivers`],
      lines,
    );
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

async function measure(database: Database): Promise<Line[]> {
  const last = DAYS[DAYS.length - 1] ?? '';
  const span = spanOf(last);
  const clock = { now: () => new Date(span.to.getTime() - 3_600_000) };
  const presence = {
    stateOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, 'ONLINE' as const])),
    positionOf: async () => new Map(),
    seen: async () => undefined,
    report: async () => ({ accepted: 0, latestSequence: 0 }),
  };
  const read = () => readOverview({ database, stale: readsOfPrimary(database), clock, presence }, span);
  const cold = await timed(read);
  const duty = journeysJob({ database, clock });
  const rows = await timed(async () => {
    for (let batch = 0; batch < 20; batch += 1) await duty();
  });
  await database.raw('VACUUM ANALYZE task_journeys');
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await timed(read));
  const median = percentile(times, 0.5);
  const plain = (what: string, value: number): Line => ({
    what,
    bar: '',
    value: `${value.toFixed(0)} ms`,
    ok: null,
  });
  return [
    { what: 'overview, median', bar: `< ${BAR} ms`, value: `${median.toFixed(0)} ms`, ok: median < BAR },
    plain('overview, p90', percentile(times, 0.9)),
    plain('overview before the worker has made any row', cold),
    plain('the worker: rows of all days', rows),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

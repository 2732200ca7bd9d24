import { type Database, openDatabase } from '../../db/database.ts';
import { readsOfPrimary } from '../../db/standby-reads.ts';
import { PgHistoryStore } from '../../db/stores/history-store.ts';
import { PastBoards } from '../../server/dispatch/history/history.ts';

import { readBenchOptions } from './bench-options.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { fillPast } from './fill-past.ts';
import { type Line, machine, median, percentile, printReport } from './report.ts';

const DRIVERS = 500;
const ZONES = 9;
const HOUR = 3_600_000;
/** Milliseconds. */
const JUMP_P95 = 500;
const CHUNK = 50;

/**
 * How long the board of a past second takes to rebuild, on a busy day, in a process that has read nothing of it yet.
 */
export async function benchHistory(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'history',
    { tasks: { type: 'string', default: '20000' }, jumps: { type: 'string', default: '60' } },
    args,
  );
  const [tasks, jumps] = [Number(values.tasks), Number(values.jumps)];
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: 10 });
  try {
    const begin = new Date(Math.floor((Date.now() - 30 * HOUR) / HOUR) * HOUR);
    const end = new Date(begin.getTime() + 13 * HOUR);
    const span = { begin: begin.toISOString(), end: end.toISOString() };
    console.log(`playing a day of ${tasks} tasks`);
    const commands = await fillPast(database, { ...span, tasks, drivers: DRIVERS, zones: ZONES });
    const lines = await measure(database, begin, jumps);
    printReport(
      [
        `${machine()}, ${postgres.description}`,
        `a day of ${tasks} tasks and ${DRIVERS} drivers, ${commands} commands; ${jumps} jumps`,
      ],
      lines,
    );
    if (lines.some(({ ok }) => ok === false)) process.exitCode = 1;
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

/** Milliseconds of each jump, in a process that has read nothing yet. */
export interface Jumps {
  /** To any second. */
  cold: number[];
  /** To the minute after it. */
  next: number[];
  /** The bare limit: the same events read and parsed. */
  bare: number[];
  /** Of this process, on average. */
  processor: number;
  /** On the board, on average. */
  tasks: number;
}

/** @param begin When the day's first order was placed. */
export async function jumpAround(database: Database, begin: Date, jumps: number): Promise<Jumps> {
  const clock = { now: () => new Date() };
  const fresh = () =>
    new PastBoards({ database, stale: readsOfPrimary(database), clock, config: { clockRate: 1 } });
  const found: Jumps = { cold: [], next: [], bare: [], processor: 0, tasks: 0 };
  for (let jump = 0; jump < jumps; jump += 1) {
    // From the second hour on the board is as full as it gets.
    const moment = new Date(begin.getTime() + HOUR + Math.floor(Math.random() * 9 * HOUR));
    const boards = fresh();
    const used = process.cpuUsage();
    found.cold.push(
      await timed(async () => {
        const board = await boards.at({ at: moment.toISOString() });
        if (!board.complete) throw new Error('the past is not complete');
        found.tasks += board.tasks.length / jumps;
        JSON.stringify(board);
      }),
    );
    const { user, system } = process.cpuUsage(used);
    found.processor += (user + system) / 1_000 / jumps;
    const later = new Date(moment.getTime() + 60_000).toISOString();
    found.next.push(await timed(async () => JSON.stringify(await boards.at({ at: later }))));
    found.bare.push(await timed(() => readOnly(new PgHistoryStore(database), moment.toISOString())));
  }
  return found;
}

async function measure(database: Database, begin: Date, jumps: number): Promise<Line[]> {
  const { cold, next, bare, processor, tasks } = await jumpAround(database, begin, jumps);
  const p95 = percentile(cold, 0.95);
  const plain = (what: string, value: string): Line => ({ what, bar: '', value, ok: null });
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    { what: 'jump to any second, p95', bar: `< ${JUMP_P95} ms`, value: ms(p95), ok: p95 < JUMP_P95 },
    plain('jump to any second, median', ms(median(cold))),
    plain('processor time of a jump, this process', ms(processor)),
    plain('the minute after it, median', ms(median(next))),
    plain('bare limit: the same events read and parsed, median', ms(median(bare))),
    plain('jump over bare limit', (median(cold) / median(bare)).toFixed(2)),
    plain('tasks on the board', tasks.toFixed(0)),
  ];
}

/** Reads the rows that a jump needs, one after the other, and parses them without using them. */
async function readOnly(store: PgHistoryStore, at: string): Promise<void> {
  const through = new Date(Date.parse(at) + 1).toISOString();
  const keys = {
    driver: await store.keysOf('driver'),
    zone: await store.keysOf('zone'),
    order: await store.ordersUnderWay(at, through),
  };
  for (const kind of ['driver', 'zone', 'order'] as const) {
    for (let start = 0; start < keys[kind].length; start += CHUNK) {
      const bases = await store.bases(kind, keys[kind].slice(start, start + CHUNK), { at, through });
      await store.commands(kind, bases, through);
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

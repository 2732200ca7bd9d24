import pg from 'pg';
import { type Database, openDatabase } from '../../db/database.ts';
import { BREADCRUMB_DAYS, keepBreadcrumbDays } from '../../db/stores/breadcrumb-store.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../../scripts/shared/command-line.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { fillPast } from './fill-past.ts';
import { EarlierDays } from './fill-year.ts';
import { jumpAround } from './history.ts';
import { type Line, machine, median, percentile, printReport } from './report.ts';

const HOUR = 3_600_000;
const ZONES = 9;
const DRIVERS = 60;
const TASKS = 1_500;
const YEAR = 30_000_000;
const WHOLE = { tasks: TASKS, commands: '300000,1000000', jumps: '40' };
const QUICK = { tasks: 200, commands: '20000,40000', jumps: '5' };

const USAGE = `Usage: npm run bench -- year [--commands N,M] [--year N] [--jumps N] [--quick]

What a year of history takes: bytes of an event in tables and indexes, a month's partition, vacuum, a jump of the time
machine at the end of the year, the purge of a partition; each at two sizes, and extrapolated from them to a whole year,
which is marked where it is done.
  --commands N,M  the two sizes, in commands of actors over twelve months (${WHOLE.commands})
  --year N        commands of a year to extrapolate to (${YEAR})
  --jumps N       of the time machine at each size (${WHOLE.jumps})
  --quick         a small day, ${QUICK.commands} commands and ${QUICK.jumps} jumps: to see that it works, not for figures`;

/** What was found at one size. */
interface Found {
  commands: number;
  /** Bytes of all partitions. */
  heap: number;
  indexes: number;
  /** The month with the most commands. */
  month: Month;
  /** Seconds. */
  fill: number;
  vacuum: number;
  vacuumAgain: number;
  /** Milliseconds, medians. */
  jump: number;
  jumpP95: number;
  jumpProcessor: number;
  bareJump: number;
  /** Of a day of positions with as many rows as there are commands. */
  positionBytes: number;
  purge: number;
}

/** A partition of commands. */
interface Month {
  name: string;
  /** How many partitions have commands. */
  of: number;
  commands: number;
  /** Bytes. */
  heap: number;
  /** Each with its name. */
  indexes: string;
}

/** One played day copied over a year, at two sizes; what a whole year takes follows from the difference of the two. */
export async function benchYear(args: readonly string[]): Promise<void> {
  const { tasks, sizes, year, jumps, quick } = readOptions(args);
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: 10 });
  try {
    const begin = new Date(Math.floor((Date.now() - 30 * HOUR) / HOUR) * HOUR);
    const end = new Date(begin.getTime() + 13 * HOUR);
    const span = { begin: begin.toISOString(), end: end.toISOString() };
    const perDay = await fillPast(database, { ...span, tasks, drivers: DRIVERS, zones: ZONES });
    if (perDay >= sizes[0])
      throw new CommandError(`--commands starts above ${perDay}, which is one day of the bench.`);
    const opened = new Date(begin.getTime() - HOUR).toISOString();
    const days = new EarlierDays(postgres.url, opened, perDay);
    const found: Found[] = [];
    for (const size of sizes) {
      console.error(`filling up to ${size.toLocaleString('en')} commands`);
      const filling = performance.now();
      const commands = await days.fill(size);
      const fill = (performance.now() - filling) / 1_000;
      found.push(await measure(database, postgres.url, { commands, begin, jumps, fill }));
    }
    const dropped = await dropMonth(postgres.url);
    const [small, large] = found as [Found, Found];
    printReport(
      [
        `${machine()}, ${postgres.description}`,
        `${quick ? 'QUICK, so rough. ' : ''}A day of ${tasks} tasks and ${DRIVERS} drivers, ${perDay} commands, played by the machines themselves and copied over the 364 days before.`,
        `EXTRAPOLATED to ${year.toLocaleString('en')} along the line through both sizes; a jump along the logarithm of the size, as indexes grow.`,
      ],
      [...linesOf(small, large, year), dropped],
    );
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

function readOptions(args: readonly string[]) {
  const { values } = readCommandLine(
    {
      usage: USAGE,
      options: {
        commands: { type: 'string' },
        year: { type: 'string', default: String(YEAR) },
        jumps: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
    },
    args,
  );
  const { quick } = values;
  const { tasks, ...usual } = quick ? QUICK : WHOLE;
  const [small, large, ...more] = (values.commands ?? usual.commands)
    .split(',')
    .map((text) => readWholeNumber('commands', text, { min: 1, max: 50_000_000 }));
  if (small === undefined || large === undefined || more.length > 0 || small >= large)
    throw new CommandError('--commands takes two whole numbers, the smaller first, such as 300000,1000000.');
  return {
    tasks,
    quick,
    sizes: [small, large] as const,
    year: readWholeNumber('year', values.year, { min: large }),
    jumps: readWholeNumber('jumps', values.jumps ?? usual.jumps, { min: 1, max: 10_000 }),
  };
}

async function measure(
  database: Database,
  url: string,
  { commands, begin, jumps, fill }: { commands: number; begin: Date; jumps: number; fill: number },
): Promise<Found> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Every row again, so that the figure is of all of them and not of those that were added.
    const vacuum = await timed(() =>
      client.query('VACUUM (FREEZE, DISABLE_PAGE_SKIPPING, ANALYZE) actor_command'),
    );
    const vacuumAgain = await timed(() => client.query('VACUUM actor_command'));
    const { rows } = await client.query<{ heap: number; indexes: number }>(
      `SELECT sum(pg_table_size(relid))::float8 AS heap, sum(pg_indexes_size(relid))::float8 AS indexes
         FROM pg_partition_tree('actor_command') WHERE isleaf`,
    );
    const [{ heap, indexes } = { heap: Number.NaN, indexes: Number.NaN }] = rows;
    const month = await largestMonth(client);
    const { cold, bare, processor } = await jumpAround(database, begin, jumps);
    return {
      ...{ commands, heap, indexes, month, fill, vacuum, vacuumAgain, jumpProcessor: processor },
      ...{ jump: median(cold), jumpP95: percentile(cold, 0.95), bareJump: median(bare) },
      ...(await purgeDay(database, client, commands)),
    };
  } finally {
    await client.end();
  }
}

async function largestMonth(client: pg.Client): Promise<Month> {
  const { rows } = await client.query<Month>(
    `SELECT relid::text AS name, count(*) OVER ()::int AS of, c.reltuples::float8 AS commands,
            pg_table_size(relid)::float8 AS heap,
            (SELECT string_agg(indexrelid::regclass || ' ' || pg_size_pretty(pg_relation_size(indexrelid)), ', '
                               ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = relid) AS indexes
       FROM pg_partition_tree('actor_command') JOIN pg_class c ON c.oid = relid
      WHERE isleaf AND c.reltuples > 0 ORDER BY c.reltuples DESC LIMIT 1`,
  );
  const [month] = rows;
  if (month === undefined) throw new Error('no partition has commands');
  return month;
}

/** A day of positions that is past its time, dropped by the worker's job. */
async function purgeDay(
  database: Database,
  client: pg.Client,
  rows: number,
): Promise<{ positionBytes: number; purge: number }> {
  const { rows: made } = await client.query<{ name: string }>(
    `SELECT ensure_breadcrumb_partition((now() AT TIME ZONE 'UTC')::date - $1::integer) AS name`,
    [BREADCRUMB_DAYS + 2],
  );
  await client.query(
    `INSERT INTO breadcrumbs (driver_id, at, sequence, latitude, longitude, accuracy, late)
     SELECT md5((n % 500)::text)::uuid, day + n / 500 * interval '80 milliseconds', n, 25.3, 51.5, 8, false
       FROM generate_series(1, $1::integer) n,
            (SELECT ((now() AT TIME ZONE 'UTC')::date - $2::integer)::timestamp AT TIME ZONE 'UTC' AS day) d`,
    [rows, BREADCRUMB_DAYS + 2],
  );
  const { rows: sizes } = await client.query<{ bytes: number }>(
    'SELECT pg_total_relation_size($1::regclass)::float8 AS bytes',
    [made[0]?.name],
  );
  let dropped = 0;
  const purge = await timed(async () => {
    dropped = await keepBreadcrumbDays(database);
  });
  if (dropped < 1) throw new Error('the day of positions was not dropped');
  return { positionBytes: (sizes[0]?.bytes ?? Number.NaN) / rows, purge: purge * 1_000 };
}

/** Commands are kept for good; an operator who moves the oldest month away detaches its partition. */
async function dropMonth(url: string): Promise<Line> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; commands: number }>(
      `SELECT relid::text AS name, reltuples::float8 AS commands
         FROM pg_partition_tree('actor_command') JOIN pg_class ON oid = relid
        WHERE isleaf AND relid::text <> 'actor_command_default' AND reltuples > 0 ORDER BY relid::text LIMIT 1`,
    );
    const [{ name, commands } = { name: '', commands: 0 }] = rows;
    const detach = await timed(() => client.query(`ALTER TABLE actor_command DETACH PARTITION ${name}`));
    const drop = await timed(() => client.query(`DROP TABLE ${name}`));
    return plain(
      `the oldest month of commands, ${commands.toLocaleString('en')}: detached; dropped`,
      `${ms(detach * 1_000)}; ${ms(drop * 1_000)}`,
    );
  } finally {
    await client.end();
  }
}

function linesOf(small: Found, large: Found, year: number): Line[] {
  const both = (of: (found: Found) => string) => `${of(small)}; ${of(large)}`;
  const straight = (of: (found: Found) => number) =>
    of(large) + ((of(large) - of(small)) / (large.commands - small.commands)) * (year - large.commands);
  const logarithm = (of: (found: Found) => number) =>
    of(large) +
    ((of(large) - of(small)) / Math.log(large.commands / small.commands)) * Math.log(year / large.commands);
  const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
  const bytes = (of: 'heap' | 'indexes') => (found: Found) =>
    `${(found[of] / found.commands).toFixed(0)} bytes`;
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  // On a busy machine the larger size may take less time: then the two say nothing of a third.
  const row = (what: string, measured: string, extrapolated: number, show: (value: number) => string) =>
    plain(
      what,
      `${measured}; ${extrapolated > 0 ? `a year, EXTRAPOLATED: ${show(extrapolated)}` : 'not extrapolated: the larger size took less'}`,
    );
  return [
    plain(
      'commands, and how long they took to copy',
      both(({ commands, fill }) => `${commands.toLocaleString('en')}, ${seconds(fill)}`),
    ),
    row(
      'a command in its table',
      both(bytes('heap')),
      straight(({ heap }) => heap),
      gigabytes,
    ),
    row(
      'a command in its two indexes',
      both(bytes('indexes')),
      straight(({ indexes }) => indexes),
      gigabytes,
    ),
    plain(
      'the month with the most, of how many: commands, table, indexes',
      both(
        ({ month }) =>
          `${month.name} of ${month.of}: ${month.commands.toLocaleString('en')}, ${(month.heap / 2 ** 20).toFixed(0)} MB, ${month.indexes}`,
      ),
    ),
    row(
      'vacuum that freezes every row, and analyze',
      both(({ vacuum }) => seconds(vacuum)),
      straight(({ vacuum }) => vacuum),
      seconds,
    ),
    row(
      'vacuum when nothing has changed',
      both(({ vacuumAgain }) => seconds(vacuumAgain)),
      straight(({ vacuumAgain }) => vacuumAgain),
      seconds,
    ),
    row(
      'jump of the time machine, median',
      both(({ jump }) => ms(jump)),
      logarithm(({ jump }) => jump),
      ms,
    ),
    row(
      'its processor time, this process',
      both(({ jumpProcessor }) => ms(jumpProcessor)),
      logarithm(({ jumpProcessor }) => jumpProcessor),
      ms,
    ),
    plain(
      'the same jumps, p95',
      both(({ jumpP95 }) => ms(jumpP95)),
    ),
    plain(
      'bare limit of a jump: the same events read and parsed, median',
      both(({ bareJump }) => ms(bareJump)),
    ),
    plain(
      'a position, with its index',
      both(({ positionBytes }) => `${positionBytes.toFixed(0)} bytes`),
    ),
    plain(
      'purge of a day of as many positions, by the job',
      both(({ purge }) => ms(purge)),
    ),
  ];
}

function plain(what: string, value: string): Line {
  return { what, bar: '', value, ok: null };
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

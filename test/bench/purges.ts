import { type Database, openDatabase } from '../../db/database.ts';
import type { Actors } from '../../server/compose/compose-actors.ts';
import { allJobs } from '../../server/compose/jobs.ts';
import { PURGE } from '../../server/kernel/jobs/in-batches.ts';
import { MINUTE } from '../../server/kernel/jobs/periods.ts';
import { reportOf, type ScheduledJob } from '../../server/kernel/jobs/scheduled-job.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import type { RateClass } from '../../server/kernel/process/limit-config.ts';
import { readBenchOptions } from './bench-options.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { type Line, machine, printReport, tellProgress } from './report.ts';

const ADDRESSES = 10_000;
const HOUR_S = 3_600;
/** Connections that write rows one by one, as a process of the service has. */
const WRITERS = 10;

/** What strangers and people can make as fast as their address may ask. */
interface Kind {
  what: string;
  job: string;
  /** The budget that making one spends. */
  spends: RateClass;
  /** SQL that writes old ones, numbered by `n`. */
  fill: readonly string[];
}

const OLD = `now() - interval '3 years'`;
const SERIES = 'FROM generate_series(:from::integer, :to::integer) n';
const id = (kind: string) => `md5('${kind}' || n)::uuid`;
const hash = (kind: string) => `decode(md5('${kind}' || n), 'hex')`;
const ONE = `(SELECT id FROM accounts LIMIT 1)`;

const KINDS: readonly Kind[] = [
  {
    ...{ what: "guests' carts, with a line", job: 'guest-carts', spends: 'write' },
    fill: [
      `INSERT INTO carts (id, token_hash, updated_at) SELECT ${id('cart')}, ${hash('cart')}, ${OLD} ${SERIES}`,
      `INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
       SELECT ${id('line')}, ${id('cart')}, ${id('offer')}, 1, '1.00' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'requests with a key', job: 'idempotency-keys', spends: 'write' },
    fill: [
      `INSERT INTO idempotency_keys (principal, key, request_hash, status, reference, created_at)
       SELECT 'account:' || n % 10000, n::text, ${hash('request')}, 201, '{"id": "019c4690-1357-7f25"}', ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'checkouts, with a line and shipping', job: 'old-checkouts', spends: 'write' },
    fill: [
      `INSERT INTO checkouts (id, account_id, status, expires_at, address, updated_at)
       SELECT ${id('checkout')}, ${ONE}, 'EXPIRED', ${OLD}, '{"phone": "+97455000000"}', ${OLD} ${SERIES}`,
      `INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, quantity,
                                   unit_price)
       SELECT ${id('checkout-line')}, ${id('checkout')}, ${id('offer')}, ${id('variant')}, ${id('seller')}, 'S', 'E', 'ع', 1,
              '1.00' ${SERIES}`,
      `INSERT INTO checkout_shipping (checkout_id, seller_id, method_id, code, name_en, name_ar, price, promised_from,
                                      promised_to)
       SELECT ${id('checkout')}, ${id('seller')}, ${id('method')}, 'STANDARD', 'E', 'ع', '1.00', current_date,
              current_date ${SERIES}`,
    ],
  },
  {
    ...{ what: 'addresses that were deleted', job: 'old-addresses', spends: 'write' },
    fill: [
      `INSERT INTO addresses (id, account_id, contact_name, phone, zone_number, street_number, building_number, latitude,
                              longitude, deleted_at)
       SELECT ${id('address')}, ${ONE}, 'Noora', '+97455000000', 1, 1, 1, 25.3, 51.5, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'notifications, with a delivery', job: 'old-notifications', spends: 'write' },
    fill: [
      `INSERT INTO notifications (id, event_key, account_id, kind, title_en, title_ar, body_en, body_ar, source_version,
                                  created_at)
       SELECT ${id('notice')}, n::text, ${ONE}, 'ORDER_PLACED', 'Title', 'عنوان', 'Body', 'نص', 1, ${OLD} ${SERIES}`,
      `INSERT INTO notification_deliveries (notification_id, channel, status, provider_ref)
       SELECT ${id('notice')}, 'EMAIL', 'SENT', 'x' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'lines of the audit log', job: 'audit-log', spends: 'sign-in' },
    fill: [
      `INSERT INTO audit_log (id, at, action, subject_type, subject_id, ip)
       SELECT ${id('audit')}, ${OLD}, 'signInRefused', 'EMAIL', n::text, '203.0.113.1' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'guards of passwords', job: 'sign-in-guards', spends: 'sign-in' },
    fill: [
      `INSERT INTO sign_in_guards (email_key, failures, updated_at) SELECT n || '@example.qa', 1, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'sessions, with a token', job: 'sessions', spends: 'sign-in' },
    fill: [
      `INSERT INTO sessions (id, account_id, surface, expires_at) SELECT ${id('session')}, ${ONE}, 'api', ${OLD} ${SERIES}`,
      `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at)
       SELECT ${id('token')}, ${id('session')}, ${hash('token')}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'codes by e-mail and SMS', job: 'one-time-codes', spends: 'registration' },
    fill: [
      `INSERT INTO one_time_codes (id, purpose, address_key, code_hash, expires_at)
       SELECT ${id('code')}, 'SIGN_IN', ${hash('address')}, ${hash('code')}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'guards of codes', job: 'code-guards', spends: 'registration' },
    fill: [`INSERT INTO code_guards (address_key, updated_at) SELECT ${hash('guard')}, ${OLD} ${SERIES}`],
  },
];

/**
 * Whether purges keep up: what one address and ten thousand may make in an hour by the limits, what the database takes in
 * at most, and what the job of each table deletes. A job that always has work runs for PURGE.runMs of every minute.
 */
export async function benchPurges(args: readonly string[]): Promise<void> {
  const values = readBenchOptions('purges', { rows: { type: 'string', default: '100000' } }, args);
  const rows = Number(values.rows);
  const postgres = await startDurablePostgres();
  const database = openDatabase(postgres.url, { name: 'wasl-bench', max: WRITERS });
  try {
    const lines: Line[] = [];
    const add = (line: Line) => {
      tellProgress(line);
      lines.push(line);
    };
    await database('accounts').insert({
      ...{
        id: '019c4690-1357-7f25-91bd-637adc78a147',
        email: 'one@example.qa',
        display_name: 'One',
        locale: 'en',
      },
    });
    const jobs = purgesOf(database, postgres.url);
    const written = await writeRate(database);
    add(line('rows written one by one, ten connections', '', `${perHour(written)} an hour`, null));
    for (const kind of KINDS) add(await measure(database, jobs, kind, { rows, written }));
    add(await allAtOnce(database, jobs, rows / KINDS.length));
    printReport(
      [
        `${machine()}, ${postgres.description}`,
        `${rows} old rows of each kind; a purge works ${PURGE.runMs / 1_000} s of every minute, in batches of ${PURGE.rows}`,
      ],
      lines,
    );
    if (lines.some(({ ok }) => ok === false)) process.exitCode = 1;
  } finally {
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

/** By name. */
function purgesOf(database: Database, url: string): ReadonlyMap<string, ScheduledJob> {
  const deps = { database, clock: { now: () => new Date() }, config: configOf(url) };
  const jobs = allJobs(deps as unknown as Actors['deps'], {
    ...{ fireTimers: async () => 0, sweepOutbox: async () => 0 },
  });
  return new Map(jobs.map((job) => [job.name, job]));
}

async function measure(
  database: Database,
  jobs: ReadonlyMap<string, ScheduledJob>,
  { what, job, spends, fill }: Kind,
  { rows, written }: { rows: number; written: number },
): Promise<Line> {
  await fillRows(database, fill, 1, rows);
  const { points, window } = configOf('postgres://bench').limits[spends];
  const mayMake = (points / window) * HOUR_S;
  const seconds = await timed(() => untilNothingIsLeft(jobs, job, rows));
  const deletes = (rows / seconds) * HOUR_S * (PURGE.runMs / MINUTE);
  const bar = `${count(mayMake)} an address, ${count(mayMake * ADDRESSES)} ten thousand`;
  // No number of addresses makes more than the database takes in.
  const ok = deletes >= Math.min(mayMake * ADDRESSES, written * HOUR_S);
  return line(what, bar, `${count(deletes)} an hour, as ${count(deletes / mayMake)} addresses make`, ok);
}

/** All jobs of a worker at the same time. */
async function allAtOnce(
  database: Database,
  jobs: ReadonlyMap<string, ScheduledJob>,
  rows: number,
): Promise<Line> {
  const each = Math.ceil(rows);
  for (const { fill } of KINDS) await fillRows(database, fill, 1, each);
  const seconds = await timed(() => Promise.all(KINDS.map(({ job }) => untilNothingIsLeft(jobs, job, each))));
  const deletes = ((each * KINDS.length) / seconds) * HOUR_S * (PURGE.runMs / MINUTE);
  return line('all kinds at once, together', '', `${count(deletes)} an hour`, null);
}

async function fillRows(
  database: Database,
  fill: readonly string[],
  from: number,
  to: number,
): Promise<void> {
  for (const sql of fill) await database.raw(sql, { from, to });
  await database.raw('ANALYZE');
}

async function untilNothingIsLeft(
  jobs: ReadonlyMap<string, ScheduledJob>,
  name: string,
  rows: number,
): Promise<void> {
  const job = jobs.get(name);
  if (job === undefined) throw new Error(`the job ${name} does not exist`);
  let items = 0;
  for (;;) {
    const report = reportOf(await job.run());
    items += report?.items ?? 0;
    if (report?.more !== true) break;
  }
  if (items < rows) throw new Error(`${name} deleted ${items} of ${rows}`);
}

/** Rows per second that the database takes in, each in a commit of its own that is on the disk. */
async function writeRate(database: Database): Promise<number> {
  const EACH = 300;
  const write = async (writer: number) => {
    for (let n = 0; n < EACH; n += 1)
      await database('idempotency_keys').insert({
        ...{ principal: `writer:${writer}`, key: String(n), request_hash: Buffer.alloc(32) },
        ...{ status: 201, reference: '{}' },
      });
  };
  const seconds = await timed(() =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))),
  );
  await database('idempotency_keys').delete();
  return (EACH * WRITERS) / seconds;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const count = (value: number) => Math.round(value).toLocaleString('en');
const perHour = (perSecond: number) => count(perSecond * HOUR_S);
const line = (what: string, bar: string, value: string, ok: boolean | null): Line => ({
  what,
  bar,
  value,
  ok,
});

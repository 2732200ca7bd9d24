import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { type DaySink, type PlayedCommand, PlayedDay, type PlayedSnapshot } from './played-day.ts';

export interface PastDay {
  /** RFC 3339. */
  begin: string;
  end: string;
  tasks: number;
  drivers: number;
  zones: number;
}

type Group = Parameters<DaySink['group']>[0];

const PER_INSERT = 2_000;
/** Milliseconds of the day that are played before the results are written: as often as the worker makes snapshots. */
const STEP_MS = 5 * 60_000;

/**
 * Plays a day and writes it straight into the tables that the past is read from. Returns the number of its commands.
 */
export async function fillPast(database: Database, { begin, end, ...terms }: PastDay): Promise<number> {
  await database.raw('SELECT ensure_actor_command_partition(?::date)', [begin]);
  await database.raw(
    'SELECT ensure_breadcrumb_partition(day::date) FROM generate_series(?::date, ?::date, ?) AS day',
    [begin, end, '1 day'],
  );
  const commands: PlayedCommand[] = [];
  const snapshots: PlayedSnapshot[] = [];
  const groups: Group[] = [];
  const sink: DaySink = {
    command: (command) => commands.push(command),
    snapshot: (snapshot) => snapshots.push(snapshot),
    group: (group) => groups.push(group),
  };
  const day = new PlayedDay({ begin, ...terms }, sink);
  let count = 0;
  const write = async () => {
    count += commands.length;
    await inParts(commands, (some) => insertCommands(database, some));
    await insertActors(database, commands.splice(0));
    await inParts(snapshots.splice(0), (some) => insertSnapshots(database, some));
    await inParts(groups.splice(0), (some) => insertGroups(database, some));
  };
  day.open();
  await insertPeople(database, day.drivers, begin);
  for (let until = Date.parse(begin); until < Date.parse(end); until += STEP_MS) {
    day.play(until + STEP_MS);
    day.keep();
    await write();
  }
  await insertTracks(database, begin, end);
  await database.raw('VACUUM ANALYZE');
  return count;
}

async function inParts<T>(
  list: readonly T[],
  write: (some: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < list.length; start += PER_INSERT)
    await write(list.slice(start, start + PER_INSERT));
}

/** For one statement with all rows: a parameter per column. */
function columns<T>(list: readonly T[], ...of: ((item: T) => unknown)[]): never {
  return of.map((column) => list.map(column)) as never;
}

function insertCommands(database: Database, commands: readonly PlayedCommand[]): Promise<unknown> {
  return database.raw(
    `INSERT INTO actor_command (at, kind, key, version, epoch, command_id, type, request_hash, events, outcome, role, correlation_id)
     SELECT at, kind, key, version, 1, key || '/' || version, type, '', events, '{"ok": true}', role, key::text
       FROM unnest(?::timestamptz[], ?::text[], ?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::jsonb[])
         AS c (at, kind, key, version, type, role, events)`,
    columns(
      commands,
      ({ at }) => at,
      ({ kind }) => kind,
      ({ key }) => key,
      ({ version }) => version,
      ({ type }) => type,
      ({ role }) => role,
      ({ events }) => events,
    ),
  );
}

/** Inserts the actors; their present states are not read by the past. */
function insertActors(database: Database, commands: readonly PlayedCommand[]): Promise<unknown> {
  const born = commands.filter(({ version }) => version === 1);
  return database.raw(
    `INSERT INTO actor (kind, key, version, schema, state)
     SELECT kind, key, 1, 1, '{}' FROM unnest(?::text[], ?::uuid[]) AS a (kind, key)`,
    columns(
      born,
      ({ kind }) => kind,
      ({ key }) => key,
    ),
  );
}

function insertSnapshots(database: Database, snapshots: readonly PlayedSnapshot[]): Promise<unknown> {
  return database.raw(
    `INSERT INTO actor_snapshots (kind, key, version, at, schema, state, delta_rows)
     SELECT kind, key, version, at, 1, state, delta_rows
       FROM unnest(?::text[], ?::uuid[], ?::bigint[], ?::timestamptz[], ?::jsonb[], ?::jsonb[])
         AS s (kind, key, version, at, state, delta_rows)`,
    columns(
      snapshots,
      ({ kind }) => kind,
      ({ key }) => key,
      ({ version }) => version,
      ({ at }) => at,
      ({ state }) => state,
      ({ rows }) => rows,
    ),
  );
}

/** Inserts drivers' own rows, and one seller with one buyer for all orders. */
async function insertPeople(database: Database, drivers: readonly string[], at: string): Promise<void> {
  const accounts = [...drivers, 'seller'].map((name) => ({
    ...{ id: uuidv7(), email: `${name}@bench.wasl.example`, display_name: 'Bench', locale: 'en' },
  }));
  await database('accounts').insert(accounts);
  const rows = drivers.map((id, index) => ({
    ...{ id, account_id: accounts[index]?.id, full_name: `Driver ${index}`, phone: '+97455000000' },
    ...{ vehicle_type: 'VAN', status: 'APPROVED', actor_version: 1, created_at: at },
  }));
  await database('drivers').insert(rows);
  await database.raw(
    `INSERT INTO sellers (id, legal_name, display_name_en, display_name_ar, status, owner_account_id, commission_plan_id)
     SELECT gen_random_uuid(), 'Bench W.L.L.', 'Bench', 'مقعد', 'ACTIVE', ?, id FROM commission_plans WHERE is_default`,
    [accounts.at(-1)?.id ?? ''],
  );
  await database.raw(
    `INSERT INTO warehouses (id, seller_id, name, phone, zone_number, street_number, building_number, latitude, longitude)
     SELECT gen_random_uuid(), id, 'Store', '+97444000000', 1, 1, 1, 25.2, 51.5 FROM sellers`,
  );
}

async function insertGroups(database: Database, groups: readonly Group[]): Promise<void> {
  const ids = columns(
    groups,
    ({ orderId }) => orderId,
    ({ groupId }) => groupId,
    ({ readyAt }) => readyAt,
    ({ endedAt }) => endedAt,
  );
  const given =
    'unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::timestamptz[]) AS g (order_id, id, ready, ended)';
  await database.raw(
    `INSERT INTO checkouts (id, account_id, status, expires_at, order_id)
     SELECT g.order_id, s.owner_account_id, 'CONFIRMED', g.ready, g.order_id FROM sellers s, ${given}`,
    ids,
  );
  await database.raw(
    `INSERT INTO orders (id, number, checkout_id, account_id, status, address, payment_method, goods_total, shipping_total,
                         total, placed_at, actor_version)
     SELECT g.order_id, 'B-' || g.order_id, g.order_id, s.owner_account_id, 'DELIVERED', '{}', 'COD', 100, 25, 125, g.ready, 12
       FROM sellers s, ${given}`,
    ids,
  );
  await database.raw(
    `INSERT INTO order_groups (id, order_id, seller_id, warehouse_id, method_code, method_name_en, method_name_ar,
                               promised_from, promised_to, goods_total, shipping_total, cash_due, commission_rate, commission,
                               accept_by, status, payment_status, collected_amount, accepted_at, ready_at, ended_at, actor_version)
     SELECT g.id, g.order_id, s.id, w.id, 'STANDARD', 'Standard', 'عادي', g.ready, g.ready, 100, 25, 125, 10, 10, g.ready,
            'DELIVERED', 'COLLECTED', 125, g.ready, g.ready, g.ended, 12
       FROM sellers s JOIN warehouses w ON w.seller_id = s.id, ${given}`,
    ids,
  );
}

/** A position every fifteen seconds of every driver, a plan each, and a presence that comes and goes. */
async function insertTracks(database: Database, begin: string, end: string): Promise<void> {
  await database.raw(
    `INSERT INTO breadcrumbs (driver_id, at, sequence, latitude, longitude, accuracy, late)
     SELECT d.id, at, extract(epoch FROM at)::bigint, 25.3, 51.5, 8, false
       FROM drivers d, generate_series(?::timestamptz, ?::timestamptz, interval '15 seconds') AS at`,
    [begin, end],
  );
  await database.raw(
    `INSERT INTO presence_changes (driver_id, since, presence)
     SELECT d.id, at, (ARRAY['ONLINE', 'STALE'])[1 + (extract(epoch FROM at)::bigint / 1800) % 2]
       FROM drivers d, generate_series(?::timestamptz, ?::timestamptz, interval '30 minutes') AS at`,
    [begin, end],
  );
  await database.raw(
    `INSERT INTO shift_plans (id, driver_id, planned_start, planned_end, status, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), id, ?::timestamptz, ?::timestamptz, 'PLANNED', account_id, created_at, created_at FROM drivers`,
    [begin, end],
  );
}

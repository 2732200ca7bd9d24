import type { Json, JsonObject, RowOp } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../database.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '../sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../statement.ts';
import { inTransaction } from '../unit-of-work.ts';
import { TICKET } from './present-reads-store.ts';

/** Days for which snapshots and former versions are stored: one more than the history covers. */
export const SNAPSHOT_DAYS = 31;
/** Orders are folded from their creation; an order gets a snapshot only after this many commands or days. */
const LONG_ORDER = { commands: 64, days: 30 };
/** Number of commands after the last snapshot at which the next one is due, however recent that is. */
export const SNAPSHOT_AFTER: Readonly<Record<'driver' | 'zone', number>> = { driver: 16, zone: 200 };
const DAY_MS = 86_400_000;

type SnapshotKind = 'driver' | 'zone' | 'order';

const tryLock = statement({
  name: 'snapshots.try_lock',
  sql: `SELECT pg_try_advisory_xact_lock(hashtextextended('snapshots', 0)) AS mine`,
  row: { mine: boolean },
});

/**
 * Takes snapshots of actors that have changed since their last one, if that is a day or many commands old. Returns how
 * many; at most `limit` per kind. All reads are from one moment, so a zone's tickets match its version.
 */
export async function takeSnapshots(database: Database, now: Date, limit: number): Promise<number> {
  let taken = 0;
  for (const kind of ['driver', 'zone', 'order'] as const) {
    taken += await inTransaction(
      database,
      async (trx) => {
        // One worker at a time; the others retry at their next run.
        const lock = await tryLock.first(trx, {});
        if (lock?.mine !== true) return 0;
        const candidates = await due(trx, kind, now, limit);
        for (const candidate of candidates) await take(trx, kind, candidate);
        return candidates.length;
      },
      { isolation: 'repeatable read' },
    );
  }
  return taken;
}

async function due(trx: Transaction, kind: SnapshotKind, now: Date, limit: number): Promise<Candidate[]> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  if (kind !== 'order') return selectDue.all(trx, { kind, commands: SNAPSHOT_AFTER[kind], yesterday, limit });
  const longAgo = new Date(now.getTime() - LONG_ORDER.days * DAY_MS);
  return selectDueOrders.all(trx, { kind, commands: LONG_ORDER.commands, yesterday, longAgo, limit });
}

const CANDIDATE = {
  ...{ key: uuid, version: bigint, schema: integer, state: jsonb<JsonObject>() },
  ...{ from_version: bigint, from_at: nullable(timestamptz) },
};

type Candidate = ValuesOf<typeof CANDIDATE>;

/** `open` joins the condition for whether the actor `a` needs snapshots at all. */
const dueWith = <P extends Shape>(name: string, open: string, params: P) =>
  statement({
    name,
    sql: `SELECT a.key, a.version, a.schema, a.state, coalesce(s.version, 0) AS from_version, s.at AS from_at
            FROM actor a ${open}
            LEFT JOIN LATERAL (SELECT version, at FROM actor_snapshots
                                WHERE kind = a.kind AND key = a.key ORDER BY version DESC LIMIT 1) s ON true
           WHERE a.kind = :kind AND a.version > coalesce(s.version, 0)
             AND (a.version - coalesce(s.version, 0) >= :commands OR s.at IS NULL OR s.at < :yesterday)
           ORDER BY a.key LIMIT :limit`,
    params: {
      ...{ kind: oneOf<SnapshotKind>(), commands: bigint, yesterday: timestamptz, limit: bigint },
      ...params,
    },
    row: CANDIDATE,
  });

const selectDue = dueWith('snapshots.due', '', {});

const selectDueOrders = dueWith(
  'snapshots.due_orders',
  `JOIN orders o ON o.id = a.key AND o.status IN ('PENDING', 'IN_PROGRESS')
                AND (a.version >= ${LONG_ORDER.commands} OR o.placed_at < :longAgo)`,
  { longAgo: timestamptz },
);

async function take(trx: Transaction, kind: SnapshotKind, actor: Candidate): Promise<void> {
  const { key, version, schema, state, from_version: from, from_at: fromAt } = actor;
  const newest = await selectNewestEvent.first(trx, { kind, key, from, version });
  const last = [newest?.at ?? '', fromAt?.toISOString() ?? ''].sort().at(-1);
  // Without any event, the time of this state is unknown.
  if (last === undefined || last === '') return;
  const deltaRows = await DELTA_ROWS[kind](trx, key);
  await insert.count(trx, { kind, key, version, at: last, schema, state, deltaRows });
}

const selectNewestEvent = statement({
  name: 'snapshots.newest_event',
  sql: `SELECT max((e ->> 'at') COLLATE "C") AS at FROM actor_command c, jsonb_array_elements(c.events) e
         WHERE c.kind = :kind AND c.key = :key AND c.version > :from AND c.version <= :version`,
  params: { kind: oneOf<SnapshotKind>(), key: uuid, from: bigint, version: bigint },
  row: { at: nullable(text) },
});

const insert = statement({
  name: 'snapshots.insert',
  sql: `INSERT INTO actor_snapshots (kind, key, version, at, schema, state, delta_rows)
        VALUES (:kind, :key, :version, :at, :schema, :state, :deltaRows) ON CONFLICT DO NOTHING`,
  params: {
    ...{ kind: oneOf<SnapshotKind>(), key: uuid, version: bigint, at: timestamptzText, schema: integer },
    ...{ state: jsonb<JsonObject>(), deltaRows: nullable(jsonb<RowOp['row'][]>()) },
  },
});

type Rows = Record<string, unknown>[];

const DELTA_ROWS: Record<SnapshotKind, (trx: Transaction, key: string) => Promise<RowOp['row'][] | null>> = {
  driver: async () => null,
  zone: async (trx, zoneId) => asProjected(await selectTickets.all(trx, { zoneId })),
  order: async (trx, orderId) => asProjected(await selectEtas.all(trx, { orderId })),
};

// All columns, since the history shows a zone's queue from these rows.
const selectTickets = statement({
  name: 'snapshots.tickets',
  sql: `SELECT task_id, zone_id, order_id, group_id, round, status, attempt, offer_id, driver_id, pickup_lat,
               pickup_lng, dropoff_lat, dropoff_lng, cod, items, due_by, excluded, refused, enqueued_at, updated_at,
               actor_version
          FROM zone_tickets WHERE zone_id = :zoneId ORDER BY task_id`,
  params: { zoneId: uuid },
  row: { ...TICKET, actor_version: bigint },
});

const selectEtas = statement({
  name: 'snapshots.etas',
  sql: 'SELECT id, pickup_eta, dropoff_eta FROM delivery_tasks WHERE order_id = :orderId',
  params: { orderId: uuid },
  row: { id: uuid, pickup_eta: nullable(timestamptz), dropoff_eta: nullable(timestamptz) },
});

/** As the machine projects them: instants as RFC 3339, money as text. */
function asProjected(rows: Rows): RowOp['row'][] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        (value instanceof Date ? value.toISOString() : value) as Json,
      ]),
    ),
  );
}

/**
 * Deletes snapshots and versions that are not needed for the last days. The one that was current at their beginning is
 * kept, however old it is.
 */
export async function dropOldSnapshots(database: Database, now: Date): Promise<number> {
  const horizon = new Date(now.getTime() - SNAPSHOT_DAYS * DAY_MS);
  let dropped = 0;
  for (const drop of DROPS) dropped += await drop.count(database, { horizon });
  return dropped;
}

/** `key` identifies the versioned record; a version is valid from `valid_from` on, domain time. */
const dropVersions = (table: string, key: string) =>
  statement({
    name: `snapshots.drop_${table}`,
    sql: `DELETE FROM ${table} v WHERE v.valid_from < :horizon
             AND EXISTS (SELECT FROM ${table} n
                          WHERE n.${key} = v.${key} AND n.valid_from > v.valid_from AND n.valid_from <= :horizon)`,
    params: { horizon: timestamptz },
  });

const DROPS = [
  statement({
    name: 'snapshots.drop',
    sql: `DELETE FROM actor_snapshots s WHERE s.at < :horizon
             AND EXISTS (SELECT FROM actor_snapshots n WHERE n.kind = s.kind AND n.key = s.key
                            AND n.version > s.version AND n.at <= :horizon)`,
    params: { horizon: timestamptz },
  }),
  // Records that are not actors.
  dropVersions('delivery_zone_versions', 'id'),
  dropVersions('driver_versions', 'driver_id'),
  dropVersions('shift_plan_versions', 'id'),
];

import type { ActorKind, Json, JsonObject, RowOp } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../database.ts';

/** Days for which snapshots and former versions are kept: one more than the past reaches back. */
export const SNAPSHOT_DAYS = 31;
/** Orders are folded from birth; only one that has had this many commands, or is this many days old, gets a snapshot. */
const LONG_ORDER = { commands: 64, days: 30 };
/** Commands since the last snapshot that make the next one, however young that is. */
export const SNAPSHOT_AFTER: Readonly<Record<'driver' | 'zone', number>> = { driver: 16, zone: 200 };
const DAY = 86_400_000;

interface Candidate {
  key: string;
  version: number;
  schema: number;
  state: JsonObject;
  from_version: number;
  from_at: Date | null;
}

/**
 * Makes snapshots of actors that have changed since their last one, when that is a day old or many commands ago.
 * Answers how many, `limit` a kind at most. What is read is one moment's: a zone's tickets are those of its version.
 */
export async function takeSnapshots(database: Database, now: Date, limit: number): Promise<number> {
  let taken = 0;
  for (const kind of ['driver', 'zone', 'order'] as const) {
    taken += await database.transaction(
      async (trx) => {
        // One worker at a time; another's turn comes.
        const { rows } = await trx.raw<{ rows: { mine: boolean }[] }>(
          `SELECT pg_try_advisory_xact_lock(hashtextextended('snapshots', 0)) AS mine`,
        );
        if (rows[0]?.mine !== true) return 0;
        const candidates = await due(trx, kind, now, limit);
        for (const candidate of candidates) await take(trx, kind, candidate);
        return candidates.length;
      },
      { isolationLevel: 'repeatable read' },
    );
  }
  return taken;
}

async function due(trx: Transaction, kind: ActorKind, now: Date, limit: number): Promise<Candidate[]> {
  const open =
    kind === 'order'
      ? `JOIN orders o ON o.id = a.key AND o.status IN ('PENDING', 'IN_PROGRESS')
                      AND (a.version >= ${LONG_ORDER.commands} OR o.placed_at < :longAgo)`
      : '';
  const { rows } = await trx.raw<{ rows: Candidate[] }>(
    `SELECT a.key, a.version, a.schema, a.state, coalesce(s.version, 0) AS from_version, s.at AS from_at
       FROM actor a ${open}
       LEFT JOIN LATERAL (SELECT version, at FROM actor_snapshots
                           WHERE kind = a.kind AND key = a.key ORDER BY version DESC LIMIT 1) s ON true
      WHERE a.kind = :kind AND a.version > coalesce(s.version, 0)
        AND (a.version - coalesce(s.version, 0) >= :commands OR s.at IS NULL OR s.at < :yesterday)
      ORDER BY a.key LIMIT :limit`,
    {
      kind,
      commands: kind === 'order' ? LONG_ORDER.commands : SNAPSHOT_AFTER[kind],
      yesterday: new Date(now.getTime() - DAY),
      longAgo: new Date(now.getTime() - LONG_ORDER.days * DAY),
      limit,
    } as never,
  );
  return rows;
}

async function take(trx: Transaction, kind: ActorKind, actor: Candidate): Promise<void> {
  const { key, version, schema, state, from_version: from, from_at: fromAt } = actor;
  const { rows } = await trx.raw<{ rows: { at: string | null }[] }>(
    `SELECT max((e ->> 'at') COLLATE "C") AS at FROM actor_command c, jsonb_array_elements(c.events) e
      WHERE c.kind = ? AND c.key = ? AND c.version > ? AND c.version <= ?`,
    [kind, key, from, version],
  );
  const last = [rows[0]?.at ?? '', fromAt?.toISOString() ?? ''].sort().at(-1);
  // Without a single event there is nothing to say when it stood so.
  if (last === undefined || last === '') return;
  const deltas = await DELTA_ROWS[kind]?.(trx, key);
  await trx.raw(
    `INSERT INTO actor_snapshots (kind, key, version, at, schema, state, delta_rows)
     VALUES (?, ?, ?, ?, ?, ?::jsonb, ?::jsonb) ON CONFLICT DO NOTHING`,
    [
      kind,
      key,
      version,
      last,
      schema,
      JSON.stringify(state),
      deltas === undefined ? null : JSON.stringify(deltas),
    ],
  );
}

type Rows = Record<string, unknown>[];

const DELTA_ROWS: Partial<Record<ActorKind, (trx: Transaction, key: string) => Promise<RowOp['row'][]>>> = {
  zone: async (trx, key) =>
    asProjected(await trx<Rows[number]>('zone_tickets').where('zone_id', key).orderBy('task_id')),
  order: async (trx, key) =>
    asProjected(
      await trx<Rows[number]>('delivery_tasks')
        .where('order_id', key)
        .select('id', 'pickup_eta', 'dropoff_eta'),
    ),
};

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

/** Versions of what is no actor, by what names one and from when (domain time) it held. */
const VERSIONS = [
  ['delivery_zone_versions', 'id'],
  ['driver_versions', 'driver_id'],
  ['shift_plan_versions', 'id'],
] as const;

/**
 * Deletes snapshots and versions that no moment of the last days needs: of each, the one that held then stays, be it as
 * old as may be.
 */
export async function dropOldSnapshots(database: Database, now: Date): Promise<number> {
  const horizon = new Date(now.getTime() - SNAPSHOT_DAYS * DAY);
  const snapshots = await database.raw<{ rowCount: number }>(
    `DELETE FROM actor_snapshots s WHERE s.at < ?
        AND EXISTS (SELECT FROM actor_snapshots n WHERE n.kind = s.kind AND n.key = s.key
                       AND n.version > s.version AND n.at <= ?)`,
    [horizon, horizon],
  );
  let dropped = snapshots.rowCount;
  for (const [table, key] of VERSIONS) {
    const versions = await database.raw<{ rowCount: number }>(
      `DELETE FROM ${table} v WHERE v.valid_from < ?
          AND EXISTS (SELECT FROM ${table} n WHERE n.${key} = v.${key} AND n.valid_from > v.valid_from AND n.valid_from <= ?)`,
      [horizon, horizon],
    );
    dropped += versions.rowCount;
  }
  return dropped;
}

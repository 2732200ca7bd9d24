import type { PastCommand } from '../../actors/runtime/fold.ts';
import type { ActorKind, JsonObject, RowOp } from '../../actors/runtime/machine.ts';
import type { Database } from '../database.ts';
import {
  arrayOf,
  bigint,
  double,
  integer,
  jsonb,
  nullable,
  oneOf,
  real,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '../sql-types.ts';
import { statement } from '../statement.ts';

/** A state from which to fold on. */
export interface PastBase {
  key: string;
  /** 0: none; the actor is folded from its creation. */
  version: number;
  schema: number;
  state: JsonObject | null;
  /** For zones and orders: rows that the state does not contain. */
  rows: RowOp['row'][] | null;
  /** No later version can matter, because the next snapshot is after the requested time. */
  upTo: number;
}

export interface PastPosition {
  driverId: string;
  latitude: number;
  longitude: number;
  /** Metres, metres per second, degrees from north. */
  accuracy: number;
  speed: number | null;
  heading: number | null;
  /** When the device measured it. */
  at: Date;
}

/** Maximum number of actors of a kind. */
export const MAX_ACTORS = 5_000;
/** Hours for which a driver's last position is still shown. */
const POSITION_HOURS = 2;

/** Reads what the past is reconstructed from. Times of events are domain time, RFC 3339 in UTC with milliseconds. */
export class PgHistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Every actor of a kind, in order; one more than `MAX_ACTORS` if there are too many. */
  async keysOf(kind: ActorKind): Promise<string[]> {
    const rows = await selectKeys.all(this.#database, { kind, limit: MAX_ACTORS + 1 });
    return rows.map(({ key }) => key);
  }

  /**
   * Orders with an open task at any time from `from` to `to`, newest first; the projection only serves as an index
   * here.
   */
  async ordersUnderWay(from: string, to: string): Promise<string[]> {
    const rows = await selectOrdersUnderWay.all(this.#database, { from, to, limit: MAX_ACTORS + 1 });
    return rows.map(({ order_id }) => order_id);
  }

  /** For each actor the newest snapshot not after `at`, and how far its commands matter until `through`. */
  async bases(
    kind: ActorKind,
    keys: readonly string[],
    { at, through }: { at: string; through: string },
  ): Promise<PastBase[]> {
    const rows = await selectBases.all(this.#database, { keys, kind, at, through });
    return rows.map(({ up_to, ...base }) => ({ ...base, upTo: up_to }));
  }

  /**
   * The commands after the bases that happened by `through`, per actor, oldest first. The reasons for a zone's choices
   * are left out: they make up most of its events' size, and no state depends on them.
   */
  async commands(
    kind: ActorKind,
    bases: readonly Pick<PastBase, 'key' | 'version' | 'upTo'>[],
    through: string,
  ): Promise<Map<string, PastCommand[]>> {
    const select = kind === 'zone' ? selectCommands.ofZone : selectCommands.ofOthers;
    const rows = await select.all(this.#database, {
      keys: bases.map(({ key }) => key),
      versions: bases.map(({ version }) => version),
      upTo: bases.map(({ upTo }) => upTo),
      ...{ kind, through },
    });
    const byKey = new Map<string, PastCommand[]>();
    for (const { key, versions, lists } of rows) {
      const happened = JSON.parse(lists) as PastCommand['events'][];
      byKey.set(
        key,
        versions.map((version, index) => ({ version, events: happened[index] ?? [] })),
      );
    }
    return byKey;
  }

  /** The newest point of each driver's track not after `at` (device time), unless it is older than POSITION_HOURS. */
  async positions(driverIds: readonly string[], at: Date): Promise<PastPosition[]> {
    const after = new Date(at.getTime() - POSITION_HOURS * 3_600_000);
    const rows = await selectPositions.all(this.#database, { driverIds, at, after });
    return rows.map(({ driver_id: driverId, ...point }) => ({ ...point, driverId }));
  }

  /** The real time at which the domain clock showed `at`. */
  async realTimeOf(at: Date): Promise<Date> {
    const anchor = await selectAnchor.first(this.#database, { at });
    if (anchor === null) return at;
    return new Date(anchor.real_at.getTime() + (at.getTime() - anchor.domain_at.getTime()) / anchor.rate);
  }
}

const selectKeys = statement({
  name: 'history.keys',
  sql: 'SELECT key FROM actor WHERE kind = :kind ORDER BY key LIMIT :limit',
  params: { kind: oneOf<ActorKind>(), limit: bigint },
  row: { key: uuid },
});

const selectOrdersUnderWay = statement({
  name: 'history.orders_under_way',
  sql: `SELECT DISTINCT order_id FROM order_groups
         WHERE ready_at IS NOT NULL
           AND tstzrange(ready_at, CASE WHEN ended_at IS NULL THEN 'infinity' ELSE greatest(ready_at, ended_at) END, '[]')
               && tstzrange(:from::timestamptz, :to::timestamptz, '[]')
         ORDER BY order_id DESC LIMIT :limit`,
  params: { from: timestamptzText, to: timestamptzText, limit: bigint },
  row: { order_id: uuid },
});

const selectBases = statement({
  name: 'history.bases',
  sql: `SELECT k.key, coalesce(s.version, 0) AS version, coalesce(s.schema, 0) AS schema, s.state, s.delta_rows AS rows,
               coalesce(n.version, 9007199254740991) AS up_to
          FROM unnest(:keys::uuid[]) AS k (key)
          LEFT JOIN LATERAL (SELECT version, schema, state, delta_rows FROM actor_snapshots
                              WHERE kind = :kind AND key = k.key AND at <= :at ORDER BY version DESC LIMIT 1) s ON true
          LEFT JOIN LATERAL (SELECT version FROM actor_snapshots
                              WHERE kind = :kind AND key = k.key AND at > :through ORDER BY version LIMIT 1) n ON true`,
  params: {
    ...{ keys: arrayOf(uuid), kind: oneOf<ActorKind>() },
    ...{ at: timestamptzText, through: timestamptzText },
  },
  row: {
    ...{ key: uuid, version: bigint, schema: integer, up_to: bigint },
    ...{ state: nullable(jsonb<JsonObject>()), rows: nullable(jsonb<RowOp['row'][]>()) },
  },
});

// One aggregated row per actor: the overhead of many small rows would exceed their content.
const commandsWith = (name: string, events: string) =>
  statement({
    name,
    sql: `SELECT c.key, array_agg(c.version::int ORDER BY c.version) AS versions,
                 '[' || string_agg(${events}::text, ',' ORDER BY c.version) || ']' AS lists
            FROM unnest(:keys::uuid[], :versions::bigint[], :upTo::bigint[]) AS b (key, above, up_to)
           CROSS JOIN LATERAL (SELECT key, version, events FROM actor_command
                                WHERE kind = :kind AND key = b.key AND version > b.above AND version <= b.up_to
                                  AND (events -> 0 ->> 'at') COLLATE "C" <= :through) c
           GROUP BY c.key`,
    params: {
      ...{ keys: arrayOf(uuid), versions: arrayOf(bigint), upTo: arrayOf(bigint) },
      ...{ kind: oneOf<ActorKind>(), through: text },
    },
    row: { key: uuid, versions: arrayOf(integer), lists: text },
  });

const selectCommands = {
  ofZone: commandsWith(
    'history.commands_of_zone',
    `(SELECT jsonb_agg(event - 'candidates' - 'excludedBy' ORDER BY place)
        FROM jsonb_array_elements(c.events) WITH ORDINALITY AS e (event, place))`,
  ),
  ofOthers: commandsWith('history.commands', 'c.events'),
};

const selectPositions = statement({
  name: 'history.positions',
  sql: `SELECT d.id AS driver_id, b.latitude, b.longitude, b.accuracy, b.speed, b.heading, b.at
          FROM unnest(:driverIds::uuid[]) AS d (id)
         CROSS JOIN LATERAL (SELECT latitude, longitude, accuracy, speed, heading, at FROM breadcrumbs
                              WHERE driver_id = d.id AND NOT late AND at <= :at AND at > :after
                              ORDER BY at DESC, sequence DESC LIMIT 1) b`,
  params: { driverIds: arrayOf(uuid), at: timestamptz, after: timestamptz },
  row: {
    ...{ driver_id: uuid, latitude: double, longitude: double, accuracy: real },
    ...{ speed: nullable(real), heading: nullable(real), at: timestamptz },
  },
});

const selectAnchor = statement({
  name: 'history.anchor',
  sql: 'SELECT real_at, domain_at, rate FROM domain_clock WHERE domain_at <= :at ORDER BY id DESC LIMIT 1',
  params: { at: timestamptz },
  row: { real_at: timestamptz, domain_at: timestamptz, rate: double },
});

import type { PastCommand } from '../../actors/runtime/fold.ts';
import type { ActorKind, JsonObject, RowOp } from '../../actors/runtime/machine.ts';
import type { Database } from '../database.ts';

/** A state to fold on from. */
export interface PastBase {
  key: string;
  /** 0: none; the actor is folded from its birth. */
  version: number;
  schema: number;
  state: JsonObject | null;
  /** Of zones and orders: rows that the state doesn't hold. */
  rows: RowOp['row'][] | null;
  /** Nothing after this version can matter: a later snapshot lies beyond the time asked for. */
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

/** More actors of a kind than this are not looked at. */
export const MOST_ACTORS = 5_000;
/** Hours for which a driver's last position is still told. */
const POSITION_HOURS = 2;

/** Reads what the past is rebuilt from. Times of events are domain time, RFC 3339 in UTC with milliseconds. */
export class PgHistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Every actor of a kind, in order; one more than `MOST_ACTORS` when there are too many. */
  async keysOf(kind: ActorKind): Promise<string[]> {
    const { rows } = await this.#database.raw<{ rows: { key: string }[] }>(
      'SELECT key FROM actor WHERE kind = ? ORDER BY key LIMIT ?',
      [kind, MOST_ACTORS + 1],
    );
    return rows.map(({ key }) => key);
  }

  /** Orders with a task under way at any time from `from` to `to`, newest first; the projection is but the index here. */
  async ordersUnderWay(from: string, to: string): Promise<string[]> {
    const { rows } = await this.#database.raw<{ rows: { order_id: string }[] }>(
      `SELECT DISTINCT order_id FROM order_groups
        WHERE ready_at IS NOT NULL
          AND tstzrange(ready_at, CASE WHEN ended_at IS NULL THEN 'infinity' ELSE greatest(ready_at, ended_at) END, '[]')
              && tstzrange(?::timestamptz, ?::timestamptz, '[]')
        ORDER BY order_id DESC LIMIT ?`,
      [from, to, MOST_ACTORS + 1],
    );
    return rows.map(({ order_id }) => order_id);
  }

  /** For each actor the newest snapshot not after `at`, and how far its commands matter until `through`. */
  async bases(
    kind: ActorKind,
    keys: readonly string[],
    { at, through }: { at: string; through: string },
  ): Promise<PastBase[]> {
    const { rows } = await this.#database.raw<{ rows: (Omit<PastBase, 'upTo'> & { up_to: number })[] }>(
      `SELECT k.key, coalesce(s.version, 0) AS version, coalesce(s.schema, 0) AS schema, s.state, s.delta_rows AS rows,
              coalesce(n.version, 9007199254740991) AS up_to
         FROM unnest(?::uuid[]) AS k (key)
         LEFT JOIN LATERAL (SELECT version, schema, state, delta_rows FROM actor_snapshots
                             WHERE kind = ? AND key = k.key AND at <= ? ORDER BY version DESC LIMIT 1) s ON true
         LEFT JOIN LATERAL (SELECT version FROM actor_snapshots
                             WHERE kind = ? AND key = k.key AND at > ? ORDER BY version LIMIT 1) n ON true`,
      [[...keys], kind, at, kind, through],
    );
    return rows.map(({ up_to, ...base }) => ({ ...base, upTo: up_to }));
  }

  /**
   * The commands that follow the bases and happened by `through`, per actor, oldest first. Why a zone chose whom is
   * left out: that is most of its events, and no state depends on it.
   */
  async commands(
    kind: ActorKind,
    bases: readonly Pick<PastBase, 'key' | 'version' | 'upTo'>[],
    through: string,
  ): Promise<Map<string, PastCommand[]>> {
    const events =
      kind === 'zone'
        ? `(SELECT jsonb_agg(event - 'candidates' - 'excludedBy' ORDER BY place)
              FROM jsonb_array_elements(c.events) WITH ORDINALITY AS e (event, place))`
        : 'c.events';
    // One row per actor: many small rows cost more to take in than what stands in them.
    const { rows } = await this.#database.raw<{ rows: { key: string; versions: number[]; lists: string }[] }>(
      `SELECT c.key, array_agg(c.version::int ORDER BY c.version) AS versions,
              '[' || string_agg(${events}::text, ',' ORDER BY c.version) || ']' AS lists
         FROM unnest(?::uuid[], ?::bigint[], ?::bigint[]) AS b (key, above, up_to)
        CROSS JOIN LATERAL (SELECT key, version, events FROM actor_command
                             WHERE kind = ? AND key = b.key AND version > b.above AND version <= b.up_to
                               AND (events -> 0 ->> 'at') COLLATE "C" <= ?) c
        GROUP BY c.key`,
      [
        bases.map(({ key }) => key),
        bases.map(({ version }) => version),
        bases.map(({ upTo }) => upTo),
        kind,
        through,
      ],
    );
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

  /** The newest point of each driver's track not after `at` (device time), unless it is hours old. */
  async positions(driverIds: readonly string[], at: Date): Promise<PastPosition[]> {
    const { rows } = await this.#database.raw<{ rows: (PastPosition & { driver_id: string })[] }>(
      `SELECT d.id AS driver_id, b.latitude, b.longitude, b.accuracy, b.speed, b.heading, b.at
         FROM unnest(?::uuid[]) AS d (id)
        CROSS JOIN LATERAL (SELECT * FROM breadcrumbs
                             WHERE driver_id = d.id AND NOT late AND at <= ? AND at > ?
                             ORDER BY at DESC, sequence DESC LIMIT 1) b`,
      [[...driverIds], at, new Date(at.getTime() - POSITION_HOURS * 3_600_000)],
    );
    return rows.map(({ driver_id: driverId, ...point }) => ({ ...point, driverId }));
  }

  /** The real time at which the domain clock showed `at`. */
  async realTimeOf(at: Date): Promise<Date> {
    const { rows } = await this.#database.raw<{ rows: { real_at: Date; domain_at: Date; rate: number }[] }>(
      'SELECT real_at, domain_at, rate FROM domain_clock WHERE domain_at <= ? ORDER BY id DESC LIMIT 1',
      [at],
    );
    const [anchor] = rows;
    if (anchor === undefined) return at;
    return new Date(anchor.real_at.getTime() + (at.getTime() - anchor.domain_at.getTime()) / anchor.rate);
  }
}

import type { Database } from '../database.ts';
import { inTransaction } from '../unit-of-work.ts';

/** One point of a driver's sampled track. */
export interface Breadcrumb {
  driverId: string;
  /** When the device measured it. */
  at: Date;
  sequence: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  /** Metres per second. */
  speed: number | null;
  /** Degrees from north. */
  heading: number | null;
  /** Came after newer points. */
  late: boolean;
}

/** Days for which tracks are kept. */
export const BREADCRUMB_DAYS = 30;
const MAX_TRACK = 5_000;

/** Tracks of drivers, in partitions of a day. */
export class PgBreadcrumbStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One statement for all; what is known already is left as it is. Answers how many rows are new. */
  async insert(crumbs: readonly Breadcrumb[]): Promise<number> {
    if (crumbs.length === 0) return 0;
    const column = (value: (crumb: Breadcrumb) => unknown) => crumbs.map(value) as string[];
    const { rowCount } = await this.#database.raw<{ rowCount: number }>(
      `INSERT INTO breadcrumbs
         (driver_id, at, sequence, latitude, longitude, accuracy, speed, heading, late)
       SELECT * FROM unnest(?::uuid[], ?::timestamptz[], ?::bigint[], ?::float8[], ?::float8[],
                            ?::real[], ?::real[], ?::real[], ?::boolean[])
       ON CONFLICT DO NOTHING`,
      [
        column(({ driverId }) => driverId),
        column(({ at }) => at.toISOString()),
        column(({ sequence }) => sequence),
        column(({ latitude }) => latitude),
        column(({ longitude }) => longitude),
        column(({ accuracy }) => accuracy),
        column(({ speed }) => speed),
        column(({ heading }) => heading),
        column(({ late }) => late),
      ],
    );
    return rowCount;
  }

  /** A driver's track from `from` to before `to`, in order; at most 5,000 points. */
  async track(driverId: string, from: Date, to: Date): Promise<Breadcrumb[]> {
    const rows = await this.#database('breadcrumbs')
      .where('driver_id', driverId)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy(['at', 'sequence'])
      .limit(MAX_TRACK)
      .select('at', 'sequence', 'latitude', 'longitude', 'accuracy', 'speed', 'heading', 'late');
    return rows.map((row) => ({ driverId, ...row }));
  }
}

/** Makes the partitions of yesterday to the day after tomorrow and drops those older than 30 days. Answers how many. */
export async function keepBreadcrumbDays(database: Database): Promise<number> {
  return inTransaction(database, async (trx) => {
    // Two workers making the same partition at once would fail each other.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('breadcrumb-days', 0))`);
    await trx.raw(
      `SELECT ensure_breadcrumb_partition((now() AT TIME ZONE 'UTC')::date + day) FROM generate_series(-1, 2) AS day`,
    );
    const { rows } = await trx.raw<{ rows: { dropped: number }[] }>(
      `SELECT drop_breadcrumbs_before((now() AT TIME ZONE 'UTC')::date - ?::integer) AS dropped`,
      [BREADCRUMB_DAYS],
    );
    return rows[0]?.dropped ?? 0;
  });
}

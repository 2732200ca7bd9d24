import type { Database } from '../database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  nothing,
  nullable,
  real,
  text,
  timestamptz,
  uuid,
} from '../sql-types.ts';
import { statement } from '../statement.ts';
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
  /** Arrived after newer points. */
  late: boolean;
}

/** Days for which tracks are stored. */
export const BREADCRUMB_DAYS = 30;
const MAX_TRACK_POINTS = 5_000;

/** Tracks of drivers, partitioned by day. */
export class PgBreadcrumbStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One statement for all rows; existing ones are left unchanged. Returns the number of new rows. */
  async insert(crumbs: readonly Breadcrumb[]): Promise<number> {
    if (crumbs.length === 0) return 0;
    const column = <T>(value: (crumb: Breadcrumb) => T) => crumbs.map(value);
    return insert.count(this.#database, {
      driverIds: column(({ driverId }) => driverId),
      times: column(({ at }) => at),
      sequences: column(({ sequence }) => sequence),
      latitudes: column(({ latitude }) => latitude),
      longitudes: column(({ longitude }) => longitude),
      accuracies: column(({ accuracy }) => accuracy),
      speeds: column(({ speed }) => speed),
      headings: column(({ heading }) => heading),
      late: column(({ late }) => late),
    });
  }

  /** A driver's track from `from` (inclusive) to `to` (exclusive), in order; at most 5,000 points. */
  async track(driverId: string, from: Date, to: Date): Promise<Breadcrumb[]> {
    const rows = await selectTrack.all(this.#database, { driverId, from, to, limit: MAX_TRACK_POINTS });
    return rows.map((row) => ({ driverId, ...row }));
  }
}

const insert = statement({
  name: 'breadcrumbs.insert',
  sql: `INSERT INTO breadcrumbs
          (driver_id, at, sequence, latitude, longitude, accuracy, speed, heading, late)
        SELECT c.driver_id, c.at, c.sequence, c.latitude, c.longitude, c.accuracy, c.speed, c.heading, c.late
          FROM unnest(:driverIds::uuid[], :times::timestamptz[], :sequences::bigint[], :latitudes::float8[],
                      :longitudes::float8[], :accuracies::real[], :speeds::real[], :headings::real[],
                      :late::boolean[])
               AS c (driver_id, at, sequence, latitude, longitude, accuracy, speed, heading, late)
        ON CONFLICT DO NOTHING`,
  params: {
    ...{ driverIds: arrayOf(uuid), times: arrayOf(timestamptz), sequences: arrayOf(bigint) },
    ...{ latitudes: arrayOf(double), longitudes: arrayOf(double), accuracies: arrayOf(real) },
    ...{ speeds: arrayOf(nullable(real)), headings: arrayOf(nullable(real)), late: arrayOf(boolean) },
  },
});

const selectTrack = statement({
  name: 'breadcrumbs.track',
  sql: `SELECT at, sequence, latitude, longitude, accuracy, speed, heading, late FROM breadcrumbs
         WHERE driver_id = :driverId AND at >= :from AND at < :to
         ORDER BY at, sequence LIMIT :limit`,
  params: { driverId: uuid, from: timestamptz, to: timestamptz, limit: bigint },
  row: {
    ...{ at: timestamptz, sequence: bigint, latitude: double, longitude: double, accuracy: real },
    ...{ speed: nullable(real), heading: nullable(real), late: boolean },
  },
});

/**
 * Creates the partitions from yesterday to the day after tomorrow, and drops those older than BREADCRUMB_DAYS. Returns
 * the number dropped.
 */
export async function keepBreadcrumbDays(database: Database): Promise<number> {
  return inTransaction(database, async (trx) => {
    // Two workers creating the same partition at once would both fail.
    await lockDays.count(trx, {});
    await makeDays.count(trx, {});
    const outcome = await dropDays.first(trx, { days: BREADCRUMB_DAYS });
    return outcome?.dropped ?? 0;
  });
}

const lockDays = statement({
  name: 'breadcrumbs.lock_days',
  sql: `SELECT pg_advisory_xact_lock(hashtextextended('breadcrumb-days', 0))`,
  row: { pg_advisory_xact_lock: nothing },
});

const makeDays = statement({
  name: 'breadcrumbs.make_days',
  sql: `SELECT ensure_breadcrumb_partition((now() AT TIME ZONE 'UTC')::date + day) FROM generate_series(-1, 2) AS day`,
  row: { ensure_breadcrumb_partition: nullable(text) },
});

const dropDays = statement({
  name: 'breadcrumbs.drop_days',
  sql: `SELECT drop_breadcrumbs_before((now() AT TIME ZONE 'UTC')::date - :days::integer) AS dropped`,
  params: { days: integer },
  row: { dropped: integer },
});

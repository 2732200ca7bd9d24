import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { bigint, jsonb, nullable, oneOf, text, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Schemas = components['schemas'];
type Kind = Schemas['PastMoment']['kind'];

const KIND = oneOf<Kind>();
const MOMENT = {
  at: timestamptz,
  /** Distinguishes moments at the same instant. */
  id: text,
  kind: KIND,
  subject_type: oneOf<Schemas['PastMoment']['subjectType']>(),
  subject_id: text,
  role: nullable(oneOf<Schemas['Actor']>()),
  reason: nullable(text),
  data: jsonb<JsonObject>(),
};
export type MomentRow = ValuesOf<typeof MOMENT>;

/** Must match the condition of the partial index `transitions_moments`. */
const TRANSITIONS = `from_state IS DISTINCT FROM to_state
  AND (subject_type = 'SHIFT'
       OR to_state IN ('FAILED', 'RETURNING', 'RETURNED', 'WRITTEN_OFF', 'CANCELLED', 'SUSPENDED', 'PENDING_APPROVAL'))
  AND subject_type IN ('TASK', 'SHIFT', 'DRIVER', 'SETTLEMENT')`;

const KIND_OF_TRANSITION = `CASE
  WHEN subject_type <> 'SHIFT' THEN subject_type || '_' || to_state
  WHEN to_state = 'ON_BREAK' THEN 'BREAK_STARTED'
  WHEN to_state = 'ON_DUTY' AND from_state = 'ON_BREAK' THEN 'BREAK_ENDED'
  WHEN to_state = 'ON_DUTY' THEN 'SHIFT_STARTED'
  ELSE 'SHIFT_' || to_state END`;

const SOURCES: readonly { time: string; id: string; columns: string; from: string }[] = [
  {
    time: 'at',
    id: `'transition:' || id`,
    columns: `${KIND_OF_TRANSITION} AS kind, subject_type, subject_id::text, role, reason,
              CASE subject_type WHEN 'SHIFT' THEN jsonb_build_object('driverId', actor_key) ELSE data END AS data`,
    from: `transitions WHERE ${TRANSITIONS} AND`,
  },
  {
    time: 'raised_at',
    id: `'alert:' || id || '/1'`,
    columns: `'ALERT_RAISED' AS kind, 'ALERT' AS subject_type, id::text AS subject_id, NULL AS role, NULL AS reason,
              jsonb_build_object('kind', kind, 'severity', severity, 'about', subject_type, 'aboutId', subject_id) AS data`,
    from: 'alerts WHERE',
  },
  {
    time: 'resolved_at',
    id: `'alert:' || id || '/2'`,
    columns: `'ALERT_RESOLVED' AS kind, 'ALERT' AS subject_type, id::text AS subject_id, NULL AS role, note AS reason,
              jsonb_build_object('kind', kind, 'severity', severity, 'about', subject_type, 'aboutId', subject_id) AS data`,
    from: 'alerts WHERE resolved_at IS NOT NULL AND',
  },
  {
    time: `valid_from`,
    id: `'zone:' || id || '/' || version`,
    columns: `CASE WHEN deleted_at IS NOT NULL THEN 'ZONE_DELETED' WHEN version = 1 THEN 'ZONE_CREATED' ELSE 'ZONE_CHANGED' END AS kind,
              'ZONE' AS subject_type, id::text AS subject_id, NULL AS role, NULL AS reason,
              jsonb_build_object('name', jsonb_build_object('en', name_en, 'ar', name_ar), 'version', version) AS data`,
    from: 'delivery_zone_versions WHERE',
  },
];

const COLUMNS = 'at, id, kind, subject_type, subject_id, role, reason, data';

/** Each source returns at most one page, by its own index. */
const PARTS = SOURCES.map(
  ({ time, id, columns, from: table }) =>
    `(SELECT ${COLUMNS}
        FROM (SELECT date_trunc('milliseconds', ${time}) AS at, ${id} AS id, ${columns}
                FROM ${table} ${time} >= :from::timestamptz AND ${time} < :to::timestamptz) m
       WHERE (at, id COLLATE "C") > (:at::timestamptz, :id::text) AND (:kind::text IS NULL OR kind = :kind)
       ORDER BY at, id COLLATE "C" LIMIT :limit)`,
);

interface TimeSpan {
  /** RFC 3339. */
  from: string;
  /** Exclusive. */
  to: string;
  kind?: Kind | undefined;
}

/** Notable moments after a position, oldest first. */
export function readMoments(
  database: Database,
  { from, to, kind }: TimeSpan,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<MomentRow[]> {
  const begin = new Date(after?.at ?? from);
  return moments.all(database, {
    from: begin,
    to: new Date(to),
    at: begin,
    id: after?.id ?? '',
    kind: kind ?? null,
    limit,
  });
}

const moments = statement({
  name: 'history.moments',
  sql: `SELECT ${COLUMNS} FROM (${PARTS.join(' UNION ALL ')}) moments ORDER BY at, id COLLATE "C" LIMIT :limit`,
  params: {
    from: timestamptz,
    to: timestamptz,
    at: timestamptz,
    id: text,
    kind: nullable(KIND),
    limit: bigint,
  },
  row: MOMENT,
});

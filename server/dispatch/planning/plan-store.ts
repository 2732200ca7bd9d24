import type { Database } from '../../../db/database.ts';
import { integer, interval, jsonb, nullable, oneOf, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const stored = {
  id: uuid,
  kind: oneOf<'ROUTE' | 'ZONE'>(),
  /** Id of the route or the zone. */
  subject_id: uuid,
  created_by: nullable(uuid),
  created_at: timestamptz,
  /** The steps of applying it, and the versions they apply to. */
  steps: jsonb<unknown>(),
  /** The preview as it was returned. */
  preview: jsonb<unknown>(),
};
const plan = {
  ...stored,
  /** The response of its application; null before. */
  applied: jsonb<unknown>(),
};
/** A previewed plan, kept until it is applied or a day has passed. */
export type StoredPlan = ValuesOf<typeof plan>;

const KEPT_FOR = '1 day';

export async function storePlan(database: Database, given: ValuesOf<typeof stored>): Promise<void> {
  await forget.count(database, { now: given.created_at, kept: KEPT_FOR });
  await insert.count(database, given);
}

const forget = statement({
  name: 'planning.forget_old_plans',
  sql: 'DELETE FROM route_plans WHERE created_at < :now::timestamptz - :kept::interval',
  params: { now: timestamptz, kept: interval },
});
const insert = statement({
  name: 'planning.insert_plan',
  sql: `INSERT INTO route_plans (id, kind, subject_id, created_by, created_at, steps, preview)
        VALUES (:id, :kind, :subject_id, :created_by, :created_at, :steps, :preview)`,
  params: stored,
});

export function findPlan(
  database: Database,
  id: string,
  kind: StoredPlan['kind'],
  subjectId: string,
): Promise<StoredPlan | null> {
  return find.first(database, { id, kind, subjectId });
}

const find = statement({
  name: 'planning.find_plan',
  sql: `SELECT id, kind, subject_id, created_by, created_at, steps, preview, applied
          FROM route_plans WHERE id = :id AND kind = :kind AND subject_id = :subjectId`,
  params: { id: uuid, kind: oneOf<StoredPlan['kind']>(), subjectId: uuid },
  row: plan,
});

export async function noteApplied(database: Database, id: string, applied: unknown): Promise<void> {
  await apply.count(database, { id, applied });
}

const apply = statement({
  name: 'planning.note_applied',
  sql: 'UPDATE route_plans SET applied = :applied WHERE id = :id',
  params: { id: uuid, applied: jsonb<unknown>() },
});

const route = { id: uuid, driver_id: uuid, version: integer };
/** What planning needs of a route before reading its driver's actor. */
export type PlannedRoute = ValuesOf<typeof route>;

export function findRoute(database: Database, id: string): Promise<PlannedRoute | null> {
  return ofRoute.first(database, { id });
}

const ofRoute = statement({
  name: 'planning.find_route',
  sql: 'SELECT id, driver_id, version FROM routes WHERE id = :id',
  params: { id: uuid },
  row: route,
});

export async function isActiveZone(database: Database, id: string): Promise<boolean> {
  return (await activeZone.count(database, { id })) > 0;
}

const activeZone = statement({
  name: 'planning.is_active_zone',
  sql: 'SELECT id FROM delivery_zones WHERE id = :id AND active',
  params: { id: uuid },
  row: { id: uuid },
});

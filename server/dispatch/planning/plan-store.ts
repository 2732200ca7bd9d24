import type { Database } from '../../../db/database.ts';

/** A plan that was previewed, as it is kept until somebody applies it or a day has passed. */
export interface StoredPlan {
  id: string;
  kind: 'ROUTE' | 'ZONE';
  /** The route or the zone. */
  subject_id: string;
  created_by: string | null;
  created_at: Date;
  /** What applying it does, and the versions it does it to. */
  steps: unknown;
  /** The preview as it was answered. */
  preview: unknown;
  /** The answer of its application; null before. */
  applied: unknown;
}

const KEPT = '1 day';

export async function storePlan(
  database: Database,
  plan: Omit<StoredPlan, 'applied' | 'created_at'> & { created_at: Date },
): Promise<void> {
  await database.raw(`DELETE FROM route_plans WHERE created_at < ?::timestamptz - interval '${KEPT}'`, [
    plan.created_at,
  ]);
  await database('route_plans').insert({
    ...plan,
    steps: JSON.stringify(plan.steps),
    preview: JSON.stringify(plan.preview),
  });
}

export async function findPlan(
  database: Database,
  id: string,
  kind: StoredPlan['kind'],
  subjectId: string,
): Promise<StoredPlan | null> {
  const row = await database<StoredPlan>('route_plans').where({ id, kind, subject_id: subjectId }).first();
  return row ?? null;
}

export async function noteApplied(database: Database, id: string, applied: unknown): Promise<void> {
  await database('route_plans')
    .where({ id })
    .update({ applied: JSON.stringify(applied) });
}

import type { Database } from '../../../db/database.ts';
import { Category } from '../../../db/models/category.ts';

/** Categories in their order. @param after Position and id the last page ended with. */
export async function readCategories(
  database: Database,
  after: { position: number; id: string } | null,
  count: number,
): Promise<Category[]> {
  const query = Category.query(database).orderBy(['position', 'id']).limit(count);
  return after === null
    ? query
    : query.whereRaw('(position, id) > (?::integer, ?::uuid)', [after.position, after.id]);
}

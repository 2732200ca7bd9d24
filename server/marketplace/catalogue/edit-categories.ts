import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Category } from '../../../db/models/category.ts';
import { sqlState } from '../../../db/unit-of-work.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import {
  findCategory,
  insertCategory,
  lockCategory,
  lockCategoryTree,
  patchCategory,
} from './category-store.ts';

type NewCategory = components['schemas']['CreateCategoryRequest'];
type CategoryChange = components['schemas']['UpdateCategoryRequest'];

/** Most levels of the tree. */
const MAX_LEVELS = 5;

/**
 * Adds a category and returns its id. Throws common.VALIDATION_FAILED for an unknown parent, catalogue.CATEGORY_TREE if
 * it would be too deep, and catalogue.SLUG_TAKEN.
 */
export async function addCategory(
  trx: Transaction,
  { ids }: { ids: Ids },
  { slug, name, parentId = null, position = 0 }: NewCategory,
): Promise<string> {
  const id = ids.next();
  await requirePlace(trx, id, parentId);
  const category = { id, slug, nameEn: name.en, nameAr: name.ar, parentId, position };
  await insertCategory(trx, category).catch(inCatalogueWords);
  return id;
}

/**
 * Changes a category, or moves it with everything below it; returns it as it was. Throws common.NOT_FOUND, the errors
 * of If-Match, what `addCategory` throws, and catalogue.CATEGORY_TREE if it would become its own descendant.
 */
export async function changeCategory(
  trx: Transaction,
  { id, ifMatch, change }: { id: string; ifMatch: IfMatch; change: CategoryChange },
): Promise<Category> {
  const { slug, name, parentId, position } = change;
  if (parentId !== undefined) await requirePlace(trx, id, parentId);
  const category = await lockCategory(trx, id);
  if (category === null) throw noSuchCategory();
  requireVersion(ifMatch, category.version);
  await patchCategory(trx, id, {
    ...(slug === undefined ? {} : { slug }),
    ...(name === undefined ? {} : { nameEn: name.en, nameAr: name.ar }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(position === undefined ? {} : { position }),
    version: category.version + 1,
  }).catch(inCatalogueWords);
  return category;
}

/**
 * Validates the place of a category below `parentId`. Locks the tree until the end of the transaction: two moves that
 * are each valid alone could form a cycle together.
 */
async function requirePlace(trx: Transaction, id: string, parentId: string | null): Promise<void> {
  const parents = await lockCategoryTree(trx);
  if (parentId !== null && !parents.has(parentId)) {
    throw new WaslError('common.VALIDATION_FAILED', {
      errors: [{ pointer: '/parentId', code: 'unknown', message: 'is not a category' }],
    });
  }
  parents.set(id, parentId);
  const above = pathOf(parents, id);
  if (above === null)
    throw new WaslError('catalogue.CATEGORY_TREE', { detail: 'It would become its own ancestor.' });
  const deepest = Math.max(...[...parents.keys()].map((each) => levelsTo(parents, each, id)));
  if (above.length + deepest <= MAX_LEVELS) return;
  throw new WaslError('catalogue.CATEGORY_TREE', {
    detail: `The tree has at most ${MAX_LEVELS} levels.`,
    extension: { levelLimit: MAX_LEVELS },
  });
}

type Parents = ReadonlyMap<string, string | null>;

/** Ancestors of a category, nearest first; null if they lead back to it. */
function pathOf(parents: Parents, id: string): string[] | null {
  const path: string[] = [];
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (at === id) return null;
    path.push(at);
  }
  return path;
}

/** Number of levels from `top` down to `id`, both included; 0 if it is not below. */
function levelsTo(parents: Parents, id: string, top: string): number {
  let levels = 1;
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
    if (at === top) return levels;
    levels += 1;
  }
  return 0;
}

/** Throws common.NOT_FOUND. */
export async function readCategory(database: Database, id: string): Promise<Category> {
  const category = await findCategory(database, id);
  if (category === null) throw noSuchCategory();
  return category;
}

function noSuchCategory(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such category.' });
}

function inCatalogueWords(error: unknown): never {
  if (sqlState(error) === '23505') throw new WaslError('catalogue.SLUG_TAKEN');
  throw error;
}

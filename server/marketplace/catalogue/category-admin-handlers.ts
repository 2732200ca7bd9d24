import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { type CategoryRow, readCategories } from './category-store.ts';
import { addCategory, changeCategory, readCategory } from './edit-categories.ts';

/** Operations on the category tree, for administrators. */
export function categoryAdminHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'secrets'>,
): Pick<Handlers, 'listCategoriesAsAdmin' | 'createCategory' | 'updateCategory'> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listCategoriesAsAdmin: async ({ query }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const key = cursors.decode('admin-categories', query.cursor);
      const after = key === null ? null : { position: Number(key[0]), id: String(key[1]) };
      const found = await readCategories(database, after, limit + 1);
      const keyOf = ({ position, id }: CategoryRow) => [position, id];
      return { status: 200, body: cursors.page('admin-categories', found, limit, keyOf, render) };
    },

    createCategory: async ({ caller, body, idempotency, requestId, ip }) => {
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const categoryId = await addCategory(trx, deps, body);
          await audit(trx, caller, {
            action: 'createCategory',
            subjectId: categoryId,
            ...{ requestId, ip },
            before: null,
            after: body,
          });
          return { status: 201, reference: { categoryId } };
        }),
      );
      const category = await readCategory(database, reference.categoryId ?? '');
      return { status: 201, body: render(category), etag: category.version, replayed };
    },

    updateCategory: async ({ caller, params, body, ifMatch, requestId, ip }) => {
      await inTransaction(database, async (trx) => {
        const before = await changeCategory(trx, { id: params.id, ifMatch, change: body });
        const known = render(before);
        await audit(trx, caller, {
          action: 'updateCategory',
          subjectId: params.id,
          ...{ requestId, ip },
          before: known,
          after: { ...known, ...body, version: known.version + 1 },
        });
      });
      const category = await readCategory(database, params.id);
      return { status: 200, body: render(category), etag: category.version };
    },
  };
}

function audit(
  trx: Transaction,
  by: Caller,
  record: {
    action: string;
    subjectId: string;
    requestId: string;
    ip: string;
    before: object | null;
    after: object;
  },
): Promise<void> {
  return recordAudit(trx, {
    ...record,
    by,
    subjectType: 'CATEGORY',
    before: record.before as JsonObject | null,
    after: record.after as JsonObject,
  });
}

function render(category: CategoryRow): components['schemas']['AdminCategory'] {
  const { id, parentId, slug, nameEn, nameAr, position, version } = category;
  return { id, parentId, slug, name: { en: nameEn, ar: nameAr }, position, version };
}

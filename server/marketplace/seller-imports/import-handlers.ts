import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { EXPORTS } from './export-files.ts';
import { findImport, listImports, listRows, type SellerImport } from './import-store.ts';
import { allowedKinds, requireRight, SHEETS } from './kinds.ts';
import { MAX_ROWS } from './read-file.ts';
import { failedRowsCsv, renderImport, renderRow } from './render-import.ts';
import { keepFile, noSuchImport, readSentFile, startApplying, stopImport } from './take-file.ts';

type ImportOperation =
  | 'createSellerImport'
  | 'listSellerImports'
  | 'getSellerImport'
  | 'listSellerImportRows'
  | 'applySellerImport'
  | 'stopSellerImport'
  | 'exportSellerFile';

/** Operations on a seller's import and export files of products, offers and stock. */
export function importHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'secrets'>,
): Pick<Handlers, ImportOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  /** Throws common.NOT_FOUND, auth.FORBIDDEN. */
  async function ownImport(caller: Caller, id: string): Promise<SellerImport> {
    const found = await findImport(database, ownSellerId(caller), id);
    if (found === null) throw noSuchImport();
    requireRight(signedIn(caller), found.kind);
    return found;
  }

  return {
    createSellerImport: async ({ caller, query, body, idempotency, locale }) => {
      const sellerId = ownSellerId(caller);
      const { accountId } = signedIn(caller);
      const { kind } = query;
      requireRight(signedIn(caller), kind);
      const file = await readSentFile(body.csv, SHEETS[kind], locale);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const importId = await keepFile(trx, deps, { sellerId, accountId, kind, file });
          return { status: 201, reference: { importId } };
        }),
      );
      return { status: 201, body: renderImport(await ownImport(caller, reference.importId ?? '')), replayed };
    },

    listSellerImports: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const kinds = allowedKinds(signedIn(caller));
      const scope = `seller-imports:${sellerId}:${kinds}`;
      const read = (before: string | null, count: number) =>
        listImports(database, { sellerId, kinds, before, count });
      return { status: 200, body: await cursors.byId(scope, query, read, renderImport) };
    },

    getSellerImport: async ({ caller, params }) => {
      return { status: 200, body: renderImport(await ownImport(caller, params.id)) };
    },

    listSellerImportRows: async ({ caller, params, query, preferred, locale }) => {
      const found = await ownImport(caller, params.id);
      const { id: importId, columns } = found;
      if (preferred(['application/json', 'text/csv']) === 'text/csv') {
        const statuses = notDone(found);
        const rows = await listRows(database, { importId, statuses, after: 0, count: MAX_ROWS });
        const headers = { 'Content-Disposition': 'attachment; filename="rows-to-correct.csv"' };
        const content = failedRowsCsv(rows, columns, locale);
        return { status: 200, text: { type: 'text/csv', content }, headers };
      }
      const { status, limit = DEFAULT_LIMIT } = query;
      const scope = `seller-import-rows:${importId}:${status ?? ''}`;
      const [last = 0] = cursors.decode(scope, query.cursor) ?? [];
      const statuses = status === undefined ? null : [status];
      const rows = await listRows(database, { importId, statuses, after: Number(last), count: limit + 1 });
      const body = cursors.page(
        scope,
        rows,
        limit,
        ({ row }) => [row],
        (row) => renderRow(row, columns, locale),
      );
      return { status: 200, body };
    },

    applySellerImport: async ({ caller, params, idempotency }) => {
      await ownImport(caller, params.id);
      const { replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await startApplying(trx, ownSellerId(caller), params.id);
          return { status: 202, reference: {} };
        }),
      );
      return { status: 202, body: renderImport(await ownImport(caller, params.id)), replayed };
    },

    stopSellerImport: async ({ caller, params, idempotency }) => {
      await ownImport(caller, params.id);
      const { replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await stopImport(trx, ownSellerId(caller), params.id);
          return { status: 200, reference: {} };
        }),
      );
      return { status: 200, body: renderImport(await ownImport(caller, params.id)), replayed };
    },

    exportSellerFile: async ({ caller, params, query }) => {
      const sellerId = ownSellerId(caller);
      const { kind } = params;
      requireRight(signedIn(caller), kind);
      const scope = `seller-export:${sellerId}:${kind}`;
      const { csv, next } = await EXPORTS[kind](database, sellerId, cursors.decode(scope, query.cursor));
      const headers = { 'Content-Disposition': `attachment; filename="${kind.toLowerCase()}.csv"` };
      const cursor = next === null ? null : cursors.encode(scope, next);
      const link = cursor === null ? {} : { Link: `<?${new URLSearchParams({ cursor })}>; rel="next"` };
      return { status: 200, text: { type: 'text/csv', content: csv }, headers: { ...headers, ...link } };
    },
  };
}

/** For an import that ended early, includes rows never reached. */
function notDone({ status }: SellerImport): string[] {
  return status === 'STOPPED' || status === 'FAILED' ? ['FAULTY', 'TO_APPLY', 'PENDING'] : ['FAULTY'];
}

import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { admitWork } from '../sellers/sellers.ts';
import { type BulkCode, countMany } from './count-stock.ts';
import { importStock, readImport, tryImport } from './import-stock.ts';
import { levelKey } from './level-key.ts';
import { parseStockCsv } from './parse-stock-csv.ts';
import { renderStock } from './render-stock.ts';
import { readStockLevels } from './stock-store.ts';

/** Operations that count many levels at once, by hand or from a file. */
export function stockCountHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock'>,
): Pick<Handlers, 'countSellerStock' | 'importSellerStock'> {
  const { database } = deps;

  return {
    countSellerStock: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { accountId } = signedIn(caller);
      const { counts, reason = null } = body;
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await admitWork(trx, sellerId, 'count-stock');
          const codes = await countMany(trx, deps, { sellerId, accountId, reason, counts });
          return { status: 200, reference: { codes: codes.join(' ') } };
        }),
      );
      const codes = (reference.codes ?? '').split(' ') as BulkCode[];
      const levels = await readStockLevels(database, sellerId, counts);
      const results = counts.map((count, index) => {
        const level = levels.get(levelKey(count));
        return {
          offerId: count.offerId,
          warehouseId: count.warehouseId,
          status: codes[index] ?? 'NOT_FOUND',
          level: level === undefined ? null : renderStock(level),
        };
      });
      return { status: 200, body: { results }, replayed };
    },

    importSellerStock: async ({ caller, query, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { accountId } = signedIn(caller);
      // Parsed before the transaction: a long file yields to other work, and no one waits for its locks.
      const file = await parseStockCsv(body.csv);
      if (body.dryRun ?? query.dryRun ?? false) {
        const tried = await inTransaction(database, async (trx) => {
          await admitWork(trx, sellerId, 'count-stock');
          return tryImport(trx, sellerId, file);
        });
        return { status: 200, body: tried };
      }
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await admitWork(trx, sellerId, 'count-stock');
          const importId = await importStock(trx, deps, { sellerId, accountId }, file);
          return { status: 201, reference: { importId } };
        }),
      );
      return { status: 201, body: await readImport(database, sellerId, reference.importId ?? ''), replayed };
    },
  };
}

import type { Consumer } from '../../../actors/runtime/relay.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { lockSoldStock, moveStock, type StockMove } from './level-store.ts';
import { readSold, type SoldUnits } from './stock-store.ts';

/**
 * Consumer `return-stock`: returns a cancelled, rejected or returned group's units to the stock they were sold from,
 * except damaged ones. A unique movement per cause and line ensures that this happens once, even with repeated or
 * concurrent deliveries.
 */
export function returnStockConsumer(
  deps: Pick<Dependencies, 'database' | 'clock' | 'ids'>,
): Consumer<'return-stock'> {
  const { database, clock, ids } = deps;
  return async ({ groupId, cause, damaged = [] }) => {
    await inTransaction(database, async (trx) => {
      await lockSoldStock(trx, groupId);
      const sold = await readSold(trx, groupId);
      const moves = wholeOf(sold, new Map(damaged.map(({ lineId, quantity }) => [lineId, quantity]))).map(
        (row): StockMove => ({
          offerId: row.offer_id,
          warehouseId: row.warehouse_id,
          onHand: row.quantity,
          reserved: 0,
          cause: 'RETURN',
          causeId: `${cause}:${row.line_id}`,
        }),
      );
      await moveStock(trx, moves, { ids, at: clock.now(), accountId: null });
    });
  };
}

/** Units of each row left after subtracting the damaged units of its line, in the rows' order. */
function wholeOf(sold: readonly SoldUnits[], damaged: ReadonlyMap<string, number>): SoldUnits[] {
  const broken = new Map(damaged);
  return sold.flatMap((row) => {
    const lost = Math.min(row.quantity, broken.get(row.line_id) ?? 0);
    broken.set(row.line_id, (broken.get(row.line_id) ?? 0) - lost);
    return lost === row.quantity ? [] : [{ ...row, quantity: row.quantity - lost }];
  });
}

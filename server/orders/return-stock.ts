import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Consumer } from '../../actors/runtime/relay.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { lockSoldStock, moveStock, type StockMove } from '../checkout/stock.ts';
import type { Dependencies } from '../dependencies.ts';

interface Sold {
  line_id: string;
  offer_id: string;
  warehouse_id: string;
  quantity: number;
}

/**
 * Consumer `return-stock`: a cancelled or rejected group's units go back to the stock they were sold from. A movement
 * per cause and line is unique, so however often and at once it is delivered, the units come back once.
 */
export function returnStockConsumer(deps: Pick<Dependencies, 'database' | 'clock' | 'ids'>): Consumer {
  const { database, clock, ids } = deps;
  return async (payload) => {
    const { groupId, cause } = readPayload(payload);
    await inTransaction(database, async (trx) => {
      await lockSoldStock(trx, groupId);
      const sold = await trx<Sold>('order_line_allocations as a')
        .join('order_lines as l', 'l.id', 'a.line_id')
        .where('l.group_id', groupId)
        .select('a.line_id', 'a.offer_id', 'a.warehouse_id', 'a.quantity');
      const moves = (sold as Sold[]).map(
        (row): StockMove => ({
          offerId: row.offer_id,
          warehouseId: row.warehouse_id,
          onHand: row.quantity,
          reserved: 0,
          cause: 'RETURN',
          causeId: `${cause}:${row.line_id}`,
        }),
      );
      await moveStock(trx, moves, { ids, at: clock.now(), accountId: null, repeated: 'skip' });
    });
  };
}

function readPayload({ groupId, cause }: JsonObject): { groupId: string; cause: string } {
  if (typeof groupId !== 'string' || typeof cause !== 'string')
    throw new TypeError('return-stock needs groupId and cause');
  return { groupId, cause };
}

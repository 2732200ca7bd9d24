import { OrderStore } from '../../../consoles/seller/orders/order-store.ts';
import type { WatchedOrders } from '../../../scripts/city/record/logbook-types.ts';
import type { Person } from '../../../scripts/people/person.ts';

/** The orders of the real seller console, without its page. */
export function consoleOrders(person: Person): WatchedOrders {
  const store = new OrderStore({
    readGroups: async (ids) => {
      const call = person.api.GET('/seller/order-board/groups', {
        params: { query: { ids: [...ids] } },
        querySerializer: { array: { style: 'form', explode: false } },
      });
      return (await person.ok('read orders of the board', call)).data;
    },
  });
  return {
    load: (board) => void store.load(board),
    hear: (message) => store.hear(message),
    put: (group) => store.put(group),
    groups: () => store.view().groups,
    close: () => store.close(),
  };
}

import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import { readAll } from './read-all.ts';
import { readWarehouses } from './shop.ts';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type Movement = Schemas['StockMovement'];

/** Milliseconds between polls: buyers reserve and buy meanwhile. */
const LOOK_AGAIN = 60_000;
/** Maximum number of counts in a request. */
const MAX_COUNTS = 500;

/** All levels, with their warehouses. */
export function useStock() {
  const api = useApi();
  return useQuery({
    queryKey: keys.stock,
    refetchInterval: LOOK_AGAIN,
    queryFn: async () => {
      const [levels, warehouses] = await Promise.all([readLevels(api), readWarehouses(api)]);
      return { levels, warehouses };
    },
  });
}

/** All stock levels. */
export function readLevels(api: Api): Promise<Schemas['StockLevel'][]> {
  return readAll((query) =>
    dataOf(api.GET('/seller/stock', { params: { query }, headers: { Accept: 'application/json' } })),
  );
}

export function useMovements(offerId: string, warehouseId: string) {
  const api = useApi();
  return usePages(
    keys.movements(offerId, warehouseId),
    (cursor) =>
      dataOf(
        api.GET('/seller/stock-movements', {
          params: { query: { offerId, warehouseId, limit: 20, ...cursor } },
        }),
      ),
    LOOK_AGAIN,
  );
}

/** Sets counted levels, each against the version it was counted at; returns the result of each. Throws ProblemError. */
export async function saveCounts(
  api: Api,
  counts: readonly Schemas['LevelCount'][],
): Promise<Schemas['StockCountResult'][]> {
  const results: Schemas['StockCountResult'][] = [];
  for (let first = 0; first < counts.length; first += MAX_COUNTS) {
    const body = { counts: counts.slice(first, first + MAX_COUNTS) };
    const answer = await dataOf(api.POST('/seller/stock-counts', { body }));
    results.push(...answer.results);
  }
  return results;
}

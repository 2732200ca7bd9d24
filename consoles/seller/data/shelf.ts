import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import { type GridData, levelKey } from '../products/grid-rows.ts';
import type { ShelfFilter } from '../products/shelf-address.ts';
import { keys } from './keys.ts';
import { readAll } from './read-all.ts';
import { readWarehouses, type Warehouse } from './shop.ts';
import { readLevels } from './stock.ts';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type ShelfRow = Schemas['ShelfRow'];
export type ShelfView = Schemas['ShelfView'];
export type Category = Schemas['Category'];
/** The result of switching one product on or off. */
export type SwitchStatus = Schemas['SwitchedShelf']['items'][number]['status'];

const PAGE_SIZE = 50;
/** Milliseconds between polls: no event reports a changed product. */
const LOOK_AGAIN = 60_000;
/** Maximum number of offers in the grid; beyond it, a file is the better way. */
export const MAX_GRID_OFFERS = 2_000;

export function useShelf(filter: ShelfFilter) {
  const api = useApi();
  const { locale } = useLocaleChoice();
  return usePages(
    keys.shelf(filter, locale),
    (cursor) =>
      dataOf(api.GET('/seller/shelf', { params: { query: { ...filter, limit: PAGE_SIZE, ...cursor } } })),
    LOOK_AGAIN,
  );
}

/** The shop's saved views, and how one is kept and deleted; both may be refused. */
export function useShelfViews() {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = keys.shelfViews;
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await dataOf(api.GET('/seller/shelf-views'))).data,
  });
  const again = () => queries.invalidateQueries({ queryKey });
  return {
    views: data ?? [],
    keep: async (name: string, filter: ShelfFilter) => {
      await dataOf(api.POST('/seller/shelf-views', { body: { name, filter } }));
      await again();
    },
    remove: async (id: string) => {
      try {
        await dataOf(api.DELETE('/seller/shelf-views/{id}', { params: { path: { id } } }));
      } catch (error) {
        // A colleague was faster.
        if (!isProblemCode(error, 'common.NOT_FOUND')) throw error;
      }
      await again();
    },
  };
}

/** All categories, in tree order. */
export function useCategories() {
  const api = useApi();
  const { locale } = useLocaleChoice();
  return useQuery({
    queryKey: keys.categories(locale),
    staleTime: 600_000,
    queryFn: () => readAll((page) => dataOf(api.GET('/categories', { params: { query: page } }))),
  });
}

export interface WholeGrid {
  data: GridData;
  warehouses: readonly Warehouse[];
  /** The shop has more offers than these. */
  more: boolean;
}

/** Reads offers and levels once: edits refer to their versions, so a refetch must not replace them unseen. */
export async function readGrid(api: Api, maySeeStock: boolean): Promise<WholeGrid> {
  const [offers, levels, warehouses] = await Promise.all([
    readAll((page) => dataOf(api.GET('/seller/offers', { params: { query: page } })), MAX_GRID_OFFERS + 1),
    maySeeStock ? readLevels(api) : [],
    maySeeStock ? readWarehouses(api) : [],
  ]);
  return {
    data: {
      offers: offers.slice(0, MAX_GRID_OFFERS),
      levels: new Map(levels.map((level) => [levelKey(level.offerId, level.warehouseId), level])),
    },
    warehouses: warehouses.filter(({ active }) => active),
    more: offers.length > MAX_GRID_OFFERS,
  };
}

/** A product with the shop's offers of it. Edits refer to its version, so a refetch must not replace it unseen. */
export function useSheet(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: keys.sheet(id ?? ''),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => dataOf(api.GET('/seller/product-sheets/{id}', { params: { path: { id: id ?? '' } } })),
  });
}

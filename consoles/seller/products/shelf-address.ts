import type { components } from '../../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
export type ShelfFilter = Schemas['ShelfViewFilter'];

export const SHELF_STATES = ['ON', 'OFF', 'NO_PRICE'] as const satisfies readonly Schemas['ShelfState'][];
export const SHELF_STOCKS = ['OUT', 'LOW'] as const satisfies readonly Schemas['ShelfStock'][];
export const SHELF_MAKERS = ['OWN', 'OTHER'] as const satisfies readonly Schemas['ShelfMaker'][];
export const SHELF_LACKS = ['PICTURE', 'ARABIC'] as const satisfies readonly Schemas['ShelfLack'][];
export const SHELF_SORTS = [
  ...(['newest', 'changed', 'name', 'price-asc', 'price-desc', 'stock-asc', 'stock-desc'] as const),
] satisfies readonly Schemas['ShelfSort'][];

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What an address asks the shelf for. It may say anything: what is not a filter is passed over. */
export function filterOf(params: URLSearchParams): ShelfFilter {
  const q = (params.get('q') ?? '').trim().slice(0, 100);
  const categoryId = params.get('category') ?? '';
  const one = <K extends string>(of: readonly K[], name: string) =>
    of.find((each) => each === params.get(name));
  const state = one(SHELF_STATES, 'state');
  const maker = one(SHELF_MAKERS, 'maker');
  const lacks = one(SHELF_LACKS, 'lacks');
  const stock = one(SHELF_STOCKS, 'stock');
  const sort = one(SHELF_SORTS, 'sort');
  return {
    ...(q === '' ? {} : { q }),
    ...(ID.test(categoryId) ? { categoryId } : {}),
    ...(state === undefined ? {} : { state }),
    ...(maker === undefined ? {} : { maker }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(stock === undefined ? {} : { stock }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The address that asks for it, the same for the same filter. */
export function paramsOf({ q, categoryId, state, maker, lacks, stock, sort }: ShelfFilter): URLSearchParams {
  const params = new URLSearchParams();
  const said = { q, category: categoryId, state, maker, lacks, stock, sort };
  for (const [name, value] of Object.entries(said)) if (value !== undefined) params.set(name, value);
  return params;
}

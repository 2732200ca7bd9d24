import { groupBy } from '../../kernel/collections/group-by.ts';
import type { WarehouseName } from './warehouse-store.ts';

/** Finds a warehouse as named in a file, by id or name; if not named, the only one there is. */
export function warehouseFinder(
  places: readonly WarehouseName[],
): (named: string) => WarehouseName | 'unknown' | 'ambiguous' {
  const byId = new Map(places.map((place) => [place.id, place]));
  const byName = groupBy(places, ({ name }) => name.trim().toLowerCase());
  return (named) => {
    const known = byId.get(named.toLowerCase());
    if (known !== undefined) return known;
    const [only, ...others] = named === '' ? places : (byName.get(named.toLowerCase()) ?? []);
    if (only === undefined) return 'unknown';
    return others.length === 0 ? only : 'ambiguous';
  };
}

import { useAddress } from '../../shared/state/use-address.ts';
import type { Sorting, TableView } from '../../shared/ui/table-model.ts';

export interface KeptView {
  view: TableView;
  onView(view: TableView): void;
}

/** A table's filter and sorting, kept in the screen's address: `q=…&sort=-limit`. */
export function useTableView(): KeptView {
  const [params, put] = useAddress();
  return {
    view: { text: params.get('q') ?? '', sorting: sortingOf(params.get('sort')) },
    onView: ({ text, sorting }) =>
      put({ q: text === '' ? null : text, sort: sorting === null ? null : wordOf(sorting) }, 'replace'),
  };
}

function sortingOf(word: string | null): Sorting | null {
  if (word === null) return null;
  return word.startsWith('-')
    ? { column: word.slice(1), direction: 'descending' }
    : { column: word, direction: 'ascending' };
}

function wordOf({ column, direction }: Sorting): string {
  return direction === 'descending' ? `-${column}` : column;
}

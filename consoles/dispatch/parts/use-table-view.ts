import { useSearchParams } from 'react-router';
import type { Sorting, TableView } from '../../shared/ui/table-model.ts';

export interface KeptView {
  view: TableView;
  onView(view: TableView): void;
}

/** A table's filter and sorting, kept in the screen's address: `q=…&sort=-limit`. */
export function useTableView(): KeptView {
  const [params, setParams] = useSearchParams();
  return {
    view: { text: params.get('q') ?? '', sorting: sortingOf(params.get('sort')) },
    onView: ({ text, sorting }) =>
      setParams(
        (former) => {
          const next = new URLSearchParams(former);
          put(next, 'q', text);
          put(next, 'sort', sorting === null ? '' : wordOf(sorting));
          return next;
        },
        { replace: true },
      ),
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

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

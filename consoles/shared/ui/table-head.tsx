import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import styles from './data-table.module.css';
import type { Column, Sorting } from './table-model.ts';

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export interface TableHeadProps<T> {
  column: Column<T>;
  sorting: Sorting | null;
  /** Null where rows cannot be sorted. */
  onSort: ((sorting: Sorting) => void) | null;
}

/** A column's head: a button if rows can be sorted by it. */
export function TableHead<T>({ column, sorting, onSort }: TableHeadProps<T>) {
  const { id, header, numeric, names } = column;
  const look = { 'data-numeric': numeric, 'data-names': names };
  // A screen reader would announce an empty header cell.
  if (header === '') return <td {...look} />;
  if (onSort === null || (column.value === undefined && column.order === undefined)) {
    return (
      <th scope="col" {...look}>
        {header}
      </th>
    );
  }
  const direction = sorting?.column === id ? sorting.direction : null;
  const Icon = ICONS[direction ?? 'none'];
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={direction ?? 'none'} {...look}>
      <button type="button" className={styles.sort} onClick={() => onSort({ column: id, direction: next })}>
        {header}
        <Icon aria-hidden size={14} className={direction === null ? styles.idle : undefined} />
      </button>
    </th>
  );
}

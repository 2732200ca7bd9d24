import { ArrowDown, ArrowUp, ChevronsUpDown, Download, Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LANGUAGE_TAGS } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { saveFile } from './save-file.ts';
import { type Column, csvOf, filterRows, type Sorting, sortRows } from './table-model.ts';

export interface DataTableProps<T> {
  /** What the table lists; read aloud, and the name of the exported file. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string;
  /** How a row is called aloud where it is selected. */
  nameOf(row: T): string;
  initialSorting?: Sorting;
  /** Buttons for the rows that are selected; without them nothing can be. */
  bulk?: (selected: readonly T[], clear: () => void) => ReactNode;
  /** In place of rows, when there are none at all. */
  empty: ReactNode;
}

/** A table of up to some hundreds of rows: sorted by its heads, filtered by words, selected in bulk, exported. */
export function DataTable<T>({
  columns,
  rows,
  keyOf,
  nameOf,
  bulk,
  empty,
  label,
  initialSorting,
}: DataTableProps<T>) {
  const t = useSharedText();
  const { locale } = useLocaleChoice();
  const [text, setText] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(initialSorting ?? null);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const field = useId();
  const found = filterRows(rows, columns, text);
  const shown = sortRows(found, columns, sorting, LANGUAGE_TAGS[locale]);
  const selected = shown.filter((row) => keys.has(keyOf(row)));
  const toggle = (changed: readonly T[], on: boolean) => {
    const next = new Set(keys);
    for (const row of changed) {
      if (on) next.add(keyOf(row));
      else next.delete(keyOf(row));
    }
    setKeys(next);
  };
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className={styles.whole}>
      <div className={classNames(styles.tools, 'no-print')}>
        <label className={styles.filter} htmlFor={field}>
          <Search aria-hidden size={16} />
          <span className="visually-hidden">{t('table.filter')}</span>
          <input
            id={field}
            type="search"
            value={text}
            placeholder={t('table.filter')}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <output className={styles.count}>
          {t('table.count', { shown: shown.length, all: rows.length })}
        </output>
        {selected.length === 0 ? null : bulk?.(selected, () => setKeys(new Set()))}
        <Button
          kind="quiet"
          onPress={() => saveFile(`${label}.csv`, csvOf(columns, shown), 'text/csv;charset=utf-8')}
        >
          <Download aria-hidden size={16} />
          {t('table.export')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {bulk === undefined ? null : (
                <td className={styles.check}>
                  <Check
                    label={t('table.selectAll')}
                    checked={selected.length === shown.length && shown.length > 0}
                    some={selected.length > 0}
                    onChange={(on) => toggle(shown, on)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Head key={column.id} column={column} sorting={sorting} onSort={setSorting} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)} aria-selected={bulk === undefined ? undefined : keys.has(keyOf(row))}>
                {bulk === undefined ? null : (
                  <td className={styles.check}>
                    <Check
                      label={t('table.select', { name: nameOf(row) })}
                      checked={keys.has(keyOf(row))}
                      onChange={(on) => toggle([row], on)}
                    />
                  </td>
                )}
                {columns.map(({ id, cell, value, numeric }) => (
                  <td key={id} className={numeric === true ? styles.numeric : undefined}>
                    {cell === undefined ? <bdi>{value(row)}</bdi> : cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface HeadProps<T> {
  column: Column<T>;
  sorting: Sorting | null;
  onSort(sorting: Sorting): void;
}

function Head<T>({ column: { id, header, numeric }, sorting, onSort }: HeadProps<T>) {
  const direction = sorting?.column === id ? sorting.direction : null;
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[direction ?? 'none'];
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={numeric === true ? styles.numeric : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() =>
          onSort({ column: id, direction: direction === 'ascending' ? 'descending' : 'ascending' })
        }
      >
        {header}
        <Icon aria-hidden size={14} className={direction === null ? styles.idle : undefined} />
      </button>
    </th>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for, but not all. */
  some?: boolean;
  onChange(on: boolean): void;
}

function Check({ label, checked, some = false, onChange }: CheckProps) {
  return (
    <label className={styles.box}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box !== null) box.indeterminate = some && !checked;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

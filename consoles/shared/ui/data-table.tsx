import { type ReactNode, useRef, useState } from 'react';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { LANGUAGE_TAGS } from '../i18n/translate.ts';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { saveFile } from './save-file.ts';
import { ScrollBox } from './scroll-box.tsx';
import { TableCheck } from './table-check.tsx';
import { TableHead } from './table-head.tsx';
import { type Column, csvOf, filterRows, sortRows, type TableView } from './table-model.ts';
import { useTableText } from './table-texts.ts';
import { TableTools } from './table-tools.tsx';
import { useRowWindow } from './use-row-window.ts';
import { useSelection } from './use-selection.ts';
import { useWidth } from './use-width.ts';

export interface DataTableProps<T> {
  /** Accessible name: what the table lists. */
  label: string;
  columns: readonly Column<T>[];
  /** Shown in this order until the user sorts them. */
  rows: readonly T[];
  keyOf(row: T): string;
  /** The exported file's name without its extension; if set, rows can be filtered and exported. */
  file?: string;
  /** Filter and sorting, if they are kept elsewhere, as in the address. */
  view?: TableView;
  onView?(view: TableView): void;
  bulk?: Bulk<T>;
  /** Only the first page of the rows is here, so sorting, filtering and export are not offered. */
  partial?: boolean;
  /** Whether a row is highlighted. */
  isChosen?(row: T): boolean;
  /** `data-` attributes by which tests find a row. */
  marks?(row: T): Record<`data-${string}`, string | boolean>;
}

export interface Bulk<T> {
  /** A row's accessible name for its selection. */
  nameOf(row: T): string;
  /** Actions on the selected rows. */
  actions(selected: readonly T[], clear: () => void): ReactNode;
}

const AS_THEY_ARE: TableView = { text: '', sorting: null };

/** The table of every console: sortable, filterable, with bulk selection and export; long lists are virtualised. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, keyOf, file, bulk, partial = false, isChosen, marks } = props;
  const t = useTableText();
  const { locale } = useLocaleChoice();
  const scroller = useRef<HTMLElement>(null);
  const [own, setOwn] = useState(AS_THEY_ARE);
  const { view: wished = own, onView = setOwn } = props;
  const view = partial ? AS_THEY_ARE : wished;
  const shown = sortRows(filterRows(rows, columns, view.text), columns, view.sorting, LANGUAGE_TAGS[locale]);
  const selection = useSelection(shown, keyOf);
  const part = useRowWindow(shown.length, scroller);
  const room = useWidth(scroller);
  const inSight = columns.filter((column) => (column.room ?? 0) <= room);
  const width = inSight.length + (bulk === undefined ? 0 : 1);
  const exported = selection.rows.length === 0 ? shown : selection.rows;
  const save = () => saveFile(`${file}.csv`, csvOf(columns, exported), 'text/csv;charset=utf-8');
  return (
    <div className={styles.whole}>
      {file === undefined || partial ? (
        selection.rows.length === 0 ? null : (
          <div className={classNames(styles.tools, 'no-print')}>
            <output className={styles.count}>{t('table.selected', { count: selection.rows.length })}</output>
            {bulk?.actions(selection.rows, selection.clear)}
          </div>
        )
      ) : (
        <TableTools
          text={view.text}
          onText={(text) => onView({ ...view, text })}
          shown={shown.length}
          all={rows.length}
          selected={selection.rows.length}
          onExport={save}
        >
          {selection.rows.length === 0 ? null : bulk?.actions(selection.rows, selection.clear)}
        </TableTools>
      )}
      <ScrollBox ref={scroller} className={classNames(styles.scroll, part.long && styles.long)} label={label}>
        <table className={styles.table} aria-rowcount={part.long ? shown.length + 1 : undefined}>
          <thead>
            <tr>
              {bulk === undefined ? null : (
                <td className={styles.check}>
                  <TableCheck
                    label={t('table.selectAll')}
                    checked={selection.all}
                    some={selection.rows.length > 0}
                    onChange={selection.toggleAll}
                  />
                </td>
              )}
              {inSight.map((column) => (
                <TableHead
                  key={column.id}
                  column={column}
                  sorting={view.sorting}
                  onSort={partial ? null : (sorting) => onView({ ...view, sorting })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap size={part.before} width={width} />
            {shown.slice(part.first, part.end).map((row, index) => (
              <tr
                key={keyOf(row)}
                {...marks?.(row)}
                {...(part.long ? { 'data-index': part.first + index, ref: part.measure } : {})}
                aria-rowindex={part.long ? part.first + index + 2 : undefined}
                className={isChosen?.(row) === true ? styles.chosen : undefined}
                data-selected={bulk !== undefined && selection.has(row)}
              >
                {bulk === undefined ? null : (
                  <td className={styles.check}>
                    <TableCheck
                      label={t('table.select', { name: bulk.nameOf(row) })}
                      checked={selection.has(row)}
                      onChange={(on, range) => selection.toggle(row, on, range)}
                    />
                  </td>
                )}
                {inSight.map((column) => (
                  <Cell key={column.id} column={column} row={row} />
                ))}
              </tr>
            ))}
            <Gap size={part.after} width={width} />
          </tbody>
        </table>
        {shown.length === 0 && rows.length > 0 ? (
          <p className={styles.nothing}>{t('table.nothing')}</p>
        ) : null}
      </ScrollBox>
    </div>
  );
}

function Cell<T>({ column: { names, numeric, wordy, cell, value }, row }: { column: Column<T>; row: T }) {
  const content = cell === undefined ? <bdi>{value?.(row)}</bdi> : cell(row);
  if (names === true) {
    return (
      <th scope="row" data-names>
        {content}
      </th>
    );
  }
  return (
    <td data-numeric={numeric} data-wordy={wordy}>
      {content}
    </td>
  );
}

/** Takes the space of rows that are scrolled out of view. */
function Gap({ size, width }: { size: number; width: number }) {
  if (size <= 0) return null;
  return (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={width} style={{ blockSize: size }} />
    </tr>
  );
}

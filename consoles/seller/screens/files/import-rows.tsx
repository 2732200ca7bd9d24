import { useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { type ImportRow, type RowStatus, type SellerImport, useImportRows } from '../../data/files.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { useFileText } from '../../texts/file-texts.ts';
import styles from './files.module.css';

const COUNTS: Readonly<Record<RowStatus, 'pending' | 'toApply' | 'unchanged' | 'applied' | 'faulty'>> = {
  FAULTY: 'faulty',
  TO_APPLY: 'toApply',
  APPLIED: 'applied',
  UNCHANGED: 'unchanged',
  PENDING: 'pending',
};
/** Pixels of the table below which a row's result stands above what is wrong with it; `narrow` of the styles. */
const ROOM_FOR_RESULTS = 480;
const STATUSES = Object.keys(COUNTS) as RowStatus[];

/** The rows of a file, those with errors first looked at. */
export function ImportRows({ found }: { found: SellerImport }) {
  const t = useFileText();
  const { number } = useFormats();
  const [chosen, setChosen] = useState<RowStatus | 'ALL' | null>(null);
  const shown = chosen ?? (found.faulty > 0 ? 'FAULTY' : 'ALL');
  const list = useImportRows(found, shown === 'ALL' ? null : shown);
  const columns = useColumns();
  const { rows, error } = list;
  return (
    <div className={styles.part}>
      <div className={styles.rowsHead}>
        <h2>{t('rows.title')}</h2>
        <Select
          label={t('rows.show')}
          quiet
          options={[
            { id: 'ALL' as const, text: `${t('rows.all')} (${number(found.rows)})` },
            ...STATUSES.filter((status) => found[COUNTS[status]] > 0 || status === shown).map((status) => ({
              id: status,
              text: `${t(`rows.${status}`)} (${number(found[COUNTS[status]])})`,
            })),
          ]}
          value={shown}
          onChange={setChosen}
        />
      </div>
      {rows === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={error} onRetry={list.again} />
        )
      ) : rows.length === 0 ? (
        <p className={styles.note}>{t('rows.none')}</p>
      ) : (
        <>
          <div className={styles.rows}>
            <DataTable
              label={t('rows.title')}
              columns={columns}
              rows={rows}
              partial={list.hasMore}
              keyOf={({ row }) => String(row)}
              marks={({ row }) => ({ 'data-row': String(row) })}
            />
          </div>
          <MoreButton list={list} />
        </>
      )}
    </div>
  );
}

function useColumns(): readonly Column<ImportRow>[] {
  const t = useFileText();
  const { number } = useFormats();
  return [
    {
      ...{ id: 'row', header: t('column.row'), names: true },
      value: ({ row }) => row,
      cell: ({ row }) => number(row),
    },
    {
      ...{ id: 'result', header: t('column.result'), room: ROOM_FOR_RESULTS },
      value: ({ status }) => t(`rows.${status}`),
      cell: ({ status }) => <Result status={status} />,
    },
    {
      ...{ id: 'what', header: t('column.what'), wordy: true },
      value: ({ faults, changes }) => [...faults, ...changes].map(({ column }) => column).join(' '),
      cell: (row) => <What row={row} />,
    },
  ];
}

function Result({ status }: { status: RowStatus }) {
  const t = useFileText();
  return (
    <span className={styles.result} data-status={status}>
      {t(`rows.${status}`)}
    </span>
  );
}

/** On a phone the result; what changes, by column; what is wrong, by column and value; what was ignored. */
function What({ row: { status, changes, faults, notes } }: { row: ImportRow }) {
  return (
    <ul className={styles.what}>
      <li className={styles.narrow}>
        <Result status={status} />
      </li>
      {faults.map(({ column, value, message }) => (
        <li key={`${column} ${message}`} className={styles.fault}>
          {column === null ? null : <Cell column={column} value={value} />}
          {message}
        </li>
      ))}
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          <Change column={column} before={before} after={after} />
        </li>
      ))}
      {notes.map(({ column, message }) => (
        <li key={`${column} ${message}`} className={styles.note}>
          {column === null ? null : <bdi className={styles.column}>{column}</bdi>} {message}
        </li>
      ))}
    </ul>
  );
}

function Cell({ column, value }: { column: string; value: string }) {
  return (
    <>
      <bdi className={styles.column}>{column}</bdi>{' '}
      {value === '' ? null : (
        <>
          <bdi className={styles.value}>{value}</bdi>{' '}
        </>
      )}
    </>
  );
}

function Change({ column, before, after }: { column: string; before: string | null; after: string }) {
  const t = useFileText();
  return before === null
    ? t('rows.new', { column, after: after === '' ? t('rows.emptyCell') : after })
    : t('rows.change', {
        ...{ column, before: before === '' ? t('rows.emptyCell') : before },
        after: after === '' ? t('rows.emptyCell') : after,
      });
}

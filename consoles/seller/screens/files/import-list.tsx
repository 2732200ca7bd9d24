import { FileSpreadsheet } from 'lucide-react';
import { Link } from 'react-router';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { type SellerImport, useImports } from '../../data/files.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { useFileText } from '../../texts/file-texts.ts';
import styles from './files.module.css';

/** What was brought before, by everybody of the shop. */
export function ImportList() {
  const t = useFileText();
  const list = useImports();
  const columns = useColumns();
  const { rows, error } = list;
  return (
    <div className={styles.part}>
      <h2>{t('list.title')}</h2>
      {rows === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorState error={error} onRetry={list.again} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={FileSpreadsheet} title={t('list.none')}>
          {t('list.noneDetail')}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={t('list.title')}
            columns={columns}
            rows={rows}
            partial={list.hasMore}
            keyOf={({ id }) => id}
            marks={({ id }) => ({ 'data-import': id })}
          />
          <MoreButton list={list} />
        </>
      )}
    </div>
  );
}

function useColumns(): readonly Column<SellerImport>[] {
  const t = useFileText();
  const { number, dayAndTime } = useFormats();
  return [
    {
      ...{ id: 'kind', header: t('column.file'), names: true },
      value: ({ kind }) => t(`kind.${kind}`),
      cell: ({ id, kind }) => <Link to={`/files/${id}`}>{t(`kind.${kind}`)}</Link>,
    },
    {
      ...{ id: 'when', header: t('column.when'), room: 420 },
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
    {
      ...{ id: 'state', header: t('column.state') },
      value: ({ status }) => t(`status.${status}`),
    },
    {
      ...{ id: 'rows', header: t('column.rows'), numeric: true, room: 520 },
      value: ({ rows }) => rows,
      cell: ({ rows }) => number(rows),
    },
    {
      ...{ id: 'faulty', header: t('column.faulty'), numeric: true },
      value: ({ faulty }) => faulty,
      cell: ({ faulty }) => number(faulty),
    },
  ];
}

import { Boxes, History } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import type { Warehouse } from '../../data/shop.ts';
import type { Level } from '../../stock/count-model.ts';
import { useStockText } from '../../texts/stock-texts.ts';
import { MovementsDialog } from './movements-dialog.tsx';

export interface StockProps {
  levels: readonly Level[];
  warehouses: readonly Warehouse[];
}

/** What lies where. */
export function LevelsPage({ levels, warehouses }: StockProps) {
  const t = useStockText();
  const { number, dayAndTime } = useFormats();
  const [looked, setLooked] = useState<Level | null>(null);
  const names = new Map(warehouses.map(({ id, name }) => [id, name]));
  const pieces = (id: 'onHand' | 'reserved' | 'available', room = 0): Column<Level> => ({
    ...{ id, header: t(`column.${id}`), numeric: true, room },
    value: (level) => level[id],
    cell: (level) => number(level[id]),
  });
  const columns: readonly Column<Level>[] = [
    {
      ...{ id: 'sku', header: 'SKU', names: true },
      value: ({ sku }) => sku,
      cell: ({ sku }) => <bdi className="unbroken">{sku}</bdi>,
    },
    {
      ...{ id: 'warehouse', header: t('column.warehouse'), room: 520 },
      value: ({ warehouseId }) => names.get(warehouseId) ?? '',
    },
    pieces('onHand'),
    pieces('reserved', 420),
    pieces('available'),
    {
      ...{ id: 'changed', header: t('column.changed'), room: 720 },
      value: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => dayAndTime(updatedAt),
    },
    {
      ...{ id: 'movements', header: '' },
      cell: (level) => (
        <IconButton
          size="small"
          kind="quiet"
          label={t('movements.of', { sku: level.sku })}
          icon={<History aria-hidden size={16} />}
          onPress={() => setLooked(level)}
        />
      ),
    },
  ];
  if (levels.length === 0)
    return (
      <EmptyState icon={Boxes} title={t('levels.none')}>
        {t('levels.noneDetail')}
      </EmptyState>
    );
  return (
    <>
      <DataTable
        label={t('page.levels')}
        file="stock-levels"
        columns={columns}
        rows={levels}
        keyOf={({ offerId, warehouseId }) => `${offerId}/${warehouseId}`}
        marks={({ sku }) => ({ 'data-sku': sku })}
      />
      {looked === null ? null : (
        <MovementsDialog
          level={looked}
          warehouse={names.get(looked.warehouseId) ?? ''}
          onClose={() => setLooked(null)}
        />
      )}
    </>
  );
}

import { Boxes, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import type { Warehouse } from '../../data/shop.ts';
import type { Level } from '../../stock/count-model.ts';
import { useStockText } from '../../texts/stock-texts.ts';
import styles from './levels-page.module.css';
import { MovementsDialog } from './movements-dialog.tsx';

export interface StockProps {
  levels: readonly Level[];
  warehouses: readonly Warehouse[];
}

/** What lies where, and what runs low. */
export function LevelsPage({ levels, warehouses }: StockProps) {
  const t = useStockText();
  const { number, dayAndTime } = useFormats();
  const [looked, setLooked] = useState<Level | null>(null);
  const [onlyLow, setOnlyLow] = useState(false);
  const low = useMemo(() => lowOffers(levels, warehouses), [levels, warehouses]);
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
    {
      ...pieces('available'),
      cell: ({ available, offerId }) => (
        <>
          {number(available)}
          {low.has(offerId) ? <span className={styles.low}>{t('levels.low')}</span> : null}
        </>
      ),
    },
    {
      ...{ id: 'threshold', header: t('column.threshold'), numeric: true, room: 620 },
      value: ({ lowStockThreshold }) => lowStockThreshold,
      cell: ({ lowStockThreshold }) => (lowStockThreshold === null ? '–' : number(lowStockThreshold)),
    },
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
      {low.size === 0 ? null : (
        <CheckBox checked={onlyLow} onChange={setOnlyLow}>
          {t('levels.onlyLow', { count: low.size })}
        </CheckBox>
      )}
      <DataTable
        label={t('page.levels')}
        file="stock-levels"
        columns={columns}
        rows={onlyLow ? levels.filter(({ offerId }) => low.has(offerId)) : levels}
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

/** Offers with fewer free pieces in all open warehouses than they are to have. */
function lowOffers(levels: readonly Level[], warehouses: readonly Warehouse[]): ReadonlySet<string> {
  const open = new Set(warehouses.filter(({ active }) => active).map(({ id }) => id));
  const free = new Map<string, number>();
  for (const { offerId, warehouseId, available } of levels)
    free.set(offerId, (free.get(offerId) ?? 0) + (open.has(warehouseId) ? available : 0));
  return new Set(
    levels
      .filter(
        ({ offerId, lowStockThreshold: wanted }) => wanted !== null && (free.get(offerId) ?? 0) < wanted,
      )
      .map(({ offerId }) => offerId),
  );
}

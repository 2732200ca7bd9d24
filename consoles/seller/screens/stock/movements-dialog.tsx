import { useFormats } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { type Movement, useMovements } from '../../data/stock.ts';
import { ListState } from '../../parts/list-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import type { Level } from '../../stock/count-model.ts';
import { useStockText } from '../../texts/stock-texts.ts';
import styles from './movements-dialog.module.css';

export interface MovementsDialogProps {
  level: Level;
  warehouse: string;
  onClose(): void;
}

/** Everything that changed a level, the latest first. */
export function MovementsDialog({ level, warehouse, onClose }: MovementsDialogProps) {
  const t = useStockText();
  const list = useMovements(level.offerId, level.warehouseId);
  const columns = useColumns();
  return (
    <Dialog wide title={t('movements.of', { sku: level.sku })} hint={warehouse} onClose={onClose}>
      <ListState list={list} none={<p>{t('movements.none')}</p>}>
        {(rows) => (
          <DataTable
            label={t('movements.of', { sku: level.sku })}
            columns={columns}
            rows={rows}
            partial={list.hasMore}
            keyOf={({ id }) => id}
            marks={({ cause }) => ({ 'data-cause': cause })}
          />
        )}
      </ListState>
      <MoreButton list={list} />
    </Dialog>
  );
}

function useColumns(): readonly Column<Movement>[] {
  const t = useStockText();
  const { number, dayAndTime } = useFormats();
  const change = (pieces: number) =>
    pieces === 0 ? '–' : <bdi dir="ltr">{`${pieces > 0 ? '+' : '−'}${number(Math.abs(pieces))}`}</bdi>;
  const actorOf = ({ by }: Movement) => (by === null ? t('by.nobody') : (by.name ?? t('by.platform')));
  return [
    {
      ...{ id: 'when', header: t('column.when'), names: true },
      value: ({ at }) => at,
      cell: ({ at }) => dayAndTime(at),
    },
    {
      ...{ id: 'onHand', header: t('column.onHandChange'), numeric: true },
      value: ({ onHandDelta }) => onHandDelta,
      cell: ({ onHandDelta }) => change(onHandDelta),
    },
    {
      ...{ id: 'cause', header: t('column.cause') },
      value: ({ cause }) => t(`cause.${cause}`),
      cell: (movement) => (
        <span className={styles.cause}>
          {t(`cause.${movement.cause}`)}
          <bdi>{actorOf(movement)}</bdi>
        </span>
      ),
    },
    {
      ...{ id: 'reserved', header: t('column.reservedChange'), numeric: true, room: 440 },
      value: ({ reservedDelta }) => reservedDelta,
      cell: ({ reservedDelta }) => change(reservedDelta),
    },
    {
      ...{ id: 'reason', header: t('column.reason'), room: 560 },
      value: ({ reason }) => reason,
      cell: ({ reason }) => (reason === null ? '–' : <bdi>{reason}</bdi>),
    },
  ];
}

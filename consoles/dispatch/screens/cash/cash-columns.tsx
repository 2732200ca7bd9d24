import { ReceiptText } from 'lucide-react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { dirham } from '../../parts/amounts.ts';
import { CashTrack } from '../../parts/cash-bar.tsx';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';

export type DriverCash = components['schemas']['DriverCash'];

/** Each driver's cash against the limit, with the possible actions. */
export function useCashColumns(onHandIn: (driverId: string) => void): readonly Column<DriverCash>[] {
  const t = useCashText();
  const words = useWords();
  const { money, percent, dayAndTime } = useFormats();
  const amount = (
    id: 'onHand' | 'assigned' | 'limit',
    of: (cash: DriverCash) => string | null,
  ): Column<DriverCash> => ({
    ...{ id, header: t(`cash.${id}`), numeric: true, value: of },
    order: (cash) => inDirham(of(cash)),
    cell: (cash) => {
      const value = of(cash);
      return value === null ? '–' : money(value);
    },
  });
  const stateOf = ({ overLimit, nearLimit }: DriverCash) =>
    overLimit ? t('cash.over') : nearLimit ? t('cash.near') : null;
  return [
    { id: 'driver', header: words('common.driver'), names: true, value: ({ driverName }) => driverName },
    amount('onHand', ({ onHand }) => onHand.amount),
    amount('assigned', ({ assigned }) => assigned.amount),
    amount('limit', ({ limit }) => limit?.amount ?? null),
    {
      id: 'share',
      header: t('cash.ofLimit'),
      order: shareOf,
      cell: (cash) => {
        const share = shareOf(cash);
        if (share === null) return '–';
        return (
          <span className={styles.share}>
            {percent(share)}
            <CashTrack
              onHand={cash.onHand.amount}
              assigned={cash.assigned.amount}
              limit={cash.limit?.amount ?? null}
            />
          </span>
        );
      },
    },
    {
      id: 'state',
      header: t('cash.statusHead'),
      value: stateOf,
      cell: (cash) => <span className={cash.overLimit ? styles.over : styles.near}>{stateOf(cash)}</span>,
    },
    {
      id: 'lastSettled',
      header: t('cash.lastSettled'),
      value: ({ lastSettledAt }) => lastSettledAt,
      cell: ({ lastSettledAt }) => (lastSettledAt === null ? t('cash.never') : dayAndTime(lastSettledAt)),
    },
    {
      id: 'actions',
      header: words('common.actions'),
      cell: ({ driverId, driverName, openCollections }) => (
        <Button
          size="small"
          isDisabled={openCollections === 0}
          aria-label={t('cash.handInFor', { name: driverName })}
          onPress={() => onHandIn(driverId)}
        >
          <ReceiptText aria-hidden size={16} />
          {t('cash.handIn')}
        </Button>
      ),
    },
  ];
}

function inDirham(amount: string | null): bigint | null {
  return amount === null ? null : dirham(amount);
}

/** Cash on hand and still to be collected, as a share of the limit. */
function shareOf({ projected, limit }: DriverCash): number | null {
  const most = limit === null ? 0n : dirham(limit.amount);
  return most === 0n ? null : Number((dirham(projected.amount) * 1000n) / most) / 1000;
}

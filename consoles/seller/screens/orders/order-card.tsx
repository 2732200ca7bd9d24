import { Boxes, Square, SquareCheck } from 'lucide-react';
import { memo } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { BoardGroup } from '../../orders/order-types.ts';
import { stageOf } from '../../orders/stages.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import styles from './order-card.module.css';

export interface OrderCardProps {
  group: BoardGroup;
  id: string;
  /** The service's time, ms; 0 where nothing counts down. */
  now: number;
  selected: boolean;
  marked: boolean;
  position: number;
  count: number;
}

/** Minutes before the deadline from which it is shown as urgent. */
const URGENT_MINUTES = 30;

/** One order in a few lines: number, time left, buyer, goods and amount. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { group, id, now, selected, marked, position, count } = props;
  const t = useOrderText();
  const { money } = useFormats();
  const { orderNumber, buyerName, firstLine, lineCount, units, unitsToGather, goods } = group;
  return (
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={selected || marked}
      aria-posinset={position}
      aria-setsize={count}
      data-order={group.groupId}
      data-status={group.status}
      data-marked={marked}
      className={`${styles.card} ${selected ? styles.selected : ''}`}
    >
      <span className={styles.mark} data-mark aria-hidden>
        {marked ? <SquareCheck size={18} /> : <Square size={18} />}
      </span>
      <span className={styles.number}>
        <bdi className="unbroken">{orderNumber}</bdi>
      </span>
      <span className={styles.units}>{t('card.units', { count: units })}</span>
      <span className={styles.what}>
        <bdi>{firstLine}</bdi>
        {lineCount > 1 ? ` ${t('card.more', { count: lineCount - 1 })}` : ''}
      </span>
      <span className={styles.buyer}>
        <bdi>{buyerName}</bdi>
      </span>
      <When group={group} now={now} />
      <span className={styles.amount}>{money(goods.amount)}</span>
      {unitsToGather > 0 && ['new', 'accepted', 'packed'].includes(stageOf(group)) ? (
        <span className={styles.gather}>
          <Boxes aria-hidden size={14} /> {t('card.gather', { count: unitsToGather })}
        </span>
      ) : null}
    </div>
  );
});

/** What the order waits for, and until when. */
function When({ group, now }: { group: BoardGroup; now: number }) {
  const t = useOrderText();
  const { countdown, duration, day, time } = useFormats();
  const { status, acceptBy, promisedTo, pickupEta, dropoffEta } = group;
  switch (stageOf(group)) {
    case 'new': {
      const left = (Date.parse(acceptBy) - now) / 1_000;
      const look = left < 0 ? styles.late : left < URGENT_MINUTES * 60 ? styles.urgent : styles.calm;
      return (
        <span className={`${styles.when} ${look}`} data-testid="countdown">
          {left < 0 ? t('card.late', { time: duration(-left) }) : t('card.left', { time: countdown(left) })}
        </span>
      );
    }
    case 'ready':
      return (
        <span className={styles.when}>
          {pickupEta === null ? t('card.looksForDriver') : t('card.driverAt', { time: time(pickupEta) })}
        </span>
      );
    case 'way':
      return (
        <span className={styles.when}>
          {dropoffEta === null ? t(`status.${status}`) : t('card.arrivesAt', { time: time(dropoffEta) })}
        </span>
      );
    case 'back':
      return (
        <span className={`${styles.when} ${status === 'RETURNED' ? styles.urgent : ''}`}>
          {status === 'RETURNED' ? t('card.toConfirm') : t(`status.${status}`)}
        </span>
      );
    case 'ended':
      return <span className={styles.when}>{t(`status.${status}`)}</span>;
    default:
      return (
        <span className={styles.when}>{t('card.promised', { day: day(`${promisedTo}T12:00:00Z`) })}</span>
      );
  }
}

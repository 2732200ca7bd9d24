import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useShop } from '../../parts/shop-context.tsx';

type Status = components['schemas']['OrderStatus'];

const TONES: Readonly<Record<Status, 'waiting' | 'going' | 'done' | 'over'>> = {
  PENDING: 'waiting',
  IN_PROGRESS: 'going',
  DELIVERED: 'done',
  PARTIALLY_DELIVERED: 'done',
  CANCELLED: 'over',
};

/** The state of an order as a whole, in a word. */
export function OrderBadge({ status }: { status: Status }) {
  const { t } = useShop();
  return <strong className={`order-badge ${TONES[status]}`}>{t(`orderStatus.${status}`)}</strong>;
}

import type { OrderPart } from '../../../../server/storefront/orders-page-models.ts';
import { qatarDay } from '../../../shared/i18n/qatar-time.ts';
import type { Shop } from '../../parts/shop-context.tsx';
import { ORDERS_TEXTS } from '../../texts/orders-texts.ts';
import { since } from './order-steps.ts';

export interface PartWords {
  /** The state in a few words. */
  headline: string;
  details: string[];
}

/** The state of a part in words for the waiting buyer. @param at Now, RFC 3339. */
export function partWords({ group, tracked }: OrderPart, at: string, shop: Shop): PartWords {
  const { t, format } = shop;
  const driver = tracked.driver?.displayName ?? t('aDriver');
  const last = since(group);
  const time = last === undefined ? '' : timeOf(last.at, at, shop);
  const reason = last?.reason == null ? [] : [t('reasonGiven', { reason: last.reason })];
  switch (group.status) {
    case 'PENDING_ACCEPTANCE': {
      const until = timeOf(group.acceptBy, at, shop);
      const detail = t(group.acceptBy < at ? 'waitingLate' : 'waitingDetail', { until });
      return { headline: t('waitingHeadline'), details: [detail] };
    }
    case 'ACCEPTED':
      return { headline: t('acceptedHeadline'), details: [t('acceptedDetail', { time })] };
    case 'PACKED':
      return { headline: t('packedHeadline'), details: [t('packedDetail')] };
    case 'READY_FOR_PICKUP':
      return tracked.driver === null
        ? { headline: t('readyHeadline'), details: [] }
        : { headline: t('comingHeadline', { driver }), details: [] };
    case 'PICKED_UP':
      return { headline: t('pickedUpHeadline', { driver }), details: [t('pickedUpDetail')] };
    case 'IN_TRANSIT':
      return { headline: atTheDoor(group.task?.status, driver, shop), details: failuresOf(group, at, shop) };
    case 'DELIVERED': {
      const amount = format.money(group.payment.amountCollected.amount);
      return { headline: t('deliveredHeadline'), details: [t('deliveredDetail', { time, amount })] };
    }
    case 'REJECTED':
      return { headline: t('rejectedHeadline'), details: [...reason, t('nothingToPay')] };
    case 'CANCELLED': {
      const by = t(last?.by === 'BUYER' ? 'cancelledByYou' : 'cancelledByUs');
      return { headline: t('cancelledHeadline'), details: [by, ...reason, t('nothingToPay')] };
    }
    case 'DELIVERY_FAILED':
      return { headline: t('failedHeadline'), details: [...failuresOf(group, at, shop), t('failedDetail')] };
    case 'RETURNING':
      return { headline: t('returningHeadline'), details: failuresOf(group, at, shop) };
    case 'RETURNED':
      return {
        headline: t('returnedHeadline'),
        details: [...failuresOf(group, at, shop), t('nothingToPay')],
      };
    case 'WRITTEN_OFF':
      return { headline: t('writtenOffHeadline'), details: [t('writtenOffDetail'), t('nothingToPay')] };
  }
}

function atTheDoor(task: string | undefined, driver: string, { t }: Shop): string {
  if (task === 'CODE_VERIFIED') return t('verifiedHeadline');
  return t(task === 'ARRIVED' || task === 'CASH_RECORDED' ? 'arrivedHeadline' : 'transitHeadline', {
    driver,
  });
}

/** Failed attempts, each with its time and reason. */
function failuresOf({ history }: OrderPart['group'], at: string, shop: Shop): string[] {
  return history
    .filter(({ status }) => status === 'DELIVERY_FAILED')
    .map((entry) =>
      shop.t('attemptFailed', {
        time: timeOf(entry.at, at, shop),
        reason: failureText(entry.reason, shop),
      }),
    );
}

function failureText(reason: string | null, { t }: Shop): string {
  const key = `failure.${reason}`;
  return t(key in ORDERS_TEXTS ? (key as 'failure.OTHER') : 'failure.OTHER');
}

/** The time for today, else day and time. */
export function timeOf(moment: string, at: string, { format }: Pick<Shop, 'format'>): string {
  return qatarDay(moment) === qatarDay(at) ? format.time(moment) : format.dayAndTime(moment);
}

/** The promised days of a part. */
export function promiseOf(
  { promisedFrom, promisedTo }: { promisedFrom: string; promisedTo: string },
  { t, format }: Shop,
): string {
  const [from, to] = [format.day(promisedFrom), format.day(promisedTo)];
  return from === to ? t('arrivesOn', { day: from }) : t('arrivesBetween', { from, to });
}

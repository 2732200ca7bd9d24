import { useCodedFailure } from '../../../shared/domain/use-failure-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Prose } from '../../../shared/ui/prose.tsx';
import type { MoneyGroup, MoneyState } from '../../data/money.ts';
import { useMoneyText } from '../../texts/money-texts.ts';
import styles from './money.module.css';

export function StateMark({ state }: { state: MoneyState }) {
  const t = useMoneyText();
  return (
    <span className={styles.state} data-state={state}>
      {t(`state.${state}`)}
    </span>
  );
}

type MoneyWait = MoneyGroup['waitsFor'][number];

const ENDS = ['REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'] as const;

/** What an order's money waits for, since when, and from when it can go on; each a sentence. */
export function useWaits(): (group: MoneyGroup & { reason?: string | null }) => string[] {
  const t = useMoneyText();
  const failure = useCodedFailure();
  const { dayAndTime, day } = useFormats();
  return ({ state, status, waitsFor, since, deliveryBy, payableFrom, payout, reason = null }) => {
    const when = since === null ? '–' : dayAndTime(since);
    if (state === 'PAID') return [t('wait.PAID', { when, number: payout?.number ?? '' })];
    if (state === 'NOTHING') {
      const end = ENDS.find((each) => each === status);
      const what =
        status === 'RETURNING'
          ? t('wait.RETURNING')
          : end === undefined
            ? t('wait.ended', { when })
            : t(`wait.${end}`, { when });
      return reason === null ? [what] : [what, t('wait.reason', { reason: failure(reason) ?? reason })];
    }
    const said: Record<MoneyWait, string> = {
      DELIVERY: t('wait.DELIVERY', { day: deliveryBy === null ? '–' : day(`${deliveryBy}T12:00:00Z`) }),
      HAND_IN: t('wait.HAND_IN', { when }),
      BANK_ACCOUNT: t('wait.BANK_ACCOUNT'),
      COOLING_OFF: t('wait.COOLING_OFF', { when: payableFrom === null ? '–' : dayAndTime(payableFrom) }),
      SECOND_FACTOR: t('wait.SECOND_FACTOR'),
      PAYOUT: t('wait.PAYOUT', { when }),
    };
    return waitsFor.map((wait) => said[wait]);
  };
}

export function Waits({ group }: { group: MoneyGroup & { reason?: string | null } }) {
  const waits = useWaits();
  return (
    <ul className={styles.waits} data-testid="waits">
      {waits(group).map((sentence) => (
        <li key={sentence}>
          <Prose>{sentence}</Prose>
        </li>
      ))}
    </ul>
  );
}

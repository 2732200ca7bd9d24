import { Banknote } from 'lucide-react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { usePhone, useView } from '../data/driver-context.tsx';
import type { CashView } from '../data/driver-data.ts';
import styles from '../parts/lists.module.css';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { isWaiting, recordedAmount } from '../queue/action.ts';
import { amountOf, dirhams } from '../tasks/cash.ts';
import { useCashText } from '../texts/cash-texts.ts';

type Entry = components['schemas']['CashEntry'];

export function CashScreen() {
  const t = useCashText();
  const { cash } = useView();
  return (
    <>
      <ScreenTitle>{t('cash.onHand')}</ScreenTitle>
      {cash === null ? (
        <Skeleton lines={4} />
      ) : (
        <>
          <Held cash={cash} />
          <Entries entries={cash.entries} />
        </>
      )}
    </>
  );
}

/** Cash on hand against the limit; cash waiting to be sent is shown, but counted only once the service has it. */
function Held({ cash }: { cash: CashView }) {
  const t = useCashText();
  const { money } = useFormats();
  const waiting = useWaitingCash();
  const { onHand, limit, assigned, projected, nearLimit, overLimit } = cash;
  return (
    <section className={styles.panel}>
      <p className={styles.big}>{money(onHand.amount)}</p>
      {limit === null ? null : (
        <>
          <LimitBar held={onHand.amount} limit={limit.amount} over={overLimit} />
          <p className={styles.muted}>{t('cash.limit', { amount: money(limit.amount) })}</p>
        </>
      )}
      {overLimit ? (
        <Banner tone="danger">{t('cash.over')}</Banner>
      ) : nearLimit ? (
        <Banner tone="warning">{t('cash.near')}</Banner>
      ) : null}
      <dl className={styles.pairs}>
        <Pair name={t('cash.assigned')} amount={assigned.amount} />
        <Pair name={t('cash.projected')} amount={projected.amount} />
        {waiting === 0 ? null : <Pair name={t('cash.waiting')} amount={amountOf(waiting)} />}
      </dl>
    </section>
  );
}

function LimitBar(props: { held: string; limit: string; over: boolean }) {
  const { money } = useFormats();
  const t = useCashText();
  const [held, limit] = [dirhams(props.held), dirhams(props.limit)];
  return (
    <div className={styles.meter}>
      <meter
        className="visually-hidden"
        aria-label={t('cash.onHand')}
        min={0}
        max={limit / 100}
        value={Math.min(held, limit) / 100}
        aria-valuetext={`${money(props.held)} / ${money(props.limit)}`}
      />
      {/* Beyond 80 % it is drawn as a warning, beyond the limit as a fault. */}
      <span
        data-tone={props.over || held >= limit ? 'bad' : held > limit * 0.8 ? 'warn' : 'good'}
        style={{ inlineSize: `${limit === 0 ? 100 : Math.min(100, (held / limit) * 100)}%` }}
      />
    </div>
  );
}

function Pair({ name, amount }: { name: string; amount: string }) {
  const { money } = useFormats();
  return (
    <div className={styles.pair}>
      <dt>{name}</dt>
      <dd className={styles.amount}>{money(amount)}</dd>
    </div>
  );
}

/** Dirhams. */
function useWaitingCash(): number {
  const { queue } = usePhone();
  return queue.actions
    .filter((action) => isWaiting(action) && action.kind === 'record-cash')
    .reduce((sum, { body }) => sum + dirhams(recordedAmount(body)), 0);
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useCashText();
  const { money, dayAndTime } = useFormats();
  if (entries.length === 0) {
    return (
      <EmptyState icon={Banknote} title={t('cash.empty')}>
        {t('cash.empty.hint')}
      </EmptyState>
    );
  }
  return (
    <section className={styles.list}>
      <h2 className={styles.strong}>{t('cash.entries')}</h2>
      <ul className={styles.list}>
        {entries.map(({ id, kind, at, amount, orderNumber }) => (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.strong}>{t(`cash.${kind}`)}</span>
              <span className={styles.muted}>
                {dayAndTime(at)}
                {orderNumber === null ? null : (
                  <>
                    {' · '}
                    <bdi className="unbroken">{orderNumber}</bdi>
                  </>
                )}
              </span>
            </span>
            <span className={styles.amount}>{money(amount.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

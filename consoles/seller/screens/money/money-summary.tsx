import { Link } from 'react-router';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import type { MoneyState, SellerMoney } from '../../data/money.ts';
import { useShop } from '../../data/shop-context.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import styles from './money.module.css';

type Sum = components['schemas']['MoneySum'];
type SummedState = Exclude<MoneyState, 'NOTHING'>;

/** All of the shop's money by what it waits for; each sum shows its orders in the list below. */
export function MoneySummary({
  money: { expected, awaitingCash, payable, paid, nextPayout },
  shown,
  onShow,
}: {
  money: SellerMoney;
  /** The state that the list is filtered by. */
  shown: MoneyState | null;
  onShow(state: MoneyState | null): void;
}) {
  const sums: readonly [SummedState, Sum][] = [
    ['EXPECTED', expected],
    ['AWAITING_CASH', awaitingCash],
    ['PAYABLE', payable],
    ['PAID', paid],
  ];
  return (
    <>
      <ul className={styles.sums} data-testid="sums">
        {sums.map(([state, sum]) => (
          <SumCard
            key={state}
            state={state}
            sum={sum}
            shown={shown === state}
            onShow={() => onShow(shown === state ? null : state)}
          />
        ))}
      </ul>
      <NextPayout next={nextPayout} />
    </>
  );
}

function SumCard({
  state,
  sum: { groups, amount, since },
  shown,
  onShow,
}: {
  state: SummedState;
  sum: Sum;
  shown: boolean;
  onShow(): void;
}) {
  const t = useMoneyText();
  const { money, day } = useFormats();
  const orders = t('sum.orders', { count: groups });
  return (
    <li className={styles.sum} data-sum={state} data-shown={shown}>
      <button type="button" className={styles.sumButton} aria-pressed={shown} onClick={onShow}>
        <span className={styles.sumName}>{t(`state.${state}`)}</span>
        <span className="visually-hidden">{t('sum.show')}</span>
        <strong className={styles.amount} data-amount={amount.amount}>
          {money(amount.amount)}
        </strong>
      </button>
      <p className={styles.note}>
        {since === null ? orders : `${orders} · ${t('sum.since', { when: day(since) })}`}
      </p>
      <p className={styles.note}>{t(`sum.${state}`)}</p>
    </li>
  );
}

/** What keeps the next payout from being made, with the way to change it, or where it goes. */
function NextPayout({ next }: { next: SellerMoney['nextPayout'] }) {
  const t = useMoneyText();
  const { dayAndTime } = useFormats();
  const { rights } = useShop();
  const { obstacles, payableFrom, bankAccount } = next;
  const { current, pending } = bankAccount;
  const when = payableFrom === null ? '–' : dayAndTime(payableFrom);
  const digits = (iban: string) => iban.slice(-4);
  if (obstacles.length > 0)
    return (
      <Banner
        tone="warning"
        title={t('next.title')}
        announce="off"
        actions={
          rights.owner ? (
            <>
              {obstacles.some((each) => each !== 'SECOND_FACTOR') ? (
                <Link to="/shop/bank">{t('next.toBank')}</Link>
              ) : null}
              {obstacles.includes('SECOND_FACTOR') ? (
                <Link to="/account/security">{t('next.toSecurity')}</Link>
              ) : null}
            </>
          ) : undefined
        }
      >
        <ul className={styles.obstacles} data-testid="obstacles">
          {obstacles.map((each) => (
            <li key={each} data-obstacle={each}>
              {each === 'COOLING_OFF' ? t('next.COOLING_OFF', { when }) : t(`next.${each}`)}
            </li>
          ))}
          {rights.owner ? null : (
            <li>{t('next.askOwner', { owner: rights.ownerName ?? t('next.theOwner') })}</li>
          )}
        </ul>
      </Banner>
    );
  if (current === null) return null;
  return (
    <p className={styles.note} data-testid="goes-to">
      {t('next.goesTo', {
        holder: current.accountHolder,
        bank: current.bankCode,
        digits: digits(current.iban),
      })}{' '}
      {pending === null
        ? null
        : t('next.pending', { when: dayAndTime(pending.usableFrom), digits: digits(pending.iban) })}
    </p>
  );
}

import { Landmark } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { type MoneyGroup, type Payout, usePayout, usePayouts } from '../../data/money.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import { lessened } from './amounts.ts';
import { Downloads } from './downloads.tsx';
import styles from './money.module.css';
import { BackLink } from './money-order.tsx';

/** What was paid, newest first. */
export function Payouts() {
  const t = useMoneyText();
  const { money, number, dayAndTime } = useFormats();
  const list = usePayouts();
  const { rows } = list;
  const columns: readonly Column<Payout>[] = [
    {
      ...{ id: 'number', header: t('column.number'), names: true },
      value: (payout) => payout.number,
      cell: ({ id, number: name }) => (
        <Link to={`/money/payouts/${id}`}>
          <bdi className="unbroken">{name}</bdi>
        </Link>
      ),
    },
    {
      ...{ id: 'made', header: t('column.made'), room: 460 },
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
    {
      ...{ id: 'orders', header: t('column.orders'), numeric: true, room: 340 },
      value: ({ groups }) => groups,
      cell: ({ groups }) => number(groups),
    },
    {
      ...{ id: 'amount', header: t('column.amount'), numeric: true },
      value: ({ amount }) => amount.amount,
      cell: ({ amount }) => <strong>{money(amount.amount)}</strong>,
    },
    {
      ...{ id: 'account', header: t('payout.account'), room: 720 },
      value: ({ bankAccount }) => `${bankAccount.bankCode} ${bankAccount.iban.slice(-4)}`,
      cell: ({ bankAccount: { bankCode, iban } }) => (
        <bdi dir="ltr" className="unbroken">{`${bankCode} ···· ${iban.slice(-4)}`}</bdi>
      ),
    },
    {
      ...{ id: 'reference', header: t('column.reference'), room: 880 },
      value: ({ bankReference }) => bankReference,
      cell: ({ bankReference }) => <bdi>{bankReference ?? '–'}</bdi>,
    },
  ];
  if (rows === undefined)
    return list.error === null ? (
      <Skeleton lines={8} />
    ) : (
      <ErrorState error={list.error} onRetry={list.again} />
    );
  if (rows.length === 0)
    return (
      <EmptyState icon={Landmark} title={t('payout.none')}>
        {t('payout.noneDetail')}
      </EmptyState>
    );
  return (
    <section className={styles.part} data-testid="payouts">
      <h2 className="visually-hidden">{t('money.payouts')}</h2>
      <DataTable
        label={t('money.payouts')}
        file="payouts"
        columns={columns}
        rows={rows}
        partial={list.hasMore}
        keyOf={({ id }) => id}
        marks={({ id }) => ({ 'data-payout': id })}
      />
      <MoreButton list={list} />
    </section>
  );
}

/** One payout with its orders. */
export function PayoutPage() {
  const t = useMoneyText();
  const { id = '' } = useParams();
  const { data, error, refetch } = usePayout(id);
  return (
    <div className={styles.part}>
      <BackLink to="/money/payouts" text={t('payout.back')} />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={10} />
        ) : isProblemCode(error, 'common.NOT_FOUND') || isProblemCode(error, 'common.VALIDATION_FAILED') ? (
          <EmptyState icon={Landmark} title={t('payout.gone')}>
            {t('payout.goneDetail')}
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Whole whole={data} />
      )}
    </div>
  );
}

function Whole({ whole }: { whole: components['schemas']['SellerPayout'] }) {
  const t = useMoneyText();
  const { money, dayAndTime } = useFormats();
  const { payout, gross, commission, groups } = whole;
  const { bankAccount, bankReference } = payout;
  return (
    <article className={styles.part} data-testid="payout">
      <header className={styles.orderHead}>
        <h2 className={styles.title}>{t('payout.title', { number: payout.number })}</h2>
        <strong className={styles.amount}>{money(payout.amount.amount)}</strong>
        <Downloads payout={payout} />
      </header>
      <div className={styles.columns}>
        <dl className={styles.facts}>
          <dt>{t('column.made')}</dt>
          <dd>{dayAndTime(payout.createdAt)}</dd>
          <dt>{t('payout.account')}</dt>
          <dd>
            <bdi>{bankAccount.accountHolder}</bdi>
            <span className={styles.small}>
              {t('payout.accountOf', { bank: bankAccount.bankCode, digits: bankAccount.iban.slice(-4) })}
            </span>
          </dd>
          <dt>{t('column.reference')}</dt>
          <dd data-testid="reference">
            {bankReference === null ? t('payout.noReference') : <bdi>{bankReference}</bdi>}
          </dd>
        </dl>
        <dl className={styles.sumUp}>
          <dt>{t('column.goods')}</dt>
          <dd>{money(gross.amount)}</dd>
          <dt>{t('column.commission')}</dt>
          <dd>{money(lessened(commission.amount))}</dd>
          <dt className={styles.result}>{t('column.net')}</dt>
          <dd className={styles.result}>{money(payout.amount.amount)}</dd>
        </dl>
      </div>
      <h3>{t('payout.ordersOf')}</h3>
      <PaidOrders groups={groups} />
    </article>
  );
}

function PaidOrders({ groups }: { groups: readonly MoneyGroup[] }) {
  const t = useMoneyText();
  const { money, date } = useFormats();
  const columns: readonly Column<MoneyGroup>[] = [
    {
      ...{ id: 'order', header: t('column.order'), names: true },
      value: ({ orderNumber }) => orderNumber,
      cell: ({ groupId, orderNumber }) => (
        <Link to={`/money/orders/${groupId}`}>
          <bdi className="unbroken">{orderNumber}</bdi>
        </Link>
      ),
    },
    {
      ...{ id: 'delivered', header: t('column.delivered'), room: 560 },
      value: ({ deliveredAt }) => deliveredAt,
      cell: ({ deliveredAt }) => (deliveredAt === null ? '–' : date(deliveredAt)),
    },
    {
      ...{ id: 'goods', header: t('column.goods'), numeric: true, room: 420 },
      value: ({ gross }) => gross.amount,
      cell: ({ gross }) => money(gross.amount),
    },
    {
      ...{ id: 'commission', header: t('column.commission'), numeric: true, room: 640 },
      value: ({ commission }) => lessened(commission.amount),
      cell: ({ commission }) => money(lessened(commission.amount)),
    },
    {
      ...{ id: 'net', header: t('column.net'), numeric: true },
      value: ({ net }) => net.amount,
      cell: ({ net }) => <strong>{money(net.amount)}</strong>,
    },
  ];
  return (
    <DataTable
      label={t('payout.ordersOf')}
      columns={columns}
      rows={groups}
      keyOf={({ groupId }) => groupId}
      marks={({ groupId }) => ({ 'data-group': groupId })}
    />
  );
}

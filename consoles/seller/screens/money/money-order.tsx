import { ArrowLeft, Package } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useMoneyOrder } from '../../data/money.ts';
import { useMay } from '../../data/shop-context.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import { isNothing, lessened, shortRate } from './amounts.ts';
import styles from './money.module.css';
import { StateMark, Waits } from './money-state.tsx';

type Detail = components['schemas']['MoneyGroupDetail'];
type Line = Detail['lines'][number];

export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className={styles.back ?? ''}>
      <ArrowLeft aria-hidden size={16} className={styles.arrow} /> {text}
    </Link>
  );
}

/** One order: how its money is made up, and what it waits for. */
export function MoneyOrder() {
  const t = useMoneyText();
  const { groupId = '' } = useParams();
  const { data, error, refetch } = useMoneyOrder(groupId);
  return (
    <div className={styles.part}>
      <BackLink to="/money" text={t('order.back')} />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={10} />
        ) : isProblemCode(error, 'common.NOT_FOUND') || isProblemCode(error, 'common.VALIDATION_FAILED') ? (
          <EmptyState icon={Package} title={t('order.gone')}>
            {t('order.goneDetail')}
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Order order={data} />
      )}
    </div>
  );
}

function Order({ order }: { order: Detail }) {
  const t = useMoneyText();
  const mayOpen = useMay('ORDERS');
  const { money } = useFormats();
  return (
    <article className={styles.order} data-testid="money-order" data-state={order.state}>
      <header className={styles.orderHead}>
        <h2 className={styles.title}>
          <bdi className="unbroken">{order.orderNumber}</bdi>
        </h2>
        <StateMark state={order.state} />
        <strong className={styles.amount} data-testid="net">
          {money(order.net.amount)}
        </strong>
        {mayOpen ? <Link to={`/?order=${order.groupId}`}>{t('order.onBoard')}</Link> : null}
      </header>
      <Waits group={order} />
      <Arithmetic order={order} />
      <div className={styles.columns}>
        <Way order={order} />
        <Door order={order} />
      </div>
    </article>
  );
}

function Arithmetic({ order }: { order: Detail }) {
  const t = useMoneyText();
  const { locale } = useLocaleChoice();
  const { money, number } = useFormats();
  const columns: readonly Column<Line>[] = [
    {
      ...{ id: 'product', header: t('column.product'), names: true },
      value: ({ name }) => name[locale],
      cell: ({ name, sku }) => (
        <>
          <bdi>{name[locale]}</bdi>
          <bdi className={`id ${styles.small}`}>{sku}</bdi>
        </>
      ),
    },
    {
      ...{ id: 'quantity', header: t('column.quantity'), numeric: true, room: 420 },
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => number(quantity),
    },
    {
      ...{ id: 'goods', header: t('column.goods'), numeric: true },
      value: ({ gross }) => gross.amount,
      cell: ({ gross }) => money(gross.amount),
    },
    {
      ...{ id: 'commission', header: t('column.commission'), numeric: true, room: 520 },
      value: ({ commission }) => commission.amount,
      cell: ({ commission }) => money(lessened(commission.amount)),
    },
    {
      ...{ id: 'net', header: t('column.net'), numeric: true, room: 300 },
      value: ({ net }) => net.amount,
      cell: ({ net }) => money(net.amount),
    },
  ];
  if (order.state === 'NOTHING')
    return (
      <section className={styles.part}>
        <h3>{t('order.how')}</h3>
        <p>{t('order.nothing', { amount: money(order.gross.amount) })}</p>
      </section>
    );
  return (
    <section className={styles.part}>
      <h3>{t('order.how')}</h3>
      <DataTable
        label={t('order.how')}
        columns={columns}
        rows={order.lines}
        keyOf={(line) => `${line.sku} ${order.lines.indexOf(line)}`}
      />
      <dl className={styles.sumUp} data-testid="sum-up">
        <dt>{t('column.goods')}</dt>
        <dd>{money(order.gross.amount)}</dd>
        <dt>
          {t('column.commission')}
          <span className={styles.small}>{t('order.rate', { rate: shortRate(order.commissionRate) })}</span>
        </dt>
        <dd>{money(lessened(order.commission.amount))}</dd>
        <dt className={styles.result}>{t('column.net')}</dt>
        <dd className={styles.result}>{money(order.net.amount)}</dd>
      </dl>
    </section>
  );
}

/** What happened with the money so far, and what has not yet. */
function Way({ order: { placedAt, deliveredAt, handedInAt, payout, state } }: { order: Detail }) {
  const t = useMoneyText();
  const { dayAndTime } = useFormats();
  if (state === 'NOTHING') return null;
  const steps = [
    { text: 'order.placed', at: placedAt },
    { text: 'order.delivered', at: deliveredAt },
    { text: 'order.handedIn', at: handedInAt },
    { text: 'order.paid', at: payout?.createdAt ?? null },
  ] as const;
  return (
    <section className={styles.part}>
      <h3>{t('order.way')}</h3>
      <ol className={styles.way}>
        {steps.map(({ text, at }) => (
          <li key={text} data-done={at !== null}>
            <span>{t(text)}</span>
            {at === null ? (
              <span className={styles.note}>{t('order.notYet')}</span>
            ) : (
              <time dateTime={at}>{dayAndTime(at)}</time>
            )}
            {text === 'order.paid' && payout !== null ? (
              <Link to={`/money/payouts/${payout.id}`}>
                <bdi className="unbroken">{payout.number}</bdi>
              </Link>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the buyer pays: goods for the seller, the delivery fee for the platform. */
function Door({ order: { gross, delivery, cashDue, state } }: { order: Detail }) {
  const t = useMoneyText();
  const { locale } = useLocaleChoice();
  const { money } = useFormats();
  if (state === 'NOTHING') return null;
  return (
    <section className={styles.part}>
      <h3>{t('order.cash')}</h3>
      <dl className={styles.sumUp}>
        <dt>{t('column.goods')}</dt>
        <dd>{money(gross.amount)}</dd>
        <dt>{t('order.deliveryFee', { name: delivery.name[locale] })}</dt>
        <dd>{money(delivery.price.amount)}</dd>
        <dt className={styles.result}>{t('order.total')}</dt>
        <dd className={styles.result}>{money(cashDue.amount)}</dd>
      </dl>
      <p className={styles.note}>
        {isNothing(delivery.price.amount)
          ? t('order.free')
          : t(delivery.ownMethod ? 'order.ownMethod' : 'order.deliveryNote')}
      </p>
    </section>
  );
}

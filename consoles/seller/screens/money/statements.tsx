import { FileText } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { QATAR_TIME_ZONE } from '../../../shared/i18n/qatar-time.ts';
import { LANGUAGE_TAGS } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useMonths, useStatement } from '../../data/money.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import { lessened } from './amounts.ts';
import { Downloads } from './downloads.tsx';
import styles from './money.module.css';
import { BackLink } from './money-order.tsx';
import { StateMark } from './money-state.tsx';

type Month = components['schemas']['StatementMonth'];
type Group = components['schemas']['StatementGroup'];

/** "February 2026" of "2026-02". */
function useMonthName(): (month: string) => string {
  const { locale } = useLocaleChoice();
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
    ...{ month: 'long', year: 'numeric', timeZone: QATAR_TIME_ZONE },
  });
  return (month) => format.format(new Date(`${month}-15T12:00:00Z`));
}

/** Columns of amounts that months and orders share. */
function useAmountColumns<T extends Pick<Month, 'gross' | 'commission' | 'net'>>(): Column<T>[] {
  const t = useMoneyText();
  const { money } = useFormats();
  return [
    {
      ...{ id: 'goods', header: t('column.goods'), numeric: true, room: 460 },
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
}

/** The months in which something was delivered. */
export function Statements() {
  const t = useMoneyText();
  const { number } = useFormats();
  const named = useMonthName();
  const amounts = useAmountColumns<Month>();
  const list = useMonths();
  const { rows } = list;
  const columns: readonly Column<Month>[] = [
    {
      ...{ id: 'month', header: t('column.month'), names: true },
      value: ({ month }) => month,
      cell: ({ month }) => <Link to={`/money/statements/${month}`}>{named(month)}</Link>,
    },
    {
      ...{ id: 'orders', header: t('column.orders'), numeric: true, room: 340 },
      value: ({ groups }) => groups,
      cell: ({ groups }) => number(groups),
    },
    ...amounts,
  ];
  if (rows === undefined)
    return list.error === null ? (
      <Skeleton lines={8} />
    ) : (
      <ErrorState error={list.error} onRetry={list.again} />
    );
  if (rows.length === 0)
    return (
      <EmptyState icon={FileText} title={t('statement.none')}>
        {t('statement.noneDetail')}
      </EmptyState>
    );
  return (
    <section className={styles.part} data-testid="months">
      <h2 className="visually-hidden">{t('money.statements')}</h2>
      <DataTable
        label={t('statement.open')}
        file="statements"
        columns={columns}
        rows={rows}
        partial={list.hasMore}
        keyOf={({ month }) => month}
        marks={({ month }) => ({ 'data-month': month })}
      />
      <MoreButton list={list} />
    </section>
  );
}

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** One month: its sums and its orders, and the same as files. */
export function StatementPage() {
  const t = useMoneyText();
  const { month = '' } = useParams();
  return (
    <div className={styles.part}>
      <BackLink to="/money/statements" text={t('statement.back')} />
      {MONTH.test(month) ? (
        <Preview month={month} />
      ) : (
        <EmptyState icon={FileText} title={t('statement.none')}>
          {t('statement.noneDetail')}
        </EmptyState>
      )}
    </div>
  );
}

function Preview({ month }: { month: string }) {
  const t = useMoneyText();
  const { money, date, number } = useFormats();
  const named = useMonthName();
  const amounts = useAmountColumns<Group>();
  const list = useStatement(month);
  const { rows, first } = list;
  if (rows === undefined || first === undefined)
    return list.error === null ? (
      <Skeleton lines={10} />
    ) : (
      <ErrorState error={list.error} onRetry={list.again} />
    );
  const columns: readonly Column<Group>[] = [
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
      cell: ({ deliveredAt }) => date(deliveredAt),
    },
    ...amounts,
    {
      ...{ id: 'state', header: t('column.state'), room: 400 },
      value: ({ state }) => t(`state.${state}`),
      cell: ({ state }) => <StateMark state={state} />,
    },
  ];
  const { totals } = first;
  return (
    <article className={styles.part} data-testid="statement">
      <header className={styles.orderHead}>
        <h2 className={styles.title}>{t('statement.title', { month: named(month) })}</h2>
        <strong className={styles.amount}>{money(totals.net.amount)}</strong>
        <Downloads month={month} />
      </header>
      <div className={styles.columns}>
        <dl className={styles.sumUp}>
          <dt>{t('column.orders')}</dt>
          <dd>{number(totals.groups)}</dd>
          <dt>{t('column.goods')}</dt>
          <dd>{money(totals.gross.amount)}</dd>
          <dt>{t('column.commission')}</dt>
          <dd>{money(lessened(totals.commission.amount))}</dd>
          <dt className={styles.result}>{t('column.net')}</dt>
          <dd className={styles.result}>{money(totals.net.amount)}</dd>
        </dl>
        <dl className={styles.sumUp}>
          <dt>{t('state.AWAITING_CASH')}</dt>
          <dd>{money(totals.awaitingCash.amount)}</dd>
          <dt>{t('state.PAYABLE')}</dt>
          <dd>{money(totals.payable.amount)}</dd>
          <dt>{t('state.PAID')}</dt>
          <dd>{money(totals.paid.amount)}</dd>
        </dl>
      </div>
      {rows.length === 0 ? (
        <p>{t('statement.monthNone')}</p>
      ) : (
        <>
          <h3>{t('statement.ordersOf')}</h3>
          <DataTable
            label={t('statement.ordersOf')}
            columns={columns}
            rows={rows}
            partial={list.hasMore}
            keyOf={({ groupId }) => groupId}
            marks={({ groupId }) => ({ 'data-group': groupId })}
          />
          <MoreButton list={list} />
        </>
      )}
    </article>
  );
}

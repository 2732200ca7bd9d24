import { useFormats } from '../../../shared/i18n/locale.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { OUTCOMES, outcomeOf, statusRank } from '../../orders/stages.ts';
import { useFigureText } from '../../texts/figure-texts.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import { Bar, type Trends } from './figures-parts.tsx';
import styles from './figures-screen.module.css';

type State = Trends['states'][number];

/** How the orders of these days stand: all as one bar, and each state by its number. */
export function OrderStates({ states }: { states: Trends['states'] }) {
  const t = useFigureText();
  const { number } = useFormats();
  const columns = useColumns(states);
  const rows = states.toSorted((one, other) => statusRank(one.status) - statusRank(other.status));
  const outcomes = OUTCOMES.map((outcome) => ({
    outcome,
    groups: total(states.filter(({ status }) => outcomeOf(status) === outcome)),
  }));
  return (
    <section className={classNames(styles.part, styles.states)} data-testid="states">
      <h2>{t('figures.states')}</h2>
      <p className={styles.note}>{t('figures.statesNote')}</p>
      {rows.length === 0 ? (
        <p>{t('figures.noOrders')}</p>
      ) : (
        <>
          <div aria-hidden className={styles.strip}>
            {outcomes.map(({ outcome, groups }) =>
              groups === 0 ? null : (
                <span key={outcome} data-outcome={outcome} style={{ flexGrow: groups }} />
              ),
            )}
          </div>
          <ul className={styles.legend}>
            {outcomes.map(({ outcome, groups }) => (
              <li key={outcome}>
                <span aria-hidden className={styles.swatch} data-outcome={outcome} />
                <span>
                  {t(`figures.${outcome}`)}: <bdi>{number(groups)}</bdi>
                </span>
              </li>
            ))}
          </ul>
          <DataTable
            label={t('figures.states')}
            file="orders-by-state"
            columns={columns}
            rows={rows}
            keyOf={({ status }) => status}
            marks={({ status }) => ({ 'data-status': status })}
          />
        </>
      )}
    </section>
  );
}

function useColumns(states: Trends['states']): readonly Column<State>[] {
  const t = useFigureText();
  const orderText = useOrderText();
  const { number, percent } = useFormats();
  const all = total(states);
  const most = Math.max(...states.map(({ groups }) => groups));
  return [
    {
      ...{ id: 'state', header: t('figures.state'), names: true },
      value: ({ status }) => orderText(`status.${status}`),
    },
    {
      ...{ id: 'bar', header: '', room: 380 },
      cell: ({ status, groups }) => <Bar share={groups / most} outcome={outcomeOf(status)} />,
    },
    {
      ...{ id: 'orders', header: t('figures.orders'), numeric: true },
      value: ({ groups }) => groups,
      cell: ({ groups }) => number(groups),
    },
    {
      ...{ id: 'share', header: t('figures.share'), numeric: true },
      value: ({ groups }) => percent(groups / all),
      order: ({ groups }) => groups,
    },
  ];
}

function total(states: Trends['states']): number {
  return states.reduce((sum, { groups }) => sum + groups, 0);
}

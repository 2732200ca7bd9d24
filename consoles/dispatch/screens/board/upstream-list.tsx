import { PackageOpen } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { foldText } from '../../../shared/ui/fold-text.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { BoardView } from '../../board/board-store.ts';
import type { Upstream } from '../../board/board-types.ts';
import { driverLook } from '../../board/select-drivers.ts';
import { quartersOf, type UpstreamRow, upstreamRows } from '../../board/select-upstream.ts';
import { storeName, storeWords } from '../../board/store-name.ts';
import { useUpstreamText } from '../../texts/upstream-texts.ts';
import styles from './upstream-list.module.css';

interface UpstreamListProps {
  upstream: Upstream | null;
  board: BoardView;
  /** Words that a store's shop or warehouse must contain. */
  text: string;
  selected: string | null;
  onSelect(warehouseId: string | null): void;
}

/** What sellers are preparing: when it will be ready, and where, so that drivers can be nearby in time. */
export const UpstreamList = memo(function UpstreamList(props: UpstreamListProps) {
  const { upstream, board, text, selected, onSelect } = props;
  const t = useUpstreamText();
  const { state, spots, now } = board;
  const rows = useMemo(() => {
    if (upstream === null) return [];
    const free = [...state.drivers.values()].flatMap((driver) =>
      driverLook(driver) === 'idle' ? (spots.get(driver.driverId) ?? []) : [],
    );
    const words = foldText(text).split(' ').filter(Boolean);
    return upstreamRows(upstream, { tasks: state.tasks, free, now }).filter(({ store }) =>
      words.every((word) => foldText(storeWords(store)).includes(word)),
    );
  }, [upstream, state.drivers, state.tasks, spots, now, text]);
  if (upstream === null) return <Skeleton lines={6} />;
  if (upstream.groups === 0) {
    return (
      <EmptyState icon={PackageOpen} title={t('empty')}>
        {t('emptyDetail')}
      </EmptyState>
    );
  }
  return (
    <div className={styles.scroller} data-testid="upstream">
      <Quarters upstream={upstream} />
      {rows.length === 0 ? <p className={styles.note}>{t('noMatch')}</p> : null}
      <ul className={styles.stores}>
        {rows.map((row) => (
          <li key={row.store.warehouseId}>
            <Store
              row={row}
              selected={row.store.warehouseId === selected}
              onPress={() => onSelect(row.store.warehouseId === selected ? null : row.store.warehouseId)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t(upstream.complete ? 'estimate' : 'incomplete')}</p>
    </div>
  );
});

/** The next three hours as bars; the figures are also text, for readers who cannot see the chart. */
function Quarters({ upstream }: { upstream: Upstream }) {
  const t = useUpstreamText();
  const { number, time } = useFormats();
  const quarters = useMemo(() => quartersOf(upstream), [upstream]);
  const most = Math.max(1, ...quarters.map(({ groups }) => groups));
  const unknown = upstream.stores.reduce((sum, store) => sum + store.unknown, 0);
  return (
    <section className={styles.quarters} aria-label={t('quarters')}>
      <h2 className={styles.head}>{t('quarters')}</h2>
      {quarters.every(({ groups }) => groups === 0) ? null : (
        <ol className={styles.bars}>
          {quarters.map(({ from, groups }, index) => (
            <li key={from}>
              <span className="visually-hidden">{t('quarter', { count: groups, time: time(from) })}</span>
              <span aria-hidden className={styles.column}>
                {groups === 0 ? null : (
                  <>
                    {number(groups)}
                    <span className={styles.bar} style={{ blockSize: `${(groups / most) * 3.5}rem` }} />
                  </>
                )}
              </span>
              <span aria-hidden className={styles.hour}>
                {index % 4 === 0 ? time(from) : ''}
              </span>
            </li>
          ))}
        </ol>
      )}
      {unknown === 0 ? null : <p className={styles.note}>{t('unknown', { count: unknown })}</p>}
    </section>
  );
}

interface StoreProps {
  row: UpstreamRow;
  selected: boolean;
  onPress(): void;
}

function Store({ row: { store, groups, waiting, soon, near }, selected, onPress }: StoreProps) {
  const t = useUpstreamText();
  const { list, number, time } = useFormats();
  const { locale } = useLocaleChoice();
  const { toAccept, unanswered, preparing, packed, expected } = store;
  const next = expected[0];
  const states = [
    ...(packed > 0 ? [t('packed', { count: packed })] : []),
    ...(preparing > 0 ? [t('preparing', { count: preparing })] : []),
    ...(toAccept > unanswered ? [t('toAccept', { count: toAccept - unanswered })] : []),
    ...(unanswered > 0 ? [t('unanswered', { count: unanswered })] : []),
  ];
  return (
    <button
      type="button"
      className={styles.store}
      aria-pressed={selected}
      data-store={store.warehouseId}
      onClick={onPress}
    >
      <span className={styles.name}>
        <bdi>{storeName(store, locale)}</bdi>
      </span>
      <span className={styles.count}>{number(groups)}</span>
      <span className={styles.states}>{list(states)}</span>
      <span className={styles.next}>
        {next === undefined ? t('nextUnknown') : t('next', { count: next.groups, time: time(next.from) })}
      </span>
      <span className={styles.here} data-short={soon > near}>
        {soon > 0 ? `${t('soon', { count: soon })} · ` : ''}
        {waiting > 0 ? `${t('waiting', { count: waiting })} · ` : ''}
        {t('near', { count: near })}
      </span>
    </button>
  );
}

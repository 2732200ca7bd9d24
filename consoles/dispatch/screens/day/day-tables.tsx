import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { dirham } from '../../parts/amounts.ts';
import { useTableView } from '../../parts/use-table-view.ts';
import { useDayText } from '../../texts/day-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './day-screen.module.css';

type Overview = components['schemas']['DispatchOverview'];
type Stage = Overview['stages'][number];
type ZoneDay = Overview['zonesOfDay'][number];
type DriverDay = Overview['driversOfDay'][number];

/** Median and 90th percentile of the deliveries by stage: as figures, and as bars beside them. */
export function StageTable({ stages }: { stages: readonly Stage[] }) {
  const t = useDayText();
  const { duration } = useFormats();
  const figure = (kind: 'median' | 'p90', value: number | null) => (
    <span className={styles.figure} data-kind={kind}>
      {value === null ? '–' : duration(value)}
    </span>
  );
  // The total has no bar: it would make all others short.
  const parts = stages.filter(({ stage }) => stage !== 'TOTAL');
  const longest = Math.max(1, ...parts.map(({ p50Seconds, p90Seconds }) => p90Seconds ?? p50Seconds ?? 0));
  const bars = ({ stage, p50Seconds, p90Seconds }: Stage) =>
    stage === 'TOTAL' ? null : (
      <span aria-hidden className={styles.bars}>
        <span data-kind="median" style={{ inlineSize: `${((p50Seconds ?? 0) / longest) * 100}%` }} />
        <span data-kind="p90" style={{ inlineSize: `${((p90Seconds ?? 0) / longest) * 100}%` }} />
      </span>
    );
  const columns: readonly Column<Stage>[] = [
    { id: 'stage', header: '', names: true, cell: ({ stage }) => t(`day.stage.${stage}`) },
    { id: 'bars', header: '', cell: bars, room: 420 },
    {
      ...{ id: 'median', header: t('day.median'), numeric: true },
      cell: ({ p50Seconds }) => figure('median', p50Seconds),
    },
    {
      ...{ id: 'p90', header: t('day.p90'), numeric: true },
      cell: ({ p90Seconds }) => figure('p90', p90Seconds),
    },
  ];
  return <DataTable label={t('day.stages')} columns={columns} rows={stages} keyOf={({ stage }) => stage} />;
}

export function ZoneTable({ zones }: { zones: readonly ZoneDay[] }) {
  const t = useDayText();
  const { number } = useFormats();
  const { locale } = useLocaleChoice();
  const figure = useFigures<ZoneDay>();
  const columns: readonly Column<ZoneDay>[] = [
    { id: 'zone', header: t('day.zone'), names: true, value: ({ name }) => name[locale] },
    figure.of('tasks', t('day.delivery'), ({ tasks }) => tasks, number),
    figure.onTime(),
    figure.of('waiting', t('day.waiting'), ({ waiting }) => waiting, number),
    figure.seconds('wait', t('day.wait'), ({ medianWaitSeconds }) => medianWaitSeconds),
  ];
  return <DataTable label={t('day.zones')} columns={columns} rows={zones} keyOf={({ zoneId }) => zoneId} />;
}

export function DriverTable({ day, drivers }: { day: string; drivers: readonly DriverDay[] }) {
  const t = useDayText();
  const words = useWords();
  const { money, number, distance } = useFormats();
  const figure = useFigures<DriverDay>();
  const columns: readonly Column<DriverDay>[] = [
    { id: 'driver', header: words('common.driver'), names: true, value: ({ driverName }) => driverName },
    figure.of('tasks', t('day.delivery'), ({ tasks }) => tasks, number),
    figure.onTime(),
    {
      ...{ id: 'collected', header: t('day.collected'), numeric: true },
      value: ({ cashCollected }) => cashCollected.amount,
      order: ({ cashCollected }) => dirham(cashCollected.amount),
      cell: ({ cashCollected }) => money(cashCollected.amount),
    },
    figure.seconds('duty', t('day.duty'), ({ dutySeconds }) => dutySeconds),
    figure.seconds('idle', t('day.idle'), ({ idleSeconds }) => idleSeconds),
    figure.of('distance', t('day.distance'), ({ distanceMetres }) => distanceMetres, distance),
  ];
  return (
    <DataTable
      label={t('day.drivers')}
      file={`day-${day}`}
      columns={columns}
      rows={drivers}
      keyOf={({ driverId }) => driverId}
      {...useTableView()}
    />
  );
}

/** Columns of figures: sorted by value, exported as displayed. */
function useFigures<T extends { tasks: number; onTime: number }>() {
  const t = useDayText();
  const { percent, duration } = useFormats();
  const figure = (
    id: string,
    header: string,
    order: (row: T) => number | null,
    say: (value: number) => string,
  ): Column<T> => {
    const told = (row: T) => {
      const value = order(row);
      return value === null ? null : say(value);
    };
    return { ...{ id, header, order, numeric: true, value: told }, cell: (row) => told(row) ?? '–' };
  };
  return {
    of: figure,
    seconds: (id: string, header: string, order: (row: T) => number | null) =>
      figure(id, header, order, duration),
    onTime: () =>
      figure(
        'onTime',
        t('day.onTime'),
        ({ tasks, onTime }) => (tasks === 0 ? null : onTime / tasks),
        percent,
      ),
  };
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import { useZones } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { Unread } from '../../parts/unread.tsx';
import { useReportText } from '../../texts/report-texts.ts';
import styles from './day-screen.module.css';

type Pair = components['schemas']['TravelTimes']['pairs'][number];

/** How reliable the predicted arrivals are: the source of travel times, and how far off they were. */
export function TravelSection() {
  const t = useReportText();
  const { dayAndTime, number, percent } = useFormats();
  const api = useApi();
  const query = useQuery({
    queryKey: keys.travelTimes,
    queryFn: () => dataOf(api.GET('/dispatch/travel-times')),
    staleTime: 60_000,
  });
  const { data } = query;
  const off = (value: number | null) => (value === null ? '–' : percent(value / 100));
  return (
    <section className={styles.part} data-testid="travel-times">
      <h2>{t('travel.title')}</h2>
      <Unread query={query} lines={3} />
      {data === undefined ? null : (
        <>
          <p>
            {data.legs === 0 && data.source === 'CALIBRATED'
              ? t('travel.never')
              : data.source === 'SERVICE'
                ? t('travel.SERVICE')
                : t('travel.CALIBRATED', { count: data.legs })}{' '}
            {data.calibratedAt === null ? null : t('travel.at', { time: dayAndTime(data.calibratedAt) })}
          </p>
          {data.legs === 0 ? null : (
            <dl className={styles.tiles}>
              <Figure name={t('travel.planned')}>{off(data.plannedErrorPercent)}</Figure>
              <Figure name={t('travel.learned')}>{off(data.errorPercent)}</Figure>
              <Figure name={t('travel.default')}>{off(data.defaultErrorPercent)}</Figure>
              <Figure name={t('travel.factor')}>× {number(rounded(data.factor))}</Figure>
            </dl>
          )}
          {data.pairs.length === 0 ? null : <Pairs pairs={data.pairs} />}
        </>
      )}
    </section>
  );
}

function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  const t = useReportText();
  const { number } = useFormats();
  const { locale } = useLocaleChoice();
  const zones = useZones();
  const nameOf = (id: string | null) =>
    zones.find((zone) => zone.id === id)?.name[locale] ?? t('travel.anywhere');
  const columns: readonly Column<Pair>[] = [
    { id: 'from', header: t('travel.from'), names: true, value: ({ fromZoneId }) => nameOf(fromZoneId) },
    { id: 'to', header: t('travel.to'), value: ({ toZoneId }) => nameOf(toZoneId) },
    {
      ...{ id: 'factor', header: t('travel.factor'), numeric: true },
      value: ({ factor }) => rounded(factor),
      cell: ({ factor }) => `× ${number(rounded(factor))}`,
    },
    {
      ...{ id: 'slowest', header: t('travel.slowest'), numeric: true },
      value: ({ hours }) => slowestOf(hours)?.hour ?? null,
      cell: ({ hours }) => {
        const slowest = slowestOf(hours);
        return slowest === undefined
          ? '–'
          : `${String(slowest.hour).padStart(2, '0')}:00 · × ${number(rounded(slowest.factor))}`;
      },
    },
    { id: 'legs', header: t('travel.legs'), numeric: true, value: ({ legs }) => legs },
  ];
  return (
    <DataTable
      label={t('travel.title')}
      file="travel-times"
      columns={columns}
      rows={pairs}
      keyOf={({ fromZoneId, toZoneId }) => `${fromZoneId} ${toZoneId}`}
    />
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function slowestOf(hours: Pair['hours']): Pair['hours'][number] | undefined {
  return hours.toSorted((one, other) => other.factor - one.factor)[0];
}

function rounded(factor: number): number {
  return Math.round(factor * 100) / 100;
}

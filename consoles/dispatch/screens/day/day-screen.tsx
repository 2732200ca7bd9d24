import { useQuery } from '@tanstack/react-query';
import { CalendarX, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { daySpan, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useBoardPart } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { DaySteps } from '../../parts/day-steps.tsx';
import { Page } from '../../parts/page.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useDayText } from '../../texts/day-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useWords } from '../../texts/words.ts';
import styles from './day-screen.module.css';
import { DriverTable, StageTable, ZoneTable } from './day-tables.tsx';
import { TravelSection } from './travel-section.tsx';

type Overview = components['schemas']['DispatchOverview'];

/** The day in figures: deliveries and punctuality, where time goes, drivers' work, and failures. */
export function DayScreen() {
  const t = useDayText();
  const { day: dayName } = useFormats();
  const api = useApi();
  const [params, put] = useAddress();
  const today = useBoardPart(({ now }) => qatarDay(now === 0 ? Date.now() : now));
  const day = params.get('day') ?? today;
  const query = useQuery({
    queryKey: keys.overview(day),
    queryFn: () => dataOf(api.GET('/dispatch/overview', { params: { query: { day } } })),
    refetchInterval: day === today ? 15_000 : false,
  });
  const { data } = query;
  return (
    <Page
      title={`${t('day.title')} · ${dayName(daySpan(day).from + 1)}`}
      actions={<DaySteps day={day} today={today} last={today} onDay={(chosen) => put({ day: chosen })} />}
    >
      <Unread query={query} lines={10} />
      {data?.complete === false ? <Banner tone="info">{t('day.incomplete')}</Banner> : null}
      {data === undefined ? null : <Figures day={day} data={data} />}
      <TravelSection />
    </Page>
  );
}

function Figures({ day, data }: { day: string; data: Overview }) {
  const t = useDayText();
  const words = useWords();
  const reasonText = useReasonText();
  const { money, number, percent } = useFormats();
  const { delivered, cash, exceptions, driversOfDay, zonesOfDay, stages } = data;
  const share = (value: number | null) => (value === null ? '–' : percent(value));
  const wrong = [
    ...exceptions.failed.map(({ reason, count }) => ({ name: reasonText(reason), count })),
    { name: t('day.returned'), count: exceptions.returned },
    { name: t('day.writtenOff'), count: exceptions.writtenOff },
    { name: t('day.declined'), count: exceptions.declined },
    { name: t('day.timedOut'), count: exceptions.timedOut },
    { name: t('day.reassigned'), count: exceptions.reassigned },
    { name: t('day.overridden'), count: exceptions.overriddenCodes },
    { name: t('day.reversals'), count: exceptions.reversals },
    { name: t('day.rejected'), count: exceptions.rejected },
    { name: t('day.cancelled'), count: exceptions.cancelled.reduce((total, { count }) => total + count, 0) },
  ].filter(({ count }) => count > 0);
  if (delivered.tasks === 0 && driversOfDay.length === 0 && wrong.length === 0) {
    return <EmptyState icon={CalendarX} title={t('day.empty')} />;
  }
  return (
    <>
      <dl className={styles.tiles}>
        <Tile name={t('day.delivered')}>{number(delivered.tasks)}</Tile>
        <Tile name={t('day.onTime')}>{share(delivered.onTimeShare)}</Tile>
        <Tile name={t('day.promised')}>{share(delivered.onPromisedDayShare)}</Tile>
        <Tile name={t('day.collected')}>{money(cash.collected.amount)}</Tile>
        <Tile name={t('day.handedIn')}>{money(cash.handedIn.amount)}</Tile>
        <Tile name={t('day.differences')}>{money(cash.differences.amount)}</Tile>
        <Tile name={t('day.onTheRoad')}>{money(cash.onTheRoad.amount)}</Tile>
      </dl>
      <div className={styles.columns}>
        <section>
          <h2>{t('day.stages')}</h2>
          {stages.some(({ p50Seconds }) => p50Seconds !== null) ? (
            <StageTable stages={stages} />
          ) : (
            <EmptyState icon={Timer} title={t('day.noStages')}>
              {t('day.noStagesDetail')}
            </EmptyState>
          )}
        </section>
        <section>
          <h2>{t('day.wrong')}</h2>
          {wrong.length === 0 ? <p>{words('common.none')}</p> : null}
          <dl className={styles.wrong}>
            {wrong.map(({ name, count }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{number(count)}</dd>
              </div>
            ))}
          </dl>
          <h2>{t('day.zones')}</h2>
          <ZoneTable zones={zonesOfDay} />
        </section>
      </div>
      <section className={styles.part}>
        <h2>{t('day.drivers')}</h2>
        <DriverTable day={day} drivers={driversOfDay} />
      </section>
    </>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

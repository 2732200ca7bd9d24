import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarX, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Focusable } from 'react-aria-components';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { addDays, daySpan, qatarDay } from '../../../shared/i18n/qatar-time.ts';
import { useShortcuts } from '../../../shared/keys/use-shortcuts.ts';
import { serviceTime } from '../../../shared/live/service-clock.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { useAddress } from '../../../shared/state/use-address.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { foldText } from '../../../shared/ui/fold-text.ts';
import { ScrollBox } from '../../../shared/ui/scroll-box.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { WithTooltip } from '../../../shared/ui/tooltip.tsx';
import { allPages } from '../../data/board-api.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { DaySteps } from '../../parts/day-steps.tsx';
import { Page } from '../../parts/page.tsx';
import { Unread } from '../../parts/unread.tsx';
import { useShiftText } from '../../texts/shift-texts.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { type DispatchShift, spansOf } from './shift-spans.ts';
import styles from './shifts-screen.module.css';

const PAGE = 100;
/** Kinds of bars, in the order of a shift's life. */
const LEGEND = ['plan', 'run', 'break', 'overrun', 'missing', 'missed', 'cancelled'] as const;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];

/** One day of shifts, midnight to midnight: planned, actual, and what should be happening now. */
export function ShiftsScreen() {
  const t = useShiftText();
  const { day: dayName } = useFormats();
  const api = useApi();
  const [params, put] = useAddress();
  const clock = useBoardPart(({ state }) => state.clock);
  const boardNow = useBoardPart(({ now }) => now);
  const now = boardNow === 0 ? serviceTime(clock, Date.now()) : boardNow;
  const today = qatarDay(now);
  const day = params.get('day') ?? today;
  const query = useQuery({
    queryKey: keys.shifts(day),
    enabled: boardNow > 0,
    queryFn: async () => {
      const read = (of: string) =>
        allPages((cursor) =>
          dataOf(api.GET('/dispatch/shifts', { params: { query: { day: of, limit: PAGE, ...cursor } } })),
        );
      // A night shift of the day before is part of this one.
      const [before, own] = await Promise.all([read(addDays(day, -1)), read(day)]);
      return [...before, ...own];
    },
  });
  useShortcuts(t('shifts.title'), [{ keys: 'n', label: t('shifts.plan'), run: () => put({ plan: 'new' }) }]);
  const { data } = query;
  const span = useMemo(() => daySpan(day), [day]);
  const shown = useMemo(
    () => (data ?? []).filter((shift) => spansOf(shift, span, now).length > 0),
    [data, span, now],
  );
  const lanes = useMemo(() => lanesOf(shown), [shown]);
  const wanted = params.get('q') ?? '';
  const found = lanes.filter(({ driverName }) => foldText(driverName).includes(foldText(wanted)));
  const open = shown.find(({ id }) => id === params.get('shift'));
  const here = ((now - span.from) / (span.to - span.from)) * 100;
  const firstHour = here >= 0 && here <= 100 ? HOURS.findLast((hour) => hour <= (here / 100) * 24) : 9;
  return (
    <Page
      title={`${t('shifts.title')} · ${dayName(span.from + 1)}`}
      actions={
        <>
          <DaySteps day={day} today={today} onDay={(chosen) => put({ day: chosen })} />
          <Button kind="primary" onPress={() => put({ plan: 'new' })}>
            <CalendarPlus aria-hidden size={16} />
            {t('shifts.plan')}
          </Button>
        </>
      }
    >
      <Unread query={query} lines={10} />
      {data !== undefined && lanes.length === 0 ? (
        <EmptyState icon={CalendarX} title={t('shifts.empty')}>
          {t('shifts.emptyDetail')}
        </EmptyState>
      ) : null}
      {lanes.length === 0 ? null : (
        <div className={styles.tools}>
          <TextField
            type="search"
            label={t('shifts.filter')}
            labelHidden
            placeholder={t('shifts.filter')}
            value={wanted}
            onChange={(text) => put({ q: text === '' ? null : text })}
          />
          <ul className={styles.legend} aria-label={t('shifts.legend')}>
            {LEGEND.map((kind) => (
              <li key={kind}>
                <span aria-hidden className={`${styles.sample} ${styles[kind]}`} />
                {t(`shifts.kind.${kind}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lanes.length > 0 && found.length === 0 ? (
        <EmptyState icon={SearchX} title={t('shifts.noMatch')} />
      ) : null}
      {found.length === 0 ? null : (
        <ScrollBox className={styles.scroll} label={t('shifts.timeline')}>
          <div className={styles.timeline} data-testid="timeline">
            <div className={styles.corner} />
            <div className={styles.hours} aria-hidden>
              {HOURS.map((hour) => (
                <span
                  key={hour}
                  ref={hour === firstHour ? bringIntoView : undefined}
                  style={{ left: `${(hour / 24) * 100}%` }}
                >
                  {String(hour).padStart(2, '0')}:00
                </span>
              ))}
            </div>
            {found.map(({ driverId, driverName, shifts }) => (
              <div key={driverId} className={styles.lane}>
                <span className={styles.name}>{driverName}</span>
                <div className={styles.track}>
                  {shifts.map((shift) => (
                    <Shift
                      key={shift.id}
                      shift={shift}
                      span={span}
                      now={now}
                      onOpen={() => put({ shift: shift.id })}
                    />
                  ))}
                  {here >= 0 && here <= 100 ? (
                    <span className={styles.now} style={{ left: `${here}%` }} />
                  ) : null}
                </div>
              </div>
            ))}
          </div>
        </ScrollBox>
      )}
      {params.get('plan') === null ? null : (
        <PlanDialog day={day} now={now} onClose={() => put({ plan: null })} />
      )}
      {open === undefined ? null : (
        <ShiftDialog shift={open} now={now} onClose={() => put({ shift: null })} />
      )}
    </Page>
  );
}

/** Of a day that is wider than the screen, the part that matters is seen first. */
function bringIntoView(hour: HTMLElement | null): void {
  hour?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

interface Lane {
  driverId: string;
  driverName: string;
  shifts: DispatchShift[];
}

function lanesOf(shifts: readonly DispatchShift[]): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const shift of shifts) {
    const { driverId, driverName } = shift;
    const lane = lanes.get(driverId) ?? { driverId, driverName, shifts: [] };
    lane.shifts.push(shift);
    lanes.set(driverId, lane);
  }
  return [...lanes.values()].sort((one, other) => one.driverName.localeCompare(other.driverName));
}

interface ShiftProps {
  shift: DispatchShift;
  span: { from: number; to: number };
  now: number;
  onOpen(): void;
}

function Shift({ shift, span, now, onOpen }: ShiftProps) {
  const t = useShiftText();
  const { time, duration, clocks } = useFormats();
  const spans = spansOf(shift, span, now);
  const words = [
    t(`shifts.status.${shift.status}`),
    ...(shift.planned ? [] : [t('shifts.unplanned')]),
    ...spans.flatMap(({ kind, seconds }) =>
      kind === 'overrun'
        ? [t('shifts.overrun', { time: duration(seconds) })]
        : kind === 'missing'
          ? [t('shifts.notStarted', { time: duration(seconds) })]
          : [],
    ),
  ].join(', ');
  const begin = shift.plannedStart ?? shift.run?.startedAt;
  const end = shift.plannedEnd ?? shift.run?.endedAt;
  const label = `${shift.driverName}: ${begin == null ? '' : time(begin)} – ${end == null ? '' : time(end)}, ${words}`;
  return (
    <WithTooltip label={label}>
      <Focusable>
        <button
          type="button"
          className={styles.shift}
          aria-label={label}
          onClick={onOpen}
          data-shift={shift.id}
        >
          {spans.map(({ kind, left, width }) => (
            <span
              key={`${kind} ${left}`}
              className={styles[kind]}
              style={{ left: `${left}%`, width: `${width}%` }}
            />
          ))}
          {spans[0] === undefined || begin == null ? null : (
            <span
              aria-hidden
              className={styles.times}
              style={{ left: `${spans[0].left}%`, width: `${spans[0].width}%` }}
            >
              <span className={end == null ? undefined : styles.long}>
                {end == null ? time(begin) : clocks(begin, end)}
              </span>
            </span>
          )}
        </button>
      </Focusable>
    </WithTooltip>
  );
}
